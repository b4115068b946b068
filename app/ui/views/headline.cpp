// The headline of a counted reveal: two lines in the biggest type, digits under digits, those that differ tinted.
#include "figure/utf8.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

/// The lines column by column: equal advances, but where one line has the thin space of digit groups all have it.
class Columns {
 public:
  Columns(Canvas& canvas, const std::vector<std::string>& lines, const Style& style) {
    const double cell = canvas.width("0", style);
    for (const std::string& line : lines) texts_.push_back(figure::decode_utf8(line));
    for (std::size_t column = 0; column < longest(); ++column) {
      bool thin = false;
      for (const std::u32string& text : texts_) thin = thin || (column < text.size() && text[column] == U'\u202F');
      edges_.push_back(edges_.back() + (thin ? cell / 3 : cell));
    }
  }
  [[nodiscard]] double width() const { return edges_.back(); }
  /// Left edge of the character that begins at a byte.
  [[nodiscard]] double edge(const std::string& line, std::size_t byte) const {
    return edges_.at(std::min(figure::decode_utf8(std::string_view(line).substr(0, byte)).size(), edges_.size() - 1));
  }
  void draw(Canvas& canvas, std::size_t line, const Box& at, const Style& style) const {
    const std::u32string& text = texts_[line];
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == U' ' || text[i] == U'\u202F') continue;
      canvas.text_in({at.x + edges_[i], at.y, at.w, at.h}, figure::encode_utf8(text[i]), style);
    }
  }

 private:
  [[nodiscard]] std::size_t longest() const {
    std::size_t most = 0;
    for (const std::u32string& text : texts_) most = std::max(most, text.size());
    return most;
  }
  std::vector<std::u32string> texts_;
  std::vector<double> edges_{0};
};

/// The biggest type in which the lines fit.
Style biggest(Canvas& canvas, const std::vector<std::string>& lines, double width) {
  for (Type type : {Type::display, Type::title, Type::lead, Type::body, Type::small}) {
    const Style style{Face::figures, type};
    if (Columns(canvas, lines, style).width() <= width) return style;
  }
  return {Face::figures, Type::tiny};
}

}  // namespace

double draw_headline(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  double y = at.y;
  if (!node.label.empty()) {
    y += set_text(canvas, node.label, {Face::words, Type::small, Role::quiet_ink}, at.x, y, at.w) + sheet.px(4);
  }
  const auto count = std::min<std::ptrdiff_t>(2, std::ssize(node.lines));
  const std::vector<std::string> big(node.lines.begin(), node.lines.begin() + count);
  const Style style = biggest(canvas, big, at.w);
  const Columns columns(canvas, big, style);
  const double leading = canvas.leading(style);
  for (const charts::Span& span : node.differing) {
    if (span.line >= big.size()) continue;
    const double from = columns.edge(big[span.line], span.begin), to = columns.edge(big[span.line], span.end);
    canvas.fill({at.x + from, y + static_cast<double>(span.line) * leading, to - from, leading}, Role::launch,
                Shade::tint);
  }
  for (std::size_t i = 0; i < big.size(); ++i) {
    columns.draw(canvas, i, {at.x, y, at.w, leading}, style);
    y += leading;
  }
  for (std::size_t i = 2; i < node.lines.size(); ++i) {
    y += set_text(canvas, node.lines[i], {Face::words, Type::body, Role::quiet_ink}, at.x, y, at.w);
  }
  if (!node.value.empty()) {
    y += sheet.px(8);
    y += set_text(canvas, node.value, {Face::words, Type::body, Role::quiet_ink}, at.x, y, at.w);
  }
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
