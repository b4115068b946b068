// The trip meter of a lane, and the hardware's own counter beside it.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/scene/events.hpp"
#include "figure/box.hpp"

#include <optional>
#include <string>

namespace charts {

/// What the hardware (or the loops) counted of a plan beside what the rule says.
struct CounterReading {
  std::optional<base::Bytes> counted;
  std::string who;         ///< "counted by the GPU", "worked out"
  std::string difference;  ///< in short: "0.04 % more", "no difference"
  std::string cause;       ///< in a sentence
  std::string missing;     ///< why there is none
  bool by_loops = false;   ///< nobody counted: the loops add up what they move
};
[[nodiscard]] CounterReading counter_reading(const ChartData& data, std::size_t plan);

/// What a meter tells; before it may be told it reads '?'.
struct MeterView {
  double seconds = 0;
  bool bytes = true;  ///< and the hardware's counter
  bool lit = true;    ///< else it is quieter
};
/// As its lines need.
[[nodiscard]] double meter_width(const Drawing& drawing, bool bytes);
[[nodiscard]] double meter_height(const Drawing& drawing, bool bytes);
/// Whether a meter so high has a line for them.
[[nodiscard]] bool tells_bytes(const Drawing& drawing, double high);
/// As many of its lines as the place is high for, digits and unit first.
void draw_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, const MeterView& view,
                const figure::Box& place);
/// Name, digits and bytes alone, for a small panel; `at` is where the digits stand.
void draw_small_meter(Drawing& drawing, const ChartData& data, const SceneLane& lane, double seconds, Role hue,
                      Point at);

}  // namespace charts
