// The band at the top: which lesson, which step, and the way to the others.
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

const session::Action no_action{};

/// Steps from the right edge leftwards; returns the x where they begin.
double draw_steps(Sheet& sheet, const session::Node& steps, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style number{Face::words, Type::tiny};
  const auto count = static_cast<double>(steps.children.size());
  double size = std::round(canvas.size(number) * 2), gap = sheet.px(8);
  // Where numbers do not fit, dots do.
  const bool dots = count * (size + gap) > at.w * 0.6;
  if (dots) {
    size = sheet.px(12);
    gap = sheet.px(4);
  }
  const double left = at.right() - count * size - (count - 1) * gap;
  double x = left;
  std::string named;
  for (std::size_t i = 0; i < steps.children.size(); ++i) {
    const session::Node& step = steps.children[i];
    const session::Action& action = step.actions.empty() ? no_action : step.actions.front();
    const Box box{x, std::round(at.y + (at.h - size) / 2), size, size};
    const bool answered = step.answered;
    const bool lit = !step.actions.empty() && (sheet.hovered(step, action) || sheet.focused(step, action));
    if (step.selected) {
      canvas.fill(box, Role::accent, Shade::fill, size / 2);
    } else {
      if (lit || dots || answered) canvas.fill(box, Role::accent, Shade::tint, size / 2);
      canvas.outline(box, canvas.theme().hairline(), answered ? Role::accent : Role::hairline,
                     lit || answered ? Shade::fill : Shade::tint, size / 2);
    }
    if (!dots) {
      Style style = number;
      style.role = step.selected ? Role::page : Role::quiet_ink;
      style.face = step.selected ? Face::bold : Face::words;
      canvas.text_in(box, std::to_string(i + 1), style, figure::Anchor::middle);
    }
    if (!step.actions.empty()) {
      sheet.ring(step, action, box, size / 2);
      sheet.zone(step, action, box.inset(-gap / 2));
      if (lit) named = step.label;
    }
    sheet.place(step, box);
    x += size + gap;
  }
  sheet.place(steps, {left, at.y, at.right() - left, at.h}, false);
  if (!named.empty()) {
    const Style style{Face::words, Type::small, Role::quiet_ink};
    const double room = std::max(0.0, left - sheet.px(16) - at.x);
    canvas.text_in({at.x, at.y, room, at.h}, canvas.fit(named, style, room), style, figure::Anchor::end);
    return left - sheet.px(16) - canvas.width(named, style);
  }
  return left;
}

/// The header's own actions at the right edge; returns the x where they begin.
double draw_ways(Sheet& sheet, const session::Node& header, const Box& at) {
  double right = at.right();
  const auto ways = actions_of(header);
  for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
    right -= button_width(sheet, **way, Look::small);
    draw_button(sheet, header, **way, {right, at.y + at.h * 0.15, 0, at.h * 0.7}, Look::small);
  }
  return ways.empty() ? right : right - sheet.px(16);
}

}  // namespace

void draw_header(Sheet& sheet, const session::Node* header, const session::Node* steps, const Box& at) {
  Canvas& canvas = sheet.canvas;
  double right = at.right();
  if (header != nullptr) right = draw_ways(sheet, *header, at);
  if (steps != nullptr) right = draw_steps(sheet, *steps, {at.x, at.y, right - at.x, at.h}) - sheet.px(24);
  canvas.rule(0, at.bottom() - canvas.theme().hairline(), 2 * at.x + at.w);
  if (header == nullptr) return;
  const Style title{Face::bold, Type::body}, quiet{Face::words, Type::small, Role::quiet_ink};
  const double room = right - at.x;
  const double value = header->value.empty() ? 0 : canvas.width(header->value, quiet) + sheet.px(16);
  const bool both = canvas.width(header->label, title) + value <= room;
  const std::string label = canvas.fit(header->label, title, both ? room : std::max(room, 0.0));
  double used = canvas.width(label, title);
  canvas.text_in(at, label, title);
  if (both && !header->value.empty()) {
    canvas.text_in({at.x + used + sheet.px(16), at.y, room, at.h}, header->value, quiet);
    used += value;
  }
  const auto fits = [&](const std::string& way) { return used + sheet.px(48) + canvas.width(way, quiet) <= room; };
  if (const auto way = std::ranges::find_if(sheet.ways_in, fits); way != sheet.ways_in.end()) {
    canvas.text_in({at.x, at.y, room, at.h}, *way, quiet, figure::Anchor::end);
  }
  sheet.place(*header, {at.x, at.y, std::min(used, room), at.h});
}

}  // namespace ui
