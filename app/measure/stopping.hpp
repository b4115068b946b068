// When enough samples are taken: the only place that decides it.
#pragma once

#include "measure/rules.hpp"

#include <vector>

namespace measure {

/// Kept samples in seconds, [plan][sample].
using Kept = std::vector<std::vector<double>>;

/// Every plan has its least, the slowest has its accumulated time or all have plenty, and every median is known well
/// enough; or every plan has its most.
[[nodiscard]] bool enough(const Kept& kept, const Rules& rules);

/// About how many samples a plan will have in the end, for the progress line.
[[nodiscard]] int expected_samples(const Kept& kept, const Rules& rules);

}  // namespace measure
