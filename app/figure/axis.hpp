// Axes: ticks in round numbers, linear or in whole decades.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace figure {

struct Tick {
  double value = 0;
  std::string label;  ///< may be empty: a tick between labelled decades
};

struct Axis {
  double from = 0, to = 1;  ///< values at the two ends
  bool logarithmic = false;
  double begin = 0, end = 1;  ///< figure units of the two ends
  std::vector<Tick> ticks;
  [[nodiscard]] double place(double value) const;  ///< value -> figure units (not clamped)
  [[nodiscard]] double value(double place) const;  ///< and back, for dragging
};

/// 0 to a round number >= most (1, 2, 2.5 or 5 times a power of ten a step), at most `ticks` + 1 ticks.
/// From 10 000 up the labels carry a decimal prefix: "2.5 G"; with a unit: "2.5 GB". All share prefix and decimals; 0
/// is "0".
[[nodiscard]] Axis linear_axis(double most, double begin, double end, int ticks = 5, std::string_view unit = {});
/// Whole decades around [least, most], both above 0. Labels "0.01", "0.1", "1", "10", "100", "1 k", "10 k" ... "1 T",
/// and below 0.01 "1 m", "10 µ"; with a unit "10 TB/s". More than nine decades, or labels closer than `apart`: not
/// every one is labelled.
[[nodiscard]] Axis decade_axis(double least, double most, double begin, double end, std::string_view unit = {},
                               double apart = 0);

}  // namespace figure
