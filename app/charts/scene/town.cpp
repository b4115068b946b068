// Draws the places.
#include "charts/scene/town.hpp"

#include "charts/scene/look.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace charts::town {
namespace {

struct Piece {
  double wide, high, roof;  ///< a roof of 0: a tree
  double gap;               ///< to the next
};
constexpr Piece pieces[] = {{34, 30, 16, 14}, {13, 22, 0, 12}, {22, 46, 12, 2},  {40, 26, 15, 16}, {15, 26, 0, 4},
                            {10, 16, 0, 12},  {28, 38, 14, 2}, {32, 24, 14, 14}, {14, 24, 0, 18}};

void house(const Brush& brush, double wide, double high, double roof) {
  brush.rect(0, -high, wide, high, 0, look::far_off);
  brush.polygon({{-4, -high}, {wide / 2, -high - roof}, {wide + 4, -high}}, look::far_off);
  for (double y = -high + 8; y < -14; y += 18) {
    for (double x = 6; x + 7 < wide; x += 13) brush.rect(x, y, 6, 8, 0, look::paper);
  }
}

void tree(const Brush& brush, double size) {
  brush.rect(-1.5, -size, 3, size, 0, look::far_off);
  brush.circle(0, -size - 4, size * 0.55, look::far_off);
}

/// As many as fit between two places, from the list's `first` on, spread over all of the room.
void row(const Brush& ground, double from, double to, double rise, std::size_t first) {
  std::vector<double> places;
  std::size_t count = 0;
  double x = from, end = from;
  for (;; ++count) {
    const Piece& one = pieces[(first + count) % std::size(pieces)];
    if (x + one.wide > to) break;
    places.push_back(x);
    end = x + one.wide;
    x = end + one.gap;
  }
  const double spare = count < 2 ? (to - end) / 2 : (to - end) / static_cast<double>(count - 1);
  const double taller = 1 + rise / 90;
  for (std::size_t i = 0; i < count; ++i) {
    const Piece& one = pieces[(first + i) % std::size(pieces)];
    const double at = places[i] + spare * (count < 2 ? 1 : static_cast<double>(i));
    if (one.roof > 0)
      house(ground.at(at, 0), one.wide, one.high * taller, one.roof);
    else
      tree(ground.at(at + one.wide / 2, 0), one.high * std::min(taller, 1.6));
  }
}

}  // namespace

/// y of the warehouse's opening, and of its floors from the lowest up.
double opening_of(const Site& site) {
  return 54 - site.rise;
}

std::vector<double> floors_of(const Site& site) {
  const double top = site.shelf > shelf_height ? site.shelf : 30;  // of the uppermost: without names less will do
  std::vector<double> floors{134};
  while (floors.back() - site.shelf - top >= opening_of(site)) floors.push_back(floors.back() - site.shelf);
  return floors;
}

constexpr std::size_t on_a_shelf = 5;

double least_width(bool depot) {
  return depot ? 620 : 480;
}

void draw_houses(const Brush& brush, const Site& site) {
  const Brush ground = brush.at(0, road_top);
  const double from = warehouse_gate + 12, to = site.dock_left() - 20;
  if (!site.depot) return row(ground, from, to, site.rise, 0);
  row(ground, from, site.depot_left() - 12, site.rise, 0);
  row(ground, site.depot_left() + depot_width + 12, to, site.rise, 4);
}

void draw_road(const Brush& brush, const Site& site) {
  brush.rect(0, road_top, site.width, road_bottom - road_top, 0, look::far_off);
  brush.line({{0, road_top}, {site.width, road_top}}, {look::edge, 1, 0});
  brush.line({{0, road_bottom}, {site.width, road_bottom}}, {look::edge, 1, 0});
  for (double x = 160; x < site.dock_left() - 28; x += 28) brush.line({{x, 124}, {x + 14, 124}}, {look::paper, 2, 0});
}

std::size_t shelf_room(const Site& site) {
  return floors_of(site).size() * on_a_shelf;
}

