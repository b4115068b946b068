// The guess of an intensity as a dot under the roofs, to be dragged along them; then the answer, and the gap.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <optional>

namespace charts {

/// `sheet` has the chain, its plans and the machine; its measurements are those that may be told.
struct RooflineGuess {
  ChartData sheet;
  std::size_t plan = 1;         ///< 0 unfused, 1 fused
  std::optional<double> guess;  ///< operations a byte
  std::optional<double> model;  ///< the answer; as the guess it lies on the roof: what the machine can reach there
  std::optional<double> other;  ///< the other plan's, where it may be seen
};

/// Whether there are roofs to draw.
[[nodiscard]] bool has_roofs(const ChartData& sheet);
[[nodiscard]] figure::Figure roofline_guess(const RooflineGuess& data);
/// Operations a byte at `x` of the figure, inside its frame.
[[nodiscard]] double intensity_at(const RooflineGuess& data, double x);

}  // namespace charts
