// Labels in one column, taps in another.
#include "ui/stage_tools.hpp"

#include "ui/views/views.hpp"

#include <algorithm>
#include <cmath>

namespace ui {

void draw_tools(Sheet& sheet, Scroller& scroller, const std::vector<const session::Node*>& tools, const Box& box) {
  Canvas& canvas = sheet.canvas;
  const Style label{Face::words, Type::small, figure::Role::quiet_ink};
  double names = 0;
  for (const session::Node* tool : tools) names = std::max(names, canvas.width(tool->label, label));
  names = std::round(std::min(names + sheet.px(16), box.w * 0.3));
  const double pad = sheet.px(8);
  scroller.part({box.x - pad, box.y, box.w + 2 * pad, box.h}, [&](double top) {
    double y = top + pad;
    for (const session::Node* tool : tools) {
      session::Node taps = *tool;
      taps.label.clear();
      const double high = std::round(canvas.size(label) * 2.25);
      canvas.text_in({box.x, y, names, high}, canvas.fit(tool->label, label, names - pad), label);
      // One that offers nothing is a word: on one line with its label.
      const double drop = taps.actions.empty() ? std::round((high - canvas.leading(label)) / 2) : 0;
      y += std::max(high, draw_taps(sheet, taps, {box.x + names, y + drop, box.w - names, 0}) + drop) + pad;
    }
    return y - top;
  });
}

}  // namespace ui
