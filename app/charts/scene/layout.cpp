// Tries the meter beside the lane, and, of a lane that is alone or has the depot on it, above it; tries two lanes one
// above the other and, where the room is low and wide, side by side: where the town comes out larger.
#include "charts/scene/layout.hpp"

#include <algorithm>

namespace charts {
namespace {

constexpr double highest_rise = 110;  // roofs so high are still roofs

constexpr double clearly_larger = 1.25;  // lanes side by side are harder to compare

/// How a lane fills its cell of the room.
struct Fit {
  std::size_t columns = 1;  ///< as many lanes stand side by side
  bool above = false;       ///< the meter
  double cell_wide = 0, cell_high = 0, head = 0, wide = 0, scale = 0;
};

double between_columns(const LaneRoom& room) {
  return 2 * room.gap;
}

Fit fit_of(const LaneRoom& room, std::size_t columns, bool above) {
  const auto across = static_cast<double>(columns), down = static_cast<double>(room.lanes) / across;
  Fit out{.columns = columns, .above = above};
  out.cell_wide = (room.box.width - between_columns(room) * (across - 1)) / across;
  out.cell_high = (room.box.height - room.gap * (down - 1)) / down;
  out.head = above ? std::max(room.caption, room.meter_high + room.gap / 2) : room.caption;
  out.wide = above ? out.cell_wide : out.cell_wide - room.meter_wide - room.gap;
  out.scale = std::min((out.cell_high - out.head) / town::least_height, out.wide / town::least_width(room.depot));
  return out;
}

Fit best_fit(const LaneRoom& room) {
  Fit best = fit_of(room, 1, false);
  const Fit over = fit_of(room, 1, true);
  if ((room.lanes == 1 || room.depot) && over.scale > best.scale) best = over;
  if (room.lanes != 2) return best;
  const double least = clearly_larger * best.scale;
  for (const bool above : {false, true}) {
    const Fit pair = fit_of(room, 2, above);
    if (pair.scale > std::max(least, best.scale)) best = pair;
  }
  return best;
}

}  // namespace

ChartData readable(const ChartData& data) {
  ChartData out = data;
  const double size = std::min(data.height / 540, data.width / 650);
  out.text_scale = std::min(std::max(data.text_scale, size * 14 / 12), data.width / 360);
  return out;
}

std::vector<LanePlace> lane_places(const LaneRoom& room) {
  const Fit fit = best_fit(room);
  const double lane_high = fit.cell_high - fit.head;
  town::Site site{fit.wide / fit.scale, std::clamp(lane_high / fit.scale - town::least_height, 0.0, highest_rise),
                  room.depot};
  const double spare = lane_high - site.height() * fit.scale;
  std::vector<LanePlace> places;
  for (std::size_t i = 0; i < room.lanes; ++i) {
    const auto column = static_cast<double>(i % fit.columns), row = static_cast<double>(i / fit.columns);
    const double left = room.box.x + column * (fit.cell_wide + between_columns(room));
    // Air that is over lies around the lane and its caption.
    const double top = room.box.y + row * (fit.cell_high + room.gap) + spare / 2;
    LanePlace one{.caption = {left, top, fit.cell_wide, fit.head},
                  .meter = {left + fit.cell_wide - room.meter_wide, top + fit.head, room.meter_wide,
                            std::min(room.meter_high, lane_high)},
                  .origin = {left, top + fit.head + site.rise * fit.scale},
                  .scale = fit.scale,
                  .site = site};
    if (fit.above) {
      one.caption.width -= room.meter_wide + room.gap;
      one.meter.y = top;
      one.meter.height = std::min(room.meter_high, fit.cell_high);
    }
    // Where it lacks but a little below the caption it stands beside that too.
    const double lack = room.meter_high - lane_high;
    if (!fit.above && lack > 0 && lack <= fit.head) {
      one.caption.width = fit.wide;
      one.meter.y -= lack;
      one.meter.height = room.meter_high;
    }
    places.push_back(one);
  }
  return places;
}

}  // namespace charts
