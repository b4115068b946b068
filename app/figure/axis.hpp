// Axes: ticks in round numbers, linear or in whole decades.
#pragma once

#include <string>
#include <vector>

namespace figure {

struct Tick { double value = 0; std::string label; };

struct Axis {
  double from = 0, to = 1;          ///< values at the two ends
  bool logarithmic = false;
  double begin = 0, end = 1;        ///< figure units of the two ends
  std::vector<Tick> ticks;
  [[nodiscard]] double place(double value) const;  ///< value -> figure units (not clamped)
  [[nodiscard]] double value(double place) const;  ///< and back, for dragging
};

/// 0 to a round number >= most, at most `ticks` + 1 ticks.
[[nodiscard]] Axis linear_axis(double most, double begin, double end, int ticks = 5);
/// Whole decades around [least, most]; labels by `unit` ("FLOP/byte").
[[nodiscard]] Axis decade_axis(double least, double most, double begin, double end);

}  // namespace figure
