// Buttons: the one filled one, outlined ones, and quiet words.
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

Style label_style(Look look, bool enabled) {
  const Type type = look == Look::small ? Type::small : Type::body;
  if (!enabled) return {Face::words, type, Role::quiet_ink};
  const bool filled = look == Look::filled;
  return {filled ? Face::bold : Face::words, type, filled ? Role::page : Role::ink, Shade::fill};
}

double side_pad(const Sheet& sheet, Look look) {
  return sheet.px(look == Look::filled ? 24 : look == Look::plain ? 16 : 12);
}

/// The projector's page has fewer things on it; F1 lists the keys.
std::string hint_of(const Sheet& sheet, const session::Action& action) {
  return sheet.canvas.theme().projector() ? std::string() : key_hint(action.keys);
}

}  // namespace

std::string key_hint(const session::Keys& keys) {
  if (keys.empty()) return {};
  return keys.front() == "Escape" ? "Esc" : keys.front();
}

std::vector<const session::Action*> actions_of(const session::Node& node) {
  std::vector<const session::Action*> all;
  for (const session::Action& action : node.actions) {
    if (!action.tucked && action.gesture != session::Gesture::word) all.push_back(&action);
  }
  return all;
}

double button_width(Sheet& sheet, const session::Action& action, Look look) {
  const std::string keys = hint_of(sheet, action);
  const double hint = keys.empty() ? 0 : sheet.canvas.width(keys, {Face::figures, Type::tiny}) + sheet.px(12);
  const double label = sheet.canvas.width(action.label, label_style(look, action.enabled));
  return std::round(label + hint + 2 * side_pad(sheet, look));
}

double draw_button(Sheet& sheet, const session::Node& node, const session::Action& action, const Box& at, Look look,
                   bool right_aligned) {
  Canvas& canvas = sheet.canvas;
  const bool filled = look == Look::filled;
  const Style style = label_style(look, action.enabled);
  const Style hint{Face::figures, Type::tiny, filled && action.enabled ? Role::page : Role::quiet_ink, Shade::text};
  const std::string keys = hint_of(sheet, action);
  const double pad = side_pad(sheet, look), width = button_width(sheet, action, look);
  const Box box{right_aligned ? at.x - width : at.x, at.y, width, at.h};
  const double radius = sheet.px(6);
  const bool lit = action.enabled && sheet.hovered(node, action);
  if (filled) {
    const bool ready = action.enabled;
    canvas.fill(box, ready ? Role::accent : Role::hairline, ready ? Shade::fill : Shade::tint, radius, lit ? 0.88 : 1);
  } else if (lit) {
    canvas.fill(box, Role::accent, Shade::tint, radius);
  }
  const double drop = sheet.held(node, action) && action.enabled ? sheet.px(1) : 0;
  canvas.text_in({box.x + pad, box.y + drop, box.w, box.h}, action.label, style);
  if (!keys.empty()) {
    canvas.text_in({box.x, box.y + drop, box.w - pad, box.h}, keys, hint, figure::Anchor::end);
  }
  sheet.ring(node, action, box, radius);
  sheet.zone(node, action, box);
  return width;
}

double draw_actions(Sheet& sheet, const session::Node& node, const Box& at,
                    const std::vector<const session::Action*>& actions) {
  if (actions.empty()) return 0;
  Canvas& canvas = sheet.canvas;
  const double height = std::round(canvas.size({Face::words, Type::small}) * 2), gap = sheet.px(24);
  double x = at.x, y = at.y + sheet.px(4);
  for (const session::Action* action : actions) {
    const Style style{Face::words, Type::small, action->enabled ? Role::accent : Role::quiet_ink, Shade::text};
    const Style hint{Face::figures, Type::tiny, Role::quiet_ink, Shade::text};
    const std::string keys = hint_of(sheet, *action);
    const double label = canvas.width(action->label, style);
    const double width = label + (keys.empty() ? 0 : canvas.width(keys, hint) + sheet.px(8));
    if (x > at.x && x + width > at.right()) {
      x = at.x;
      y += height;
    }
    const Box box{x, y, width, height};
    canvas.text_in(box, action->label, style);
    if (!keys.empty()) canvas.text_in(box, keys, hint, figure::Anchor::end);
    if (action->enabled) {
      const double under = std::round(y + (height + canvas.cap_height(style)) / 2) + sheet.px(3);
      canvas.rule(x, under, label, Role::hairline, sheet.hovered(node, *action) ? Shade::fill : Shade::tint);
    }
    sheet.ring(node, *action, box.inset(-sheet.px(4), 0), sheet.px(4));
    sheet.zone(node, *action, box);
    x += width + gap;
  }
  return y + height - at.y;
}

}  // namespace ui
