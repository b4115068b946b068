// A field and its steps in one row, taps without their label: the rail says what is guessed.
#include "ui/dock.hpp"

#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

/// What goes from point to point too, and not up and down alone.
bool is_curve(const Node& node) {
  constexpr std::size_t typed_up_and_down = 3;
  return actions_of(node).size() > typed_up_and_down;
}

/// A curve's points are many, and so are the ways to move one: the field has its rows, they have another below it. As
/// many rows from the beginning as it will ever have: the points of a whole curve scroll in them.
double draw_curve_rows(Sheet& sheet, const Node& node, const Box& at, bool tight) {
  const Style figures{Face::figures, tight ? Type::body : Type::lead};
  const double lines = tight ? 1 : 2, least = lines * sheet.canvas.leading(figures) + sheet.px(16);
  double high = draw_field(sheet, node, {at.x, at.y, at.w, least}, figures, lines);
  const double row = std::round(sheet.canvas.size({Face::words, Type::small}) * 2);
  draw_field_steps(sheet, node, {at.x - sheet.px(20), at.y + high, 0, row}, Look::small, at.right() + sheet.px(12));
  high += row;
  sheet.place(node, {at.x, at.y, at.w, high});
  return high;
}

double draw_number_row(Sheet& sheet, const Node& node, const Box& at, bool tight) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, figure::Role::quiet_ink};
  Style figures{Face::figures, Type::title};
  const double tall = canvas.leading(figures) + sheet.px(16);  // whatever is typed: what stands below keeps its place
  if (is_curve(node)) return draw_curve_rows(sheet, node, at, tight);
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

double draw_part(Sheet& sheet, const Node& node, const Box& at, bool tight) {
  if (node.purpose == Purpose::number) return draw_number_row(sheet, node, at, tight);
  if (node.purpose == Purpose::choice) return draw_choice(sheet, node, at, tight);
  if (node.purpose != Purpose::taps) return draw_node(sheet, node, at);
  Node taps = node;
  if (!taps.actions.empty()) taps.label.clear();
  return draw_taps(sheet, taps, at);
}

double space(const Sheet& sheet, Purpose above, Purpose below, bool tight) {
  const bool choices = above == Purpose::choice && below == Purpose::choice;
  return sheet.px(choices ? (tight ? 0 : 2) : (tight ? 4 : 8));
}

}  // namespace

std::span<const Node> asked_in(const Node& dock) {
  const auto leads = [](const Node& node) {
    return node.purpose == Purpose::question || node.purpose == Purpose::notice;
  };
  const auto end = std::ranges::find_if_not(dock.children, leads);
  return {dock.children.begin(), end};
}

double draw_dock(Sheet& sheet, const Node& dock, const Box& at, const DockLook& look) {
  double y = at.y;
  const Node* above = nullptr;
  for (const Node& node : std::span(dock.children).subspan(look.question ? 0 : asked_in(dock).size())) {
    if (above != nullptr) y += space(sheet, above->purpose, node.purpose, look.tight);
    y += draw_part(sheet, node, {at.x, y, at.w, 0}, look.tight);
    above = &node;
  }
  sheet.place(dock, {at.x, at.y, at.w, y - at.y}, false);
  return y - at.y;
}

double dock_height(Sheet& sheet, const Node& dock, double width, const DockLook& look) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  return draw_dock(scratch, dock, {0, 0, width, 0}, look);
}

}  // namespace ui
