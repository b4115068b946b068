// What if the road were wider: the times of both plans as the road is, and below them as it would be. The model alone.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// `data` has chain, unfused and fused plan, the machine as it is and its predictions; `then` are those of a road so
/// many `times` as wide. The same machine gives the same frame; at 1 there is nothing below.
[[nodiscard]] figure::Figure road_bars(const ChartData& data, double times, const std::vector<model::Prediction>& then);

/// unfused over fused; 0 where nothing takes time.
[[nodiscard]] double gain(const std::vector<model::Prediction>& of);
/// "4x"
[[nodiscard]] std::string times_words(double times);

}  // namespace charts
