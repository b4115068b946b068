// What the height of a sweep means.
#pragma once

#include <string_view>

namespace charts {

/// speedup: unfused over fused time (or another plan's that stands in place of unfused), where the times do not scatter
/// too much to be compared. growth: times the same plan's time at the first point. error: of what was run, against
/// double, the root mean square in ulps of the output; of several outputs the largest.
enum class SweepHeight { time, speedup, growth, error };
[[nodiscard]] std::string_view name(SweepHeight height);

}  // namespace charts
