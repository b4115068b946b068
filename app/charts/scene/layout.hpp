// Where the lanes of the scene lie in a room of any size: one above the other, or two side by side, each below its
// caption, meters at the right.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/scene/town.hpp"
#include "figure/box.hpp"

#include <vector>

namespace charts {

/// No letter below a fortieth of the height: the smallest of the scale, 12, becomes 14 of 540. In a frame narrow
/// for its height they grow with the width, since that is what lanes lack there.
[[nodiscard]] ChartData readable(const ChartData& data);

struct LanePlace {
  figure::Box caption;  ///< its words stand on the box's bottom edge
  figure::Box meter;
  Point origin;  ///< of the town's units; what rises above them lies above it
  double scale = 1;
  town::Site site;
};

/// What the lanes are to be fitted into, in figure units.
struct LaneRoom {
  figure::Box box;
  std::size_t lanes = 1;
  bool depot = false;                     ///< some lane's trucks turn there
  double caption = 0;                     ///< the height of a line of words
  double gap = 0;                         ///< between lanes, and between a lane and its meter
  double meter_wide = 0, meter_high = 0;  ///< as its lines need
};

/// All lanes are as large as each other. The road takes the width that is over, the roofs as much of the height as
/// looks right.
[[nodiscard]] std::vector<LanePlace> lane_places(const LaneRoom& room);

}  // namespace charts
