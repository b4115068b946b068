// Where the scene plays: warehouse, town, road, corner depot, loading dock. 744 wide, 140 high, y down.
#pragma once

#include "charts/scene/brush.hpp"
#include "charts/scene/gift.hpp"

#include <vector>

namespace charts::town {

inline constexpr double width = 744, height = 140;
inline constexpr double road_top = 112, road_bottom = 136, wheels = 130;  ///< y
inline constexpr double warehouse_gate = 152;                             ///< x: where trucks are loaded
inline constexpr double depot_left = 330, depot_right = 418;
inline constexpr double dock_left = 576, floor = 112;  ///< the platform: its edge, and y of its floor

/// Houses and trees in the distance, then the road.
void draw_town(const Brush& brush);
/// With what is on its shelves.
void draw_warehouse(const Brush& brush, const std::vector<Dressed>& shelves, Role hue);
/// Green; with the tensor it keeps, if any.
void draw_depot(const Brush& brush, const std::vector<Dressed>& keeps, Role hue);
void draw_dock(const Brush& brush);
/// The table a gift stands on: y of its top, and the x of the gift being dressed.
inline constexpr double table_top = 92, table_middle = 611;
void draw_table(const Brush& brush);

}  // namespace charts::town
