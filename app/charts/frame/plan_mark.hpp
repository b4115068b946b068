// The point of a plan, told by its shape: unfused a circle, fused a square, any other a diamond.
#pragma once

#include "charts/frame/drawing.hpp"

#include <optional>

namespace charts {

struct MarkLook {
  double radius = 5;
  std::optional<Paint> fill{};
  std::optional<Stroke> stroke{};
};

void draw_plan_mark(Drawing& drawing, std::size_t plan, Point at, const MarkLook& look, const Seen& seen);
/// The corner of a recorded one.
void draw_mark_tab(Drawing& drawing, Point at, double radius, const Seen& seen);

}  // namespace charts
