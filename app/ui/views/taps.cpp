// A short question and its answers, a tap each, side by side.
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

/// One answer; returns its width.
double draw_tap(Sheet& sheet, const session::Node& node, const session::Action& action, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const bool taken = action.label == node.value, lit = action.enabled && sheet.hovered(node, action);
  const double radius = at.h / 2;
  if (taken) {
    canvas.fill(at, Role::accent, Shade::fill, radius);
  } else {
    canvas.fill(at, lit ? Role::accent : Role::panel, lit ? Shade::tint : Shade::fill, radius);
    canvas.outline(at, canvas.theme().hairline(), Role::hairline, Shade::fill, radius);
  }
  const Role ink = taken ? Role::page : action.enabled ? Role::ink : Role::quiet_ink;
  canvas.text_in(at, action.label, {taken ? Face::bold : Face::words, Type::small, ink}, figure::Anchor::middle);
  sheet.ring(node, action, at, radius);
  sheet.zone(node, action, at, Zone::Kind::mark);
  return at.w;
}

}  // namespace

double draw_taps(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style bold{Face::bold, Type::small};
  const Style label = node.label.ends_with('?') ? bold : Style{Face::words, Type::small, Role::quiet_ink};
  const double high = std::round(canvas.size(label) * 2.25), gap = sheet.px(8);
  double x = at.x, y = at.y;
  if (!node.label.empty()) y += set_text(canvas, node.label, label, at.x, y, at.w);
  if (node.actions.empty()) {
    y += set_text(canvas, node.value, bold, at.x, y, at.w);
  } else {
    if (!node.label.empty()) y += sheet.px(6);
    for (const session::Action& action : node.actions) {
      const double wide = std::round(std::min(at.w, canvas.width(action.label, bold) + 2 * sheet.px(16)));
      if (x > at.x && x + wide > at.right()) {
        x = at.x;
        y += high + gap;
      }
      x += draw_tap(sheet, node, action, {x, y, wide, high}) + gap;
    }
    for (const std::string& line : node.lines) {  // beside the answers, where there is room
      const Style quiet{Face::words, Type::small, Role::quiet_ink};
      if (x + canvas.width(line, quiet) <= at.right()) canvas.text_in({x, y, at.right() - x, high}, line, quiet);
    }
    y += high;
  }
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
