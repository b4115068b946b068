// One head of attention as kernels and tensors: six tensors drawn to scale, two of them struck out where one kernel
// does it all.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "model/attention.hpp"

namespace charts {

/// Three kernels over Q, K, S, P, V and the result, each tensor as tall as it has rows and as wide as it has columns.
/// Stages: from the model's on S and P are struck, and one kernel stands around the three. `sheet` gives size, type,
/// title, command.
[[nodiscard]] figure::Figure attention_strip(const ChartData& sheet, const model::Attention& head);

}  // namespace charts
