// One lane of the scene at a moment: who is where, what is on the shelves, the table, the road.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/scene/town.hpp"
#include "charts/scene/warehouse.hpp"

namespace charts {

struct LaneView {
  Moment moment;
  double scene_end = 0;  ///< of both lanes
  town::Site site;
  bool lettered = true;  ///< signs, names and numbers; without them in a small panel
};

void draw_warehouse_lane(Drawing& drawing, const ChartData& data, const SceneLane& lane, const LaneView& view,
                         const Brush& brush);

}  // namespace charts
