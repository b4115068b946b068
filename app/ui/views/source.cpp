// A kernel's text in colours: line numbers, long lines broken, at the right what of the chain a line is about.
#include "base/text.hpp"
#include "codegen/cuda_lexer.hpp"
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

Style style_of(codegen::Token token, Type type) {
  Style style = code_style(type);
  switch (token) {
    case codegen::Token::plain:
      break;
    case codegen::Token::comment:
      style.role = Role::quiet_ink;
      break;
    case codegen::Token::keyword:
      style.role = Role::guess;
      break;
    case codegen::Token::type:
      style.role = Role::l2;
      break;
    case codegen::Token::number:
      style.role = Role::unfused;
      break;
    case codegen::Token::text:
      style.role = Role::good;
      break;
    case codegen::Token::directive:
      style.role = Role::fused;
      break;
  }
  return style;
}

/// A row of a line, each piece in its colour.
void draw_row(Canvas& canvas, const std::string& line, const std::vector<codegen::Piece>& pieces,
              const EditLayout::Line& row, const Box& at, Type type) {
  double x = at.x;
  for (const codegen::Piece& piece : pieces) {
    const std::size_t begin = std::max(piece.begin, row.begin), end = std::min(piece.end, row.end);
    if (begin >= end) continue;
    const Style style = style_of(piece.token, type);
    const std::string_view text = std::string_view(line).substr(begin, end - begin);
    canvas.text_in({x, at.y, at.w, at.h}, text, style);
    x += canvas.width(text, style);
  }
}

/// As wide as what stands beside the lines; 0 where there is nothing, or the lines need the room.
double sides_width(Canvas& canvas, const session::Node& node, double width) {
  const Style style{Face::words, Type::tiny, Role::quiet_ink};
  double most = 0;
  for (const std::string& side : node.sides) most = std::max(most, canvas.width(side, style));
  const double wide = most > 0 ? std::ceil(std::min(most, width / 4)) : 0;
  return width - wide < 50 * canvas.width("0", code_style(Type::tiny)) ? 0 : wide;
}

double draw_lines(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const std::vector<std::string>& lines = node.lines;
  const double pad = sheet.px(16);
  const double digits = static_cast<double>(std::to_string(lines.size()).size()) + 2;
  const double beside = sides_width(canvas, node, at.w - 2 * pad), apart = beside > 0 ? sheet.px(16) : 0;
  const double room = at.w - 2 * pad - beside - apart;
  const Type type = fitting(canvas, lines, digits, room);
  Style quiet = code_style(type);
  quiet.role = Role::quiet_ink;
  const double gutter = std::ceil(digits * canvas.width("0", quiet)), leading = std::round(canvas.size(quiet) * 1.45);
  const double wide = room - gutter;
  const FontKey font = font_key(quiet.face, canvas.size(quiet));
  std::vector<EditLayout> broken;
  std::size_t rows = 0;
  for (const std::string& line : lines) rows += broken.emplace_back(line, font, wide).lines().size();
  const double height = static_cast<double>(rows) * leading + 2 * pad;
  canvas.fill({at.x, at.y, at.w, height}, Role::panel);
  double y = at.y + pad;
  bool in_comment = false;
  std::string said;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    canvas.text_in({at.x + pad, y, gutter - 2 * canvas.width("0", quiet), leading}, std::to_string(i + 1), quiet,
                   figure::Anchor::end);
    const std::string side = beside > 0 && i < node.sides.size() ? node.sides[i] : std::string();
    if (!side.empty() && side != said) {  // a run of lines about one value names it once
      const Style style{Face::words, Type::tiny, Role::accent};
      canvas.text_in({at.right() - pad - beside, y, beside, leading}, canvas.fit(side, style, beside + 1), style);
    }
    said = side;
    const auto pieces = codegen::pieces_of(lines[i], in_comment);
    for (const EditLayout::Line& row : broken[i].lines()) {
      draw_row(canvas, lines[i], pieces, row, {at.x + pad + gutter, y, wide, leading}, type);
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
    y += draw_lines(sheet, node, {at.x, y, at.w, 0});
  }
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
