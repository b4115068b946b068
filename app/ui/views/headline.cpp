// The headline of a counted reveal: lines in the biggest type, digits under digits, those that differ tinted.
#include "figure/utf8.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

constexpr char32_t thin_space = U'\u202F';

/// The numbers column by column: equal advances, but where one line has the thin space of digit groups all have it.
class Numbers {
 public:
  Numbers(Canvas& canvas, const std::vector<std::u32string>& lines, const Style& style)
      : lines_(&lines), style_(style) {
    const double cell = canvas.width("0", style);
    std::size_t longest = 0;
    for (const std::u32string& line : lines) longest = std::max(longest, line.size());
    for (std::size_t column = 0; column < longest; ++column) {
      const bool thin = std::any_of(lines.begin(), lines.end(), [&](const std::u32string& line) {
        return column < line.size() && line[column] == thin_space;
      });
      edges_.push_back(edges_.back() + (thin ? cell / 3 : cell));
    }
  }
  [[nodiscard]] double width() const { return edges_.back(); }
  [[nodiscard]] const Style& style() const { return style_; }
  /// Left edge of a column.
  [[nodiscard]] double edge(std::size_t column) const { return edges_[std::min(column, edges_.size() - 1)]; }
  void draw(Canvas& canvas, std::size_t line, double x, double base) const {
    const std::u32string& text = (*lines_)[line];
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char32_t character = text[i];
      if (character != U' ' && character != thin_space) {
        canvas.text(x + edge(i), base, figure::encode_utf8(character), style_);
      }
    }
  }

 private:
  const std::vector<std::u32string>* lines_;
  Style style_;
  std::vector<double> edges_{0};
};

/// The biggest type in which the numbers fit, none above `most`.
Numbers biggest(Canvas& canvas, const std::vector<std::u32string>& lines, double width, Type most) {
  for (Type type : {Type::display, Type::title, Type::lead, Type::body, Type::small}) {
    if (type > most) continue;
    Numbers numbers(canvas, lines, {Face::figures, type});
    if (numbers.width() <= width) return numbers;
  }
  return {canvas, lines, {Face::figures, Type::tiny}};
}

}  // namespace

double draw_headline(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::body, Role::quiet_ink};
  double y = at.y;
  if (!node.label.empty()) y += set_text(canvas, node.label, quiet, at.x, y, at.w) + sheet.px(4);

  std::vector<std::u32string> lines;
  double name_width = 0;
  const Style name{Face::words, Type::lead, Role::quiet_ink};
  for (const charts::HeadlineLine& line : node.headline.lines) {
    lines.push_back(figure::decode_utf8(line.number));
    name_width = std::max(name_width, canvas.width(line.name, name));
  }
  const double gap = name_width > 0 ? sheet.px(32) : 0;
  const auto first_of = [&](std::size_t i) {
    const std::size_t first = lines[i].find_first_not_of(U' ');
    return first == std::u32string::npos ? 0 : first;
  };
  // Beside the numbers where there is room for big ones; above them else.
  const bool low = at.h > 0;  // its place has a height: nothing stands above anything
  Numbers numbers = biggest(canvas, lines, at.w - name_width - gap, low ? Type::lead : Type::display);
  const bool beside = low || numbers.style().type == Type::display || numbers.style().type == Type::title;
  if (!beside) numbers = biggest(canvas, lines, at.w, Type::display);
  double x = beside ? at.x + name_width + gap : at.x;
  if (low) {
    // Each name needs room before its own digits only: a result stands far to the right of a sum.
    const auto fits = [&](const Numbers& tried) {
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const double room = at.w - tried.width() + tried.edge(first_of(i)) - sheet.px(16);
        if (canvas.width(node.headline.lines[i].name, name) > room) return false;
      }
      return true;
    };
    for (Type type : {Type::lead, Type::body, Type::small}) {
      numbers = Numbers(canvas, lines, {Face::figures, type});
      if (fits(numbers)) break;
    }
    x = std::min(x, at.right() - numbers.width());
  }
  const double leading = canvas.leading(numbers.style());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // A name stands before its numbers unless they begin too far left.
    const double room = x + numbers.edge(first_of(i)) - at.x - sheet.px(16);
    const charts::HeadlineLine& line = node.headline.lines[i];
    const bool above = !low && !line.name.empty() && canvas.width(line.name, name) > room;
    if (above) y += set_text(canvas, line.name, quiet, at.x, y, at.w);
    const double base = y + std::round((leading + canvas.cap_height(numbers.style())) / 2);
    for (const std::size_t byte : line.differing) {
      const std::size_t column = figure::decode_utf8(std::string_view(line.number).substr(0, byte)).size();
      const double left = numbers.edge(column), right = numbers.edge(column + 1);
      canvas.fill({x + left, y, right - left, leading}, Role::launch, Shade::tint);
    }
    if (!above) canvas.text(at.x, base, low ? canvas.fit(line.name, name, room) : line.name, name);
    numbers.draw(canvas, i, x, base);
    y += leading;
  }
  if (!node.headline.difference.empty()) {
    y += sheet.px(8);
    y += set_text(canvas, node.headline.difference, quiet, at.x, y, at.w);
  }
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, std::max(at.w, x + numbers.width() - at.x), y - at.y});
  return y - at.y;
}

}  // namespace ui
