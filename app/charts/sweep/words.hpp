// Sentences and rows of a sweep.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/sweep/series.hpp"

namespace charts {

[[nodiscard]] Titles sweep_titles(const SweepData& data, SweepHeight y);
[[nodiscard]] std::string sweep_description(const SweepData& data, SweepHeight y, bool told);
/// One row a point, plan and source.
[[nodiscard]] figure::Table sweep_table(const SweepData& data);
/// One row a point, plan, source and output, of those that were compared with double.
[[nodiscard]] figure::Table error_table(const SweepData& data);
/// Of a sketch: a row a point and source.
[[nodiscard]] figure::Table sketch_table(const SweepData& data, SweepHeight y);

/// What the height is: "unfused time / fused time".
[[nodiscard]] std::string axis_words(const SweepData& data, SweepHeight y);
/// "62.4 µs", "1.9x", "0.29" (ulps)
[[nodiscard]] std::string height_words(double height, SweepHeight y);
/// "unfused, model"; the speed-up's lines name only who says it. A second measured device is named.
[[nodiscard]] std::string series_words(const SweepData& data, const Series& series, SweepHeight y);
/// "launch-bound", "L2-bound"
[[nodiscard]] std::string band_words(const SweepData& data, model::Bound bound);
/// "64 KiB", "12"
[[nodiscard]] std::string place_words(const SweepData& data, std::int64_t at);
/// What is missing and why, if anything is: "Not recorded: 3 of 15 points, model only there."
[[nodiscard]] std::string missing_words(const SweepData& data);

}  // namespace charts
