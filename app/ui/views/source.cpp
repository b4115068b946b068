// A kernel's text: line numbers, comments quieter than code, long lines broken.
#include "base/text.hpp"
#include "ui/edit_layout.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;

Style code_style(Type type) {
  return {Face::figures, type};
}

/// The larger type in which every line fits, else the smaller one.
Type fitting(Canvas& canvas, const std::vector<std::string>& lines, double digits, double room) {
  std::size_t longest = 0;
  for (const std::string& line : lines) longest = std::max(longest, base::count_characters(line));
  const double columns = digits + static_cast<double>(longest);
  return columns * canvas.width("0", code_style(Type::small)) <= room ? Type::small : Type::tiny;
}

double draw_lines(Sheet& sheet, const std::vector<std::string>& lines, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const double pad = sheet.px(16);
  const double digits = static_cast<double>(std::to_string(lines.size()).size()) + 2;
  const Style code = code_style(fitting(canvas, lines, digits, at.w - 2 * pad));
  Style quiet = code;
  quiet.role = Role::quiet_ink;
  const double gutter = std::ceil(digits * canvas.width("0", code)), leading = std::round(canvas.size(code) * 1.45);
  const double wide = at.w - 2 * pad - gutter;
  const FontKey font = font_key(code.face, canvas.size(code));
  std::vector<EditLayout> broken;
  std::size_t rows = 0;
  for (const std::string& line : lines) rows += broken.emplace_back(line, font, wide).lines().size();
  const double height = static_cast<double>(rows) * leading + 2 * pad;
  canvas.fill({at.x, at.y, at.w, height}, Role::panel);
  double y = at.y + pad;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    canvas.text_in({at.x + pad, y, gutter - 2 * canvas.width("0", code), leading}, std::to_string(i + 1), quiet,
                   figure::Anchor::end);
    const bool comment = base::trim(lines[i]).starts_with("//");
    for (const EditLayout::Line& row : broken[i].lines()) {
      canvas.text_in({at.x + pad + gutter, y, wide, leading}, broken[i].text_of(row), comment ? quiet : code);
      y += leading;
    }
  }
  return height;
}

}  // namespace

double draw_source(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  double y = at.y;
  y += set_text(canvas, node.label, {Face::bold, Type::body}, at.x, y, at.w) + sheet.px(4);
  y += set_text(canvas, node.value, {Face::words, Type::small, Role::quiet_ink}, at.x, y, at.w);
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  if (!node.lines.empty()) {
    y += sheet.px(8);
    y += draw_lines(sheet, node.lines, {at.x, y, at.w, 0});
  }
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
