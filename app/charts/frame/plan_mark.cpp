// Draws the points of plans.
#include "charts/frame/plan_mark.hpp"

namespace charts {

void draw_plan_mark(Drawing& drawing, std::size_t plan, Point at, const MarkLook& look, const Seen& seen) {
  const auto& [r, fill, stroke] = look;
  if (plan == 0) {
    drawing.circle({at, r, fill, stroke}, seen);
  } else if (plan == 1) {
    const double half = 0.9 * r;
    drawing.rect({{at.x - half, at.y - half}, 2 * half, 2 * half, 0, fill, stroke}, seen);
  } else {
    const double d = 1.25 * r;
    drawing.polygon({{{at.x, at.y - d}, {at.x + d, at.y}, {at.x, at.y + d}, {at.x - d, at.y}}, fill, stroke}, seen);
  }
}

void draw_mark_tab(Drawing& drawing, Point at, double radius, const Seen& seen) {
  drawing.polygon({{{at.x, at.y - radius}, {at.x + radius, at.y - radius}, {at.x + radius, at.y}}, ink}, seen);
}

}  // namespace charts
