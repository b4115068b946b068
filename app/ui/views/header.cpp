// The band at the top: which lesson, which step, and the way to the others.
#include "base/words.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

const session::Action no_action{};

constexpr Style step_number{Face::words, Type::tiny};

/// The circles of a lesson's steps.
struct Circles {
  double size = 0, gap = 0, wide = 0;
  bool dots = false;  ///< without numbers
};

/// Where numbers do not fit, or leave the title less than its room, dots do.
Circles circles_of(Sheet& sheet, const session::Node& steps, double room, double title) {
  const auto count = static_cast<double>(steps.children.size());
  Circles out{.size = std::round(sheet.canvas.size(step_number) * 2), .gap = sheet.px(8)};
  const double wide = count * (out.size + out.gap);
  out.dots = wide > room * 0.6 || title + sheet.px(24) + wide > room;
  if (out.dots) {
    out.size = sheet.px(12);
    out.gap = sheet.px(4);
  }
  out.wide = count * out.size + (count - 1) * out.gap;
  return out;
}

/// Steps from the right edge leftwards; returns the x where they begin.
double draw_steps(Sheet& sheet, const session::Node& steps, const Box& at, double title) {
  Canvas& canvas = sheet.canvas;
  const auto [size, gap, wide, dots] = circles_of(sheet, steps, at.w, title);
  const double left = at.right() - wide;
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
      Style style = step_number;
      style.role = step.selected ? Role::page : Role::quiet_ink;
      style.face = step.selected ? Face::bold : Face::words;
      canvas.text_in(box, std::to_string(i + 1), style, figure::Anchor::middle);
    }
    if (!step.actions.empty()) {
      sheet.ring(step, action, box, size / 2);
      sheet.zone(step, action, box.inset(-gap / 2));
      if (lit) named = base::say("ui.step_named", {{"name", step.label}});
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

/// The header's own actions, with their keys or without; those that are not drawn yet are still tucked.
std::vector<session::Action> ways_of(const session::Node& header, bool with_keys) {
  std::vector<session::Action> ways = header.actions;
  std::erase_if(ways, [](const session::Action& way) { return way.tucked && !way.early; });
  for (session::Action& way : ways) {
    if (!with_keys) way.keys.clear();
  }
  return ways;
}

double ways_width(Sheet& sheet, const std::vector<session::Action>& ways) {
  double wide = ways.empty() ? 0 : sheet.px(16);
  for (const session::Action& way : ways) wide += button_width(sheet, way, Look::small);
  return wide;
}

/// At the right edge; returns the x where they begin.
double draw_ways(Sheet& sheet, const session::Node& header, const Box& at, const std::vector<session::Action>& ways) {
  double right = at.right();
  for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
    right -= button_width(sheet, *way, Look::small);
    draw_button(sheet, header, *way, {right, at.y + at.h * 0.15, 0, at.h * 0.7}, Look::small);
  }
  return ways.empty() ? right : right - sheet.px(16);
}

}  // namespace

void draw_header(Sheet& sheet, const session::Node* header, const session::Node* steps, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style title{Face::bold, Type::body}, quiet{Face::words, Type::small, Role::quiet_ink};
  double right = at.right();
  Box free{right, at.y, 0, at.h};  // where ways will stand
  const double named = header == nullptr ? 0 : canvas.width(header->label, title);
  if (header != nullptr) {
    // A name is whole before keys are told, which F1 lists.
    const auto fits = [&](const std::vector<session::Action>& ways) {
      const double room = at.w - ways_width(sheet, ways);
      return named <= room && (steps == nullptr || !circles_of(sheet, *steps, room, named).dots);
    };
    std::vector<session::Action> ways = ways_of(*header, true);
    if (!fits(ways)) ways = ways_of(*header, false);
    // Ways that a later step shows have their room from the start: then nothing beside them moves.
    right -= ways_width(sheet, ways);
    std::erase_if(ways, &session::Action::tucked);
    free = {right, at.y, draw_ways(sheet, *header, at, ways) - right, at.h};
  }
  if (steps != nullptr) right = draw_steps(sheet, *steps, {at.x, at.y, right - at.x, at.h}, named) - sheet.px(24);
  canvas.rule(0, at.bottom() - canvas.theme().hairline(), 2 * at.x + at.w);
  if (header == nullptr) return;
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
  const Box hints =
      free.w > 0 ? Box{free.x + sheet.px(16), at.y, free.w - sheet.px(16), at.h} : Box{at.x, at.y, room, at.h};
  const double taken = free.w > 0 ? 0 : used + sheet.px(48);
  const auto fits = [&](const std::string& way) { return taken + canvas.width(way, quiet) <= hints.w; };
  if (const auto way = std::ranges::find_if(sheet.ways_in, fits); way != sheet.ways_in.end()) {
    canvas.text_in(hints, *way, quiet, figure::Anchor::end);
  }
  sheet.place(*header, {at.x, at.y, std::min(used, room), at.h});
}

}  // namespace ui
