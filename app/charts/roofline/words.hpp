// What a roofline says in words: titles, names of roofs and dots, the warning, the table.
#pragma once

#include "charts/frame/drawing.hpp"
#include "charts/roofline/dots.hpp"
#include "charts/roofline/frame.hpp"
#include "charts/roofline/own_roofs.hpp"

#include <string>
#include <vector>

namespace charts {

[[nodiscard]] Titles roofline_titles(const ChartData& data, const std::vector<Dot>& dots);
/// "DRAM, 0.89 of 4.80 TB/s: 4.27 TB/s (data sheet)"; in short "DRAM: 4.27 TB/s"
[[nodiscard]] std::string slope_words(const ChartData& data, const model::RooflineModel& roofs, bool in_short = false);
/// "NVIDIA H200 SXM 141GB, data sheet: 4.27 TB/s, 66.9 TFLOP/s": the thin roofs of the machine beside.
[[nodiscard]] std::string beside_words(const ChartData& data, const model::RooflineModel& roofs);
/// In short without where it is from.
[[nodiscard]] std::string ceiling_words(const ChartData& data, const model::Ceiling& ceiling, bool in_short = false);
/// "fused, measured: 1.05 TFLOP/s"; outside the frame with both numbers. In short what was measured goes without its
/// source: its mark and the figure's foot have it.
[[nodiscard]] std::string dot_words(const ChartData& data, const Dot& dot, bool outside, bool in_short = false);
/// "fused, measured: 1.05 TFLOP/s (model 1.07 TFLOP/s)": one name for two dots that nearly coincide.
[[nodiscard]] std::string dot_words_with_model(const ChartData& data, const Dot& dot, const Dot& model, bool outside);
/// A dot above every roof is doubted in a sentence; empty if there is none.
[[nodiscard]] std::string warning_words(const ChartData& data, const std::vector<Dot>& dots);
[[nodiscard]] std::string roofline_description(const ChartData& data, const RooflineFrame* frame,
                                               const std::vector<Dot>& dots, const std::vector<OwnRoof>& own = {});
/// Roofs first, then dots, each from its stage on.
[[nodiscard]] figure::Table roofline_table(const ChartData& data, const RooflineFrame* frame,
                                           const std::vector<Dot>& dots, const std::vector<OwnRoof>& own);

}  // namespace charts
