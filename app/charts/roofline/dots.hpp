// Where each plan lies under the roofs: its intensity and performance as each teller has them.
#pragma once

#include "charts/frame/reading.hpp"
#include "model/roofline.hpp"

#include <optional>
#include <string>
#include <vector>

namespace charts {

/// Which roof holds a dot down: the slope, or arithmetic on its plan's own operations.
enum class Limit { memory, compute };

struct Dot {
  std::size_t plan = 0;
  Teller teller;
  double flops = 0, seconds = 0;
  double bytes = 0;            ///< while the clock ran: what leaves the cache later is no part of the rate
  std::optional<Limit> limit;  ///< nothing of a guess, and of a dot that lies far below every roof
  std::string note;            ///< bytes by the counting rule, on the roof: where not all of it was said by the teller
  bool above_roof = false;
  [[nodiscard]] double intensity() const { return flops / bytes; }
  [[nodiscard]] double performance() const { return flops / seconds; }
};

/// All dots that can be placed, plan by plan in the tellers' order. A guess of crossings or bytes alone lies on the
/// roof at its intensity; a measured time without bytes takes the counting rule's. Only what ran on
/// the spec's own machine lies under its roofs, and is held against those of the unit that computes it.
[[nodiscard]] std::vector<Dot> roofline_dots(const ChartData& data, const model::RooflineModel& roofs);

/// "memory-bound", "compute-bound"; empty where nothing is known
[[nodiscard]] std::string limit_words(const Dot& dot);

/// What the device can reach at an intensity: the slope, and the highest ceiling.
[[nodiscard]] double roof_at(const model::RooflineModel& roofs, double intensity);

/// "532 GFLOP/s"
[[nodiscard]] std::string show_rate(double flops_per_second);

}  // namespace charts
