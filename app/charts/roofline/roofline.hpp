// The log-log roofline: ceilings of the machine, a dot a plan, guess and truth joined by a named gap.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// Axes from the machine's ceilings in whole decades: the same machine gives the same frame.
[[nodiscard]] figure::Figure roofline(const ChartData& data);

}  // namespace charts
