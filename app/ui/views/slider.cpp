// A slider: what it sets, the line with its halts and the knob, the buttons below.
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {

using figure::Role;
using figure::Shade;

void draw_slider_line(Sheet& sheet, const session::Slider& slider, const Box& line, bool lit, bool enabled) {
  Canvas& canvas = sheet.canvas;
  const double middle = line.y + line.h / 2, thick = sheet.px(4), x = line.x + slider.at * line.w;
  const Role done = enabled ? Role::accent : Role::hairline;
  canvas.fill({line.x, middle - thick / 2, line.w, thick}, Role::hairline, Shade::tint, thick / 2);
  canvas.fill({line.x, middle - thick / 2, x - line.x, thick}, done, Shade::fill, thick / 2);
  // Where halts would touch they say nothing.
  const double apart = line.w / static_cast<double>(std::max<std::size_t>(1, slider.stops.size()));
  if (apart >= sheet.px(6)) {
    const double wide = canvas.theme().hairline(), high = sheet.px(12);
    for (const double stop : slider.stops) {
      canvas.fill({std::round(line.x + stop * line.w - wide / 2), middle - high / 2, wide, high}, Role::hairline);
    }
  }
  const double radius = sheet.px(lit ? 9 : 8);
  canvas.fill({x - radius, middle - radius, 2 * radius, 2 * radius}, done, Shade::fill, radius);
}

double draw_slider(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style name{Face::bold, Type::small}, value{Face::words, Type::small, Role::quiet_ink};
  const Box head{at.x, at.y, at.w, canvas.leading(name)};
  canvas.text_in(head, node.label, name);
  const double used = canvas.width(node.label, name) + sheet.px(8);
  canvas.text_in({head.x + used, head.y, head.w - used, head.h}, canvas.fit(node.value, value, head.w - used), value);
  double y = head.bottom();
  if (node.slider && !node.actions.empty()) {
    const session::Action& move = node.actions.front();
    const double knob = sheet.px(9), high = sheet.px(28);
    const Box row{at.x, y, at.w, high}, line{at.x + knob, y, at.w - 2 * knob, high};
    draw_slider_line(sheet, *node.slider, line, move.enabled && (sheet.hovered(node, move) || sheet.held(node, move)),
                     move.enabled);
    sheet.ring(node, move, row, sheet.px(6));
    Zone& zone = sheet.zone(node, move, row, Zone::Kind::slide);
    zone.origin_x = line.x;
    zone.unit = line.w;
    y += high;
  }
  std::vector<const session::Action*> buttons = actions_of(node);
  if (!buttons.empty()) buttons.erase(buttons.begin());
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, buttons);
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

}  // namespace ui
