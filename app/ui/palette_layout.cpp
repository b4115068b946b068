// A box in the upper middle: what is typed stays where it is while the list below it grows and shrinks.
#include "ui/palette_layout.hpp"

#include "ui/scroller.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;
using session::Node;
using session::Purpose;

/// What it does at the left, what kind of thing it is and its key at the right.
double draw_command(Sheet& sheet, const Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style quiet{Face::words, Type::small, Role::quiet_ink}, keys{Face::figures, Type::small, Role::quiet_ink};
  const double pad = sheet.px(12), high = std::round(canvas.leading({}) * 1.3);
  const Box row{at.x, at.y, at.w, high};
  if (node.actions.empty()) return 0;
  const session::Action& action = node.actions.front();
  if (node.selected || sheet.hovered(node, action)) {
    canvas.fill(row, node.selected ? Role::accent : Role::hairline, Shade::tint, sheet.px(6));
  }
  double right = row.right() - pad - sheet.px(4);  // beside the scroll bar
  for (const auto& [text, style] :
       {std::pair(node.lines.empty() ? std::string() : node.lines.front(), keys), std::pair(node.value, quiet)}) {
    if (text.empty()) continue;
    const double wide = std::min(canvas.width(text, style), row.w / 3);
    canvas.text_in({right - wide, row.y, wide, row.h}, canvas.fit(text, style, wide + 1), style);
    right -= wide + sheet.px(16);
  }
  const double room = std::max(0.0, right - row.x - pad);
  canvas.text_in({row.x + pad, row.y, room, row.h}, canvas.fit(node.label, {}, room), {});
  sheet.ring(node, action, row, sheet.px(6));
  sheet.zone(node, action, row);
  sheet.place(node, row);
  return high;
}

const Node* first_of(const session::View& view, Purpose purpose) {
  const auto found = std::ranges::find(view.root.children, purpose, &Node::purpose);
  return found == view.root.children.end() ? nullptr : &*found;
}

double list_height(Sheet& sheet, const session::View& view, double width) {
  Canvas dry(nullptr, sheet.canvas.fonts(), sheet.canvas.theme());
  Sheet scratch = sheet.scratch(dry);
  double high = 0;
  for (const Node& node : view.root.children) {
    if (node.purpose == Purpose::command) high += draw_command(scratch, node, {0, 0, width, 0});
    if (node.purpose == Purpose::notice) high += draw_node(scratch, node, {0, 0, width, 0}) + sheet.px(16);
  }
  return high;
}

}  // namespace

const Node* chosen_entry(const session::View& view) {
  if (view.beneath == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      view.root.children, [](const Node& node) { return node.purpose == Purpose::command && node.selected; });
  return found == view.root.children.end() ? nullptr : &*found;
}

Layout compose_palette(Sheet& sheet, const session::View& view, double width, double height,
                       const std::vector<double>& scrolls) {
  Canvas& canvas = sheet.canvas;
  Layout layout;
  Scroller scroller(sheet, scrolls, layout.regions);
  canvas.fill({0, 0, width, height}, Role::page, Shade::fill, 0, 0.72);
  const double pad = sheet.px(16), air = sheet.px(24);
  const double wide = std::min(width - 2 * air, 44 * canvas.size({}));
  const double top = std::round(std::min(height * 0.1, sheet.px(96)));
  const Style field{Face::words, Type::lead}, hint{Face::words, Type::tiny, Role::quiet_ink};
  const double field_high = canvas.leading(field) + sheet.px(16), hint_high = std::round(canvas.leading(hint) * 1.6);
  const double room = std::max(0.0, height - top - air - field_high - hint_high - 3 * pad);
  const double list = std::min(room, list_height(sheet, view, wide - 2 * pad));
  const Box box{std::round((width - wide) / 2), top, wide, field_high + list + hint_high + 3 * pad};
  canvas.fill(box, Role::page, Shade::fill, sheet.px(10));
  canvas.outline(box, canvas.theme().hairline(), Role::quiet_ink, Shade::tint, sheet.px(10));
  sheet.place(view.root, box, false);
  const double inner = box.w - 2 * pad;
  double y = box.y + pad;
  if (const Node* typed = first_of(view, Purpose::words)) {
    canvas.clip({box.x + pad, y, inner, field_high});  // a long text is cut, not broken
    draw_field(sheet, *typed, {box.x + pad, y, inner, field_high}, field);
    canvas.unclip();
    sheet.place(*typed, {box.x + pad, y, inner, field_high});
    y += field_high + pad;
  }
  scroller.part({box.x + pad, y, inner, list}, [&](double from) {
    double down = from;
    for (const Node& node : view.root.children) {
      const Box at{box.x + pad, down, inner, 0};
      if (node.purpose == Purpose::command) down += draw_command(sheet, node, at);
      if (node.purpose == Purpose::notice) down += draw_node(sheet, node, at) + sheet.px(16);
    }
    return down - from;
  });
  if (const Node* header = first_of(view, Purpose::header)) {
    const Box row{box.x + pad, box.bottom() - hint_high - sheet.px(4), inner, hint_high};
    canvas.text_in(row, canvas.fit(header->value, hint, inner), hint);
    sheet.place(*header, row);
  }
  return layout;
}

}  // namespace ui
