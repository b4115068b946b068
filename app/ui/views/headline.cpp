// The headline of a counted reveal: two lines in the biggest type, digits under digits, those that differ tinted.
#include "figure/utf8.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

/// The biggest type in which every line fits.
Style biggest(Canvas& canvas, const std::vector<std::string>& lines, double width) {
  for (Type type : {Type::display, Type::title, Type::lead, Type::body, Type::small}) {
    const Style style{Face::figures, type};
    bool fits = true;
    for (const std::string& line : lines) fits = fits && canvas.width(line, style) <= width;
    if (fits) return style;
  }
  return {Face::figures, Type::tiny};
}

bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

/// Whether the results, what follows the last '=' of the first line, differ in this column.
bool differs(const std::u32string& above, const std::u32string& line, std::size_t column) {
  const std::size_t equals = above.rfind(U'=');
  if (equals != std::u32string::npos && column <= equals) return false;
  return is_digit(line[column]) && (column >= above.size() || above[column] != line[column]);
}

}  // namespace

double draw_headline(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  double y = at.y;
  if (!node.label.empty()) {
    y += set_text(canvas, node.label, {Face::words, Type::small, Role::quiet_ink}, at.x, y, at.w) + sheet.px(4);
  }
  const std::vector<std::string> big(node.lines.begin(),
                                     node.lines.begin() + std::min<std::ptrdiff_t>(2, std::ssize(node.lines)));
  const Style style = biggest(canvas, big, at.w);
  const double leading = canvas.leading(style);
  for (std::size_t i = 0; i < big.size(); ++i) {
    const Box line{at.x, y, at.w, leading};
    if (i == 1) {
      const std::u32string above = figure::decode_utf8(big[0]), here = figure::decode_utf8(big[1]);
      for (std::size_t c = 0; c < here.size(); ++c) {
        if (!differs(above, here, c)) continue;
        std::string before;
        for (std::size_t k = 0; k < c; ++k) before += figure::encode_utf8(here[k]);
        const double x = at.x + canvas.width(before, style);
        canvas.fill({x, y, canvas.width(figure::encode_utf8(here[c]), style), leading}, Role::launch, Shade::tint);
      }
    }
    canvas.text_in(line, canvas.fit(big[i], style, at.w), style);
    y += leading;
  }
  for (std::size_t i = 2; i < node.lines.size(); ++i) {
    y += set_text(canvas, node.lines[i], {Face::words, Type::body, Role::quiet_ink}, at.x, y, at.w);
  }
  if (!node.value.empty()) {
    y += sheet.px(4) + set_text(canvas, node.value, {Face::words, Type::body, Role::quiet_ink}, at.x, y, at.w);
  }
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
