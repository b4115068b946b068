// Draws the places.
#include "charts/scene/town.hpp"

#include "charts/scene/look.hpp"

#include <algorithm>

namespace charts::town {
namespace {

void house(const Brush& brush, double wide, double high, double roof) {
  brush.rect(0, -high, wide, high, 0, look::far_off);
  brush.polygon({{-4, -high}, {wide / 2, -high - roof}, {wide + 4, -high}}, look::far_off);
  for (double x = 6; x + 7 < wide; x += 13) brush.rect(x, -high + 8, 6, 8, 0, look::paper);
}

void tree(const Brush& brush, double size) {
  brush.rect(-1.5, -size, 3, size, 0, look::far_off);
  brush.circle(0, -size - 4, size * 0.55, look::far_off);
}

void parcels(const Brush& brush, const std::vector<Dressed>& gifts, double step, std::size_t most, Role hue) {
  const std::size_t n = std::min(most, gifts.size());
  for (std::size_t i = 0; i < n; ++i) draw_gift(brush.at(static_cast<double>(i) * step, 0, 0.66), gifts[i], hue);
}

}  // namespace

void draw_town(const Brush& brush) {
  const Brush ground = brush.at(0, road_top);
  house(ground.at(186, 0), 34, 30, 16);
  tree(ground.at(236, 0), 22);
  house(ground.at(254, 0), 22, 46, 12);
  house(ground.at(276, 0), 40, 26, 15);
  tree(ground.at(438, 0), 26);
  tree(ground.at(456, 0), 16);
  house(ground.at(474, 0), 28, 38, 14);
  house(ground.at(502, 0), 32, 24, 14);
  tree(ground.at(550, 0), 24);
  brush.rect(0, road_top, width, road_bottom - road_top, 0, look::far_off);
  brush.line({{0, road_top}, {width, road_top}}, {look::edge, 1, 0});
  brush.line({{0, road_bottom}, {width, road_bottom}}, {look::edge, 1, 0});
  for (double x = 160; x < dock_left - 14; x += 28) brush.line({{x, 124}, {x + 14, 124}}, {look::paper, 2, 0});
}

void draw_warehouse(const Brush& brush, const std::vector<Dressed>& shelves, Role hue) {
  brush.polygon({{-2, 30}, {75, 2}, {152, 30}}, look::wall, look::wall_line);
  brush.rect(4, 30, 142, road_bottom - 30, 0, look::wall, look::wall_line);
  brush.rect(12, 54, 126, road_bottom - 54, 0, look::paper, look::wall_line);
  brush.line({{12, 94}, {138, 94}}, {look::edge, 2.5, 0});
  brush.line({{12, 134}, {138, 134}}, {look::edge, 2.5, 0});
  constexpr std::size_t shelf = 5;
  // Where there are more than two shelves hold, those that came last.
  const std::size_t first = shelves.size() - std::min(shelves.size(), 2 * shelf);
  const std::vector<Dressed> seen(shelves.begin() + static_cast<std::ptrdiff_t>(first), shelves.end());
  parcels(brush.at(27, 93), seen, 24, shelf, hue);
  if (seen.size() > shelf) parcels(brush.at(27, 133), {seen.begin() + shelf, seen.end()}, 24, shelf, hue);
}

void draw_depot(const Brush& brush, const std::vector<Dressed>& keeps, Role hue) {
  const double wide = depot_right - depot_left, roof = 58, awning = 66;
  const Brush shop = brush.at(depot_left, 0);
  shop.rect(4, roof, wide - 8, road_top - roof, 0, look::wall, look::wall_line);
  shop.rect(10, 80, 42, 28, 1, look::paper, look::wall_line);
  shop.rect(60, 80, 18, road_top - 80, 0, look::paper, look::wall_line);
  shop.circle(74, 97, 1.4, look::ink);
  if (!keeps.empty()) parcels(shop.at(31, 107), {keeps.back()}, 0, 1, hue);
  constexpr int stripes = 9;
  const double stripe = wide / stripes;
  for (int i = 0; i < stripes; ++i) {
    const Paint paint = i % 2 == 0 ? Paint{Role::l2, Shade::fill} : look::paper;
    shop.rect(stripe * i, roof, stripe, awning + 8 - roof, 0, paint);
    shop.circle(stripe * (i + 0.5), awning + 8, stripe / 2, paint);
  }
  shop.line({{0, roof}, {wide, roof}}, {{Role::l2, Shade::text}, 2, 0});
}

void draw_dock(const Brush& brush) {
  const double wide = width - dock_left, tooth = wide / 4;
  // A hall with a saw-tooth roof, open to the road.
  for (int i = 0; i < 4; ++i) {
    const double x = dock_left + tooth * i;
    brush.polygon({{x, 24}, {x, 6}, {x + tooth, 24}}, look::wall, look::wall_line);
  }
  brush.rect(dock_left, 24, wide, floor - 24, 0, look::wall, look::wall_line);
  brush.rect(dock_left - 8, floor, wide + 8, road_bottom - floor, 0, look::kraft, look::wall_line);
  brush.rect(dock_left - 12, floor + 4, 4, 14, 1, look::ink);  // bumper
  for (double x = dock_left; x + 14 < width; x += 29) {
    brush.polygon({{x, road_bottom - 8}, {x + 12, road_bottom - 8}, {x + 6, road_bottom - 1}, {x - 6, road_bottom - 1}},
                  look::edge);
  }
}

void draw_table(const Brush& brush) {
  const double left = table_middle - 28;
  brush.rect(left + 5, table_top + 3, 3, floor - table_top - 3, 0, look::ink);
  brush.rect(left + 47, table_top + 3, 3, floor - table_top - 3, 0, look::ink);
  brush.rect(left, table_top, 56, 4, 1, look::ink);
}

}  // namespace charts::town
