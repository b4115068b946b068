// A lesson's `timeline` fence: a chain's kernels as the GPU whose recordings are here ran them, one after the other.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"

namespace publish {

/// In the frame of `sheet`: size, type, title. Cut to its question while `timeline_stage` says so.
[[nodiscard]] figure::Figure timeline_figure(charts::ChartData data, const lesson::Block& fence,
                                             const charts::ChartData& sheet, figure::Stage stage);
/// How long kernels take waits for every open task about a time of the chain.
[[nodiscard]] figure::Stage timeline_stage(const lesson::Asked& open, const chain::Chain& chain);

}  // namespace publish
