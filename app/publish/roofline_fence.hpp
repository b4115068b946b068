// A lesson's `roofline` fence: a chain's plans under the roofs of the GPU whose recordings are here.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "device/device.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"
#include "study/study.hpp"

#include <memory>

namespace publish {

/// A chain as that machine would cut and price it, by its lesson's own plans too, with what `recorded` holds of it;
/// `recorded` may be null.
[[nodiscard]] base::Expected<charts::ChartData> chart_data_of(const std::shared_ptr<const chain::Chain>& chain,
                                                              device::Device* recorded, const study::Machine& machine,
                                                              const std::vector<lesson::NamedPlan>& named = {});

/// In the frame of `sheet`: size, type, title.
[[nodiscard]] figure::Figure roofline_figure(charts::ChartData data, const lesson::Block& fence,
                                             const charts::ChartData& sheet);
/// Where dots lie waits for every open task about the chain.
[[nodiscard]] figure::Stage roofline_stage(const lesson::Asked& open, const chain::Chain& chain);

}  // namespace publish
