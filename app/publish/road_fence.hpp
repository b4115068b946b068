// A lesson's `bandwidth` fence: what if the road were wider. The model alone.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/asked.hpp"

namespace publish {

/// Where nobody can move it: on paper.
inline constexpr double paper_road = 4;

/// True while an open task asks what it tells.
[[nodiscard]] bool hides_road(const lesson::Asked& open, const chain::Chain& chain);
/// Of a chain as `data` has it, with its unfused and fused plan and the machine as it is; in the frame of `sheet`.
[[nodiscard]] figure::Figure road_figure(charts::ChartData data, double times, const charts::ChartData& sheet);

}  // namespace publish
