// How far each plan's results are from double: one distribution above the other, on one axis of ulps.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// Of every plan and every measurement that knows its errors a row of bars, an output's elements by their distance;
/// the worst and the mean are marked. Where nobody knows them, a sentence says why.
[[nodiscard]] figure::Figure errors(const ChartData& data);

}  // namespace charts
