// The trip meter of a lane, and the hardware's own counter beside it.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/scene/events.hpp"

#include <optional>
#include <string>

namespace charts {

/// What the hardware (or the loops) counted of a plan beside what the rule says.
struct CounterReading {
  std::optional<base::Bytes> counted;
  std::string who;         ///< "card, in all", "loops, in all"
  std::string difference;  ///< in short: "0.04 % more", "no difference"
  std::string cause;       ///< in a sentence
  std::string missing;     ///< why there is none
};
[[nodiscard]] CounterReading counter_reading(const ChartData& data, std::size_t plan);

struct MeterPlace {
  double left = 0, top = 0, width = 0, height = 0;
};
[[nodiscard]] double meter_width(const Drawing& drawing);
void draw_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                const MeterPlace& place);
/// The same in a band above the lane, at its right end; returns where the room for words at the left ends.
[[nodiscard]] double draw_meter_band(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds,
                                     Role hue, const MeterPlace& place);
/// Name, digits and bytes alone, for a small panel; `at` is where the digits stand.
void draw_small_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                      Point at);

}  // namespace charts
