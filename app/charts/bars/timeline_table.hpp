// The timeline in numbers and words.
#pragma once

#include "charts/frame/chart_data.hpp"

#include <string>

namespace charts {

/// A row a kernel and teller; the whole plan as one where kernels were not told, with the reason.
[[nodiscard]] figure::Table timeline_table(const ChartData& data);
/// What the figure is about, with no number in it.
[[nodiscard]] std::string timeline_head(const ChartData& data);
/// The text twin's paragraph: every kernel that was timed, and the gaps.
[[nodiscard]] std::string timeline_description(const ChartData& data);

}  // namespace charts
