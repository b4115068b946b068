// The bytes bars: crossings, bytes, time; guess, model, measured; unfused and fused.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "charts/frame/quantity.hpp"

#include <optional>

namespace charts {

/// Bars lie flat, one row a source, so that labels stay readable and a longer bar is a longer road.
[[nodiscard]] figure::Figure bytes_bars(const ChartData& data, Quantity quantity = Quantity::all,
                                        Axes axes = Axes::blind);

/// The bar of a guess, drawn on the plot's own axis, as something to drag.
struct Grip {
  std::string guess;  ///< the guess's quantity: "crossings.unfused"
  double value = 0;   ///< in crossings (whole), bytes or seconds; never below zero or beyond the axis
};

/// The guess row under a place of the chart and the value there; nothing outside the guess rows.
[[nodiscard]] std::optional<Grip> grip(const ChartData& data, Quantity quantity, Point at);
/// The value at `x` on that guess's axis, wherever the pointer has gone meanwhile. Nothing if the chart has no such
/// row.
[[nodiscard]] std::optional<double> bar_value(const ChartData& data, Quantity quantity, std::string_view guess,
                                              double x);

}  // namespace charts
