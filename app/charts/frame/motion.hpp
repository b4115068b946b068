// How things move in figures that have a time.
#pragma once

#include <algorithm>

namespace charts {

/// Slow at both ends; 0 before its begin, 1 after its end.
[[nodiscard]] inline double eased(double t) {
  const double x = std::clamp(t, 0.0, 1.0);
  return x * x * (3 - 2 * x);
}

}  // namespace charts
