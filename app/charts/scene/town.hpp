// Where the scene plays: warehouse, houses, road, corner depot, loading dock. As wide and as high as there is room; y
// down.
#pragma once

#include "charts/scene/brush.hpp"
#include "charts/scene/gift.hpp"

#include <vector>

namespace charts::town {

inline constexpr double least_height = 140;
inline constexpr double road_top = 112, road_bottom = 136, wheels = 130, floor = 112;  ///< y
inline constexpr double warehouse_gate = 152;                                          ///< x: where trucks are loaded
inline constexpr double depot_width = 88, dock_width = 168;

inline constexpr double shelf_height = 40;  ///< where no name asks for more

/// One town's measures. The ground lies where it lies; roofs rise where there is room above.
struct Site {
  double width = 0;
  double rise = 0;  ///< how much higher than the least the roofs are
  bool depot = false;
  double shelf = shelf_height;  ///< of each of the warehouse's: higher ones are fewer
  [[nodiscard]] double height() const { return least_height + rise; }
  [[nodiscard]] double dock_left() const { return width - dock_width; }  ///< the platform's edge
  [[nodiscard]] double depot_left() const { return (warehouse_gate + dock_left() - 12 - depot_width) / 2; }
};
/// Narrower than this no truck could drive.
[[nodiscard]] double least_width(bool depot);

/// Houses and trees in the distance, as many as there is room for.
void draw_houses(const Brush& brush, const Site& site);
void draw_road(const Brush& brush, const Site& site);
/// What stands on a shelf.
struct Stored {
  int value = 0;
  bool full = true;  ///< false: a roll of ribbon
  Dressed wears{};
};
inline constexpr double shelf_scale = 0.66, shelf_step = 23;  ///< of a gift there; how far it is to the next
/// How many gifts stand on all shelves.
[[nodiscard]] std::size_t shelf_room(const Site& site);
/// The middle of each gift's foot, for as many as the shelves hold.
[[nodiscard]] std::vector<Point> shelf_places(const Site& site, std::size_t count);
/// With what is on its shelves: where there are more than they hold, those that came last.
void draw_warehouse(const Brush& brush, const Site& site, const std::vector<Stored>& shelves, Role hue);
/// Green; with the tensor it keeps, if any.
void draw_depot(const Brush& brush, const Site& site, const std::vector<Stored>& keeps, Role hue);
void draw_dock(const Brush& brush, const Site& site);
/// The table a gift stands on: y of its top, and how far from the platform's edge the gift is that is being dressed.
inline constexpr double table_top = 92, table_middle = 35;
void draw_table(const Brush& brush, const Site& site);

}  // namespace charts::town
