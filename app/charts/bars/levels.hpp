// Bytes at their three levels: asked for by the threads, through the L2, at the DRAM; model and counters side by side.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// Of one cold run of each plan, down to the last byte written; read and written told apart. A level that nobody
/// modelled or counted is an empty place with its reason.
[[nodiscard]] figure::Figure levels(const ChartData& data);

}  // namespace charts
