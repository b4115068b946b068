// Fusing, seen: kernels' boxes come together, and the tensor between them moves from the warehouse into the hands of
// the one worker. The same moment is the same marks.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// How long it takes when it is played, in seconds of the scene.
inline constexpr double fusing_seconds = 4;

/// From the kernels of data.plans[0] (t = 0) to those of data.plans[1] (t = 1), which cuts nowhere where the first does
/// not. It fills data's width and height.
[[nodiscard]] figure::Figure fusing(const ChartData& data, double t);
/// Before, on the way and after, beside each other.
[[nodiscard]] figure::Figure fusing_storyboard(const ChartData& data);

}  // namespace charts
