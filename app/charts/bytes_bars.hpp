// The bytes bars: crossings, bytes, time; guess, model, measured; unfused and fused.
#pragma once

#include "charts/chart_data.hpp"

namespace charts {

/// One panel, or all three side by side.
enum class Quantity { crossings, bytes, time, all };

/// Frame from the chain alone (never from the answer), so that it does not move between stages.
[[nodiscard]] figure::Figure bytes_bars(const ChartData& data, Quantity quantity = Quantity::all);

/// Where a dragged bar stands: figure units <-> value, for the guess drawn on the plot's own axis.
[[nodiscard]] double bar_value(const figure::Figure& figure, const ChartData& data, Quantity quantity, double y);

}  // namespace charts
