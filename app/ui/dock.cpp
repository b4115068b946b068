// A field and its steps in one row, taps without their label: the rail says what is guessed.
#include "ui/dock.hpp"

#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

double draw_number_row(Sheet& sheet, const Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, figure::Role::quiet_ink};
  Style figures{Face::figures, Type::title};
  const double tall = canvas.leading(figures) + sheet.px(16);  // whatever is typed: what stands below keeps its place
  // A long number stays in one line: in smaller type, and in as much of the row as leaves room for its unit.
  const double usual = canvas.size(figures) * 4, around = sheet.px(36);
  if (canvas.width(node.value, figures) + around > usual) figures.type = Type::lead;
  const double needed = std::max(usual, canvas.width(node.value, figures) + around);
  const double wide = std::min(at.w * 0.5, std::round(needed));
  const double high = draw_field(sheet, node, {at.x, at.y, wide, tall}, figures);
  const double x = draw_field_steps(sheet, node, {at.x, at.y, wide, high}, Look::small);
  for (const std::string& line : node.lines) {
    const double room = at.right() - x - sheet.px(8);
    canvas.text_in({x + sheet.px(8), at.y, room, high}, canvas.fit(line, quiet, room), quiet);
  }
  sheet.place(node, {at.x, at.y, at.w, high});
  return high;
}

double draw_part(Sheet& sheet, const Node& node, const Box& at) {
  if (node.purpose == Purpose::number) return draw_number_row(sheet, node, at);
  if (node.purpose != Purpose::taps) return draw_node(sheet, node, at);
  Node taps = node;
  if (!taps.actions.empty()) taps.label.clear();
  return draw_taps(sheet, taps, at);
}

double space(const Sheet& sheet, Purpose above, Purpose below) {
  return sheet.px(above == Purpose::choice && below == Purpose::choice ? 2 : 8);
}

}  // namespace

double draw_dock(Sheet& sheet, const Node& dock, const Box& at, bool question) {
  double y = at.y;
  const Node* above = nullptr;
  for (const Node& node : dock.children) {
    if (node.purpose == Purpose::question && !question) continue;
    if (above != nullptr) y += space(sheet, above->purpose, node.purpose);
    y += draw_part(sheet, node, {at.x, y, at.w, 0});
    above = &node;
  }
  sheet.place(dock, {at.x, at.y, at.w, y - at.y}, false);
  return y - at.y;
}

double dock_height(Sheet& sheet, const Node& dock, double width, bool question) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return draw_dock(scratch, dock, {0, 0, width, 0}, question);
}

}  // namespace ui
