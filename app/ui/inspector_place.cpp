// Where the open inspector stands.
#include "ui/inspector_place.hpp"

#include "ui/stack.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using session::Node;
using session::Purpose;

/// What is selected, below a title of its own.
void beside_nodes(Sheet& sheet, const Node& inspector, Stack& stack, const Box& at) {
  const std::size_t first = sheet.placements.size();
  stack.heading(inspector.label, at.w);
  for (const Node& node : inspector.children) stack.add(node, at.w);
  double bottom = at.y + 1;
  for (std::size_t i = first; i < sheet.placements.size(); ++i) {
    bottom = std::max(bottom, sheet.placements[i].box.bottom());
  }
  sheet.place(inspector, {at.x, at.y, at.w, bottom - at.y}, false);
}

/// What there is to select at the left, what is told of it at the right; returns the height.
double drawer_nodes(Sheet& sheet, const Node& inspector, const Box& at) {
  const double gap = sheet.px(32), half = std::round((at.w - gap) * 0.45);
  Stack taps(sheet, {at.x, at.y, half, 0});
  taps.heading(inspector.label, half);
  Stack told(sheet, {at.x + half + gap, at.y, at.w - half - gap, 0});
  for (const Node& node : inspector.children) {
    if (node.purpose == Purpose::taps) {
      taps.add(node, half);
    } else {
      told.add(node, at.w - half - gap);
    }
  }
  const double high = std::max(taps.height(), told.height());
  sheet.place(inspector, {at.x, at.y, at.w, high}, false);
  return high;
}

}  // namespace

double inspector_width(const Theme& theme, const session::View& view, double width) {
  const auto is_open = [](const Node& node) { return node.purpose == Purpose::inspector; };
  if (std::ranges::none_of(view.root.children, is_open)) return 0;
  const double em = theme.size(Type::body), wide = std::round(std::clamp(0.3 * width, 24 * em, 32 * em));
  return width - wide < 45 * em ? 0 : wide;
}

/// On a wall what is told of the selected is more than a few lines of large type.
double drawer_height(const Theme& theme, double page) {
  return std::round(page * (theme.projector() ? 0.6 : 0.45));
}

void draw_inspector(Sheet& sheet, Scroller& scroller, const Node& inspector, const Box& beside) {
  sheet.canvas.fill({beside.x, beside.y, sheet.canvas.theme().hairline(), beside.h}, figure::Role::hairline);
  const double side = sheet.px(24), pad = sheet.px(32);
  scroller.part(beside, [&](double y) {
    const Box inside{beside.x + side, y + pad, beside.w - 2 * side, 0};
    Stack stack(sheet, inside);
    beside_nodes(sheet, inspector, stack, inside);
    return stack.height() + 2 * pad;
  });
}

void draw_drawer(Sheet& sheet, Scroller& scroller, const Node& inspector, const Box& below, double margin) {
  const double side = sheet.px(16);
  sheet.canvas.rule(below.x, below.y, below.w);
  scroller.part(below, [&](double y) {
    return drawer_nodes(sheet, inspector, {below.x + margin, y + side, below.w - 2 * margin, 0}) + 2 * side;
  });
}

}  // namespace ui
