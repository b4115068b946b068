// Medians and quartiles.
#pragma once

#include "record/measurement.hpp"

#include <span>

namespace record {

/// Quartiles by linear interpolation; noise = standard deviation / mean. Needs at least one sample.
[[nodiscard]] Times summarise(std::span<const double> seconds);
/// Relative half-width of the 95 % interval of the median (order statistics, normal approximation).
[[nodiscard]] double median_error(std::span<const double> seconds);

}  // namespace record
