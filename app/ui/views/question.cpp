// What is asked, and the lettered answers.
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <cmath>

namespace ui {

using figure::Role;
using figure::Shade;

double draw_question(Sheet& sheet, const session::Node& node, const Box& at) {
  double y = at.y;
  const Style style{Face::bold, Type::lead};
  for (const std::string* text : {&node.label, &node.value}) {
    if (!text->empty()) y += set_text(sheet.canvas, *text, style, at.x, y, at.w);
  }
  y += draw_paragraphs(sheet, node.paragraphs, style, {at.x, y, at.w, 0});
  y += draw_actions(sheet, node, {at.x, y, at.w, 0}, actions_of(node));
  sheet.place(node, {at.x, at.y, at.w, y - at.y});
  return y - at.y;
}

double draw_choice(Sheet& sheet, const session::Node& node, const Box& at, bool tight) {
  Canvas& canvas = sheet.canvas;
  const bool missed = node.answered && node.selected && !node.right;
  const Role tone = node.right ? Role::good : missed ? Role::bad : Role::accent;
  const Style words{}, remark{Face::bold, Type::small, tone};
  const double disc = std::round(canvas.size(words) * (tight ? 1.5 : 1.75)), pad = sheet.px(12);
  const double left = at.x + pad + disc + sheet.px(12), room = at.right() - pad - left;
  Flow label(canvas, words, room), value(canvas, remark, room);
  for (const lesson::Paragraph& paragraph : node.paragraphs) {
    label.add(paragraph.runs);
    label.end();
  }
  value.add(node.value, remark);
  value.end();
  const double inner = std::max(label.height() + value.height(), disc);
  const double air = sheet.px(tight ? 1 : 6);
  const Box box{at.x, at.y, at.w, inner + 2 * air};
  const double radius = sheet.px(6);
  const bool live = !node.actions.empty();
  if (node.selected) {
    canvas.fill(box, Role::accent, Shade::tint, radius);
  } else if (live && sheet.hovered(node, node.actions.front())) {
    canvas.fill(box, Role::panel, Shade::fill, radius);
  }
  const Box ring{at.x + pad, std::round(box.y + air), disc, disc};
  if (node.selected || node.right) {
    canvas.fill(ring, tone, Shade::fill, disc / 2);
  } else {
    canvas.outline(ring, canvas.theme().hairline(), Role::hairline, Shade::fill, disc / 2);
  }
  canvas.text_in(ring, node.label, {Face::bold, Type::small, node.selected || node.right ? Role::page : Role::ink},
                 figure::Anchor::middle);
  const double top = box.y + std::round((box.h - label.height() - value.height()) / 2);
  label.draw(left, top);
  value.draw(left, top + label.height());
  if (live) {
    sheet.ring(node, node.actions.front(), box, radius);
    sheet.zone(node, node.actions.front(), box, Zone::Kind::mark);
  }
  sheet.place(node, box);
  return box.h;
}

}  // namespace ui
