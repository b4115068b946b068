// Tries the meter beside the lane, and, of a lane that is alone or has the depot on it, above it: where the town comes
// out larger.
#include "charts/scene/layout.hpp"

#include <algorithm>

namespace charts {
namespace {

constexpr double highest_rise = 110;  // roofs so high are still roofs

struct Fit {
  double head = 0, wide = 0, scale = 0;
};

Fit fit_of(const LaneRoom& room, double cell_high, bool above) {
  Fit out;
  out.head = above ? std::max(room.caption, room.meter_high + room.gap / 2) : room.caption;
  out.wide = above ? room.box.width : room.box.width - room.meter_wide - room.gap;
  out.scale = std::min((cell_high - out.head) / town::least_height, out.wide / town::least_width(room.depot));
  return out;
}

}  // namespace

ChartData readable(const ChartData& data) {
  ChartData out = data;
  out.text_scale = std::min(std::max(data.text_scale, data.height / 540 * 14 / 12), data.width / 360);
  return out;
}

std::vector<LanePlace> lane_places(const LaneRoom& room) {
  const auto count = static_cast<double>(room.lanes);
  const double cell_high = (room.box.height - room.gap * (count - 1)) / count;
  const Fit beside = fit_of(room, cell_high, false), over = fit_of(room, cell_high, true);
  const bool above = (room.lanes == 1 || room.depot) && over.scale > beside.scale;
  const Fit& fit = above ? over : beside;
  const double lane_high = cell_high - fit.head;
  town::Site site{fit.wide / fit.scale, std::clamp(lane_high / fit.scale - town::least_height, 0.0, highest_rise),
                  room.depot};
  const double spare = lane_high - site.height() * fit.scale;
  std::vector<LanePlace> places;
  for (std::size_t i = 0; i < room.lanes; ++i) {
    // Air that is over lies around the lane and its caption.
    const double top = room.box.y + static_cast<double>(i) * (cell_high + room.gap) + spare / 2;
    LanePlace one{.caption = {room.box.x, top, room.box.width, fit.head},
                  .meter = {room.box.x + room.box.width - room.meter_wide, top + fit.head, room.meter_wide,
                            std::min(room.meter_high, lane_high)},
                  .origin = {room.box.x, top + fit.head + site.rise * fit.scale},
                  .scale = fit.scale,
                  .site = site};
    if (above) {
      one.caption.width -= room.meter_wide + room.gap;
      one.meter.y = top;
    }
    // Where it lacks but a little below the caption it stands beside that too.
    const double lack = room.meter_high - lane_high;
    if (!above && lack > 0 && lack <= fit.head) {
      one.caption.width = fit.wide;
      one.meter.y -= lack;
      one.meter.height = room.meter_high;
    }
    places.push_back(one);
  }
  return places;
}

}  // namespace charts