std::vector<Point> shelf_places(const Site& site, std::size_t count) {
  constexpr double first = 29;
  std::vector<double> floors = floors_of(site);
  if (floors.size() > 1) std::swap(floors[0], floors[1]);  // the upper of the two lowest is filled first
  std::vector<Point> out;
  for (std::size_t i = 0; i < std::min(count, shelf_room(site)); ++i)
    out.push_back({first + shelf_step * static_cast<double>(i % on_a_shelf), floors[i / on_a_shelf] - 1});
  return out;
}

void draw_warehouse(const Brush& brush, const Site& site, const std::vector<Stored>& shelves, Role hue) {
  const double eaves = 30 - site.rise, opening = opening_of(site);
  brush.polygon({{0, eaves}, {75, eaves - 28}, {150, eaves}}, look::wall, look::wall_line);
  brush.rect(4, eaves, 142, road_bottom - eaves, 0, look::wall, look::wall_line);
  brush.rect(12, opening, 126, road_bottom - opening, 0, look::paper, look::wall_line);
  for (double y : floors_of(site)) brush.line({{12, y}, {138, y}}, {look::edge, 2.5, 0});
  const std::vector<Point> places = shelf_places(site, shelves.size());
  const std::size_t first = shelves.size() - places.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Stored& one = shelves[first + i];
    const Brush place = brush.at(places[i].x, places[i].y, shelf_scale);
    if (one.full)
      draw_gift(place, one.wears, hue);
    else
      draw_roll(place, hue);
  }
}

void draw_depot(const Brush& brush, const Site& site, const std::vector<Stored>& keeps, Role hue) {
  const double wide = depot_width, roof = 58, awning = 66;
  const Brush shop = brush.at(site.depot_left(), 0);
  shop.rect(4, roof, wide - 8, road_top - roof, 0, look::wall, look::wall_line);
  shop.rect(10, 80, 42, 28, 1, look::paper, look::wall_line);
  shop.rect(60, 80, 18, road_top - 80, 0, look::paper, look::wall_line);
  shop.circle(74, 97, 1.4, look::ink);
  if (!keeps.empty()) draw_gift(shop.at(31, 107, 0.66), keeps.back().wears, hue);
  constexpr int stripes = 9;
  const double stripe = wide / stripes;
  for (int i = 0; i < stripes; ++i) {
    const Paint paint = i % 2 == 0 ? Paint{Role::l2, Shade::fill} : look::paper;
    shop.rect(stripe * i, roof, stripe, awning + 8 - roof, 0, paint);
    shop.circle(stripe * (i + 0.5), awning + 8, stripe / 2, paint);
  }
  shop.line({{0, roof}, {wide, roof}}, {{Role::l2, Shade::text}, 2, 0});
}

void draw_dock(const Brush& brush, const Site& site) {
  const double left = site.dock_left(), tooth = dock_width / 4, eaves = 24 - site.rise;
  // A hall with a saw-tooth roof, open to the road.
  for (int i = 0; i < 4; ++i) {
    const double x = left + tooth * i;
    brush.polygon({{x, eaves}, {x, eaves - 18}, {x + tooth, eaves}}, look::wall, look::wall_line);
  }
  brush.rect(left, eaves, dock_width, floor - eaves, 0, look::wall, look::wall_line);
  brush.rect(left - 8, floor, dock_width + 8, road_bottom - floor, 0, look::kraft, look::wall_line);
  brush.rect(left - 12, floor + 4, 4, 14, 1, look::ink);  // bumper
  for (double x = left; x + 14 < site.width; x += 29) {
    brush.polygon({{x, road_bottom - 8}, {x + 12, road_bottom - 8}, {x + 6, road_bottom - 1}, {x - 6, road_bottom - 1}},
                  look::edge);
  }
}

void draw_table(const Brush& brush, const Site& site) {
  const double left = site.dock_left() + table_middle - 28;
  brush.rect(left + 5, table_top + 3, 3, floor - table_top - 3, 0, look::ink);
  brush.rect(left + 47, table_top + 3, 3, floor - table_top - 3, 0, look::ink);
  brush.rect(left, table_top, 56, 4, 1, look::ink);
}

}  // namespace charts::town
