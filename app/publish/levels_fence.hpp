// A lesson's `levels` fence: a chain's bytes as threads asked for them, through the L2 and at the DRAM, as the GPU
// whose recordings are here counted them.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"

namespace publish {

/// Of the plans that the fence names, else of unfused and fused; in the frame of `sheet`: size, type, title.
[[nodiscard]] figure::Figure levels_figure(charts::ChartData data, const lesson::Block& fence,
                                           const charts::ChartData& sheet);
/// Its bars wait for every open task that the bytes of one of its plans would tell.
[[nodiscard]] figure::Stage levels_stage(const lesson::Asked& open, const lesson::Block& fence,
                                         const chain::Chain& chain);

}  // namespace publish
