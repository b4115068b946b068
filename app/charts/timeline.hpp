// The timeline: each plan's kernels one after the other on one axis of time, with what starting them costs.
#pragma once

#include "charts/chart_data.hpp"

#include <vector>

namespace charts {

/// One kernel of a plan as the model sees a cold run; seconds from the run's begin.
struct KernelSpan {
  std::size_t kernel = 0;
  double begin = 0, work = 0, end = 0;  ///< it is started from `begin` on, and works from `work` to `end`
};
/// Empty where the plan has no prediction, or the device no launch cost.
[[nodiscard]] std::vector<KernelSpan> modelled_spans(const ChartData& data, std::size_t plan);

/// The model's kernels dashed, with the launches between them; a guess and a measurement as one bar each, since no
/// clock told them kernel by kernel.
[[nodiscard]] figure::Figure timeline(const ChartData& data);

}  // namespace charts
