// The timeline: each plan's kernels one after the other on one axis of time, with what lies between them.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/frame/quantity.hpp"

namespace charts {

/// A run that was measured or recorded kernel by kernel is drawn so, with the gaps between its kernels; then the model
/// is one dashed bar. Where nobody timed the kernels the model's are drawn, and it is said that they are the model's; a
/// guess and such a measurement are one bar each.
[[nodiscard]] figure::Figure timeline(const ChartData& data, Axes axes = Axes::blind);

}  // namespace charts
