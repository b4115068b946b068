// A lesson on the map: its number, its title and goal, how much of it is answered, how long it takes.
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

/// The number in a disc: empty, begun, or filled where all is answered.
void draw_disc(Sheet& sheet, const session::Node& node, const Box& disc) {
  Canvas& canvas = sheet.canvas;
  const double radius = disc.w / 2;
  const bool begun = node.share.value_or(0) > 0;
  if (node.answered) {
    canvas.fill(disc, Role::good, Shade::fill, radius);
  } else {
    if (begun) canvas.fill(disc, Role::accent, Shade::tint, radius);
    canvas.outline(disc, canvas.theme().hairline(), begun ? Role::accent : Role::hairline, Shade::fill, radius);
  }
  const Style number{Face::bold, Type::small, node.answered ? Role::page : Role::ink};
  canvas.text_in(disc, node.label, number, figure::Anchor::middle);
}

/// A thin bar: the share that is answered.
void draw_share(Sheet& sheet, const session::Node& node, const Box& bar) {
  const double share = std::clamp(node.share.value_or(0), 0.0, 1.0);
  sheet.canvas.fill(bar, Role::hairline, Shade::tint, bar.h / 2);
  if (share <= 0) return;
  const Box done{bar.x, bar.y, std::max(bar.h, bar.w * share), bar.h};
  sheet.canvas.fill(done, node.answered ? Role::good : Role::accent, Shade::fill, bar.h / 2);
}

}  // namespace

double draw_entry(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style title{Face::bold, Type::body}, small{Face::words, Type::small};
  const Style quiet{Face::words, Type::small, Role::quiet_ink};
  const double pad = sheet.px(12), disc = std::round(canvas.size({}) * 1.75);
  const double left = at.x + pad + disc + pad, room = at.right() - pad - left;
  // On a wide window a goal's lines stay short enough to read.
  Flow name(canvas, title, room), goal(canvas, small, std::min(room, 40 * canvas.size(small)));
  name.add(node.value, title);
  name.end();
  for (const lesson::Paragraph& paragraph : node.paragraphs) {
    goal.add(paragraph.runs);
    goal.end();
  }
  const double line = canvas.leading(small), air = sheet.px(4);
  const double inner = name.height() + air + goal.height() + air + line;
  const Box box{at.x, at.y, at.w, std::max(at.h, inner + sheet.px(16))};
  const double radius = sheet.px(6);
  const bool live = !node.actions.empty();
  if (node.selected) {
    canvas.fill(box, Role::accent, Shade::tint, radius);
  } else if (live && sheet.hovered(node, node.actions.front())) {
    canvas.fill(box, Role::panel, Shade::fill, radius);
  }
  double y = at.y + sheet.px(8);
  draw_disc(sheet, node, {at.x + pad, std::round(y), disc, disc});
  name.draw(left, y);
  y += name.height() + air;
  goal.draw(left, y);
  // At the foot, so that they stand side by side in a row of lessons.
  y = box.bottom() - sheet.px(8) - line;
  const double bar = std::min(room * 0.3, sheet.px(96));
  const double high = sheet.px(4);
  draw_share(sheet, node, {left, std::round(y + (line - high) / 2), bar, high});
  const std::string words = fmt::format("{}", fmt::join(node.lines, "  ·  "));
  const double from = left + bar + pad;
  canvas.text_in({from, y, at.right() - pad - from, line}, canvas.fit(words, quiet, at.right() - pad - from), quiet);
  if (live) {
    sheet.ring(node, node.actions.front(), box, radius);
    sheet.zone(node, node.actions.front(), box);
  }
  sheet.place(node, box);
  return box.h;
}

}  // namespace ui
