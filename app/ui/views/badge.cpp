// Where a number comes from, in a word and a shape: guess hollow, model dashed, measured filled, recorded with a tab.
#include "record/measurement.hpp"
#include "ui/flow.hpp"
#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using figure::Role;
using figure::Shade;

void draw_sign(Sheet& sheet, std::optional<record::Source> source, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const double thick = sheet.px(2);
  if (source == record::Source::guess) {
    canvas.outline(at, thick, Role::guess);
  } else if (source == record::Source::model) {
    const double middle = at.y + at.h / 2;
    for (double x = at.x; x < at.right(); x += 2 * thick) {
      canvas.line(x, middle, std::min(x + thick, at.right()), middle, thick, Role::model);
    }
  } else {
    canvas.fill(at, Role::ink);
    if (source == record::Source::recorded)
      canvas.fill({at.right() - at.w / 2, at.y, at.w / 2, at.h / 2}, Role::launch);
  }
}

}  // namespace

double draw_badge(Sheet& sheet, const session::Node& node, const Box& at) {
  Canvas& canvas = sheet.canvas;
  const Style style{Face::words, Type::small, Role::quiet_ink};
  const double height = std::round(canvas.size(style) * 1.9);
  const double sign = std::round(canvas.size(style) * 0.7), gap = sheet.px(8);
  const double room = at.w - sign - gap;
  Flow label(canvas, style, room);  // in a narrow column a line more
  label.add(node.label, style);
  label.end();
  const double high = std::max(height, label.height() + height - canvas.leading(style));
  const Box box{at.x, at.y, std::round(label.extent() + sign + gap), high};
  draw_sign(sheet, node.source, {box.x, std::round(box.y + (high - sign) / 2), sign, sign});
  label.draw(box.x + sign + gap, box.y + std::round((high - label.height()) / 2));
  sheet.place(node, box);
  return high;
}

}  // namespace ui
