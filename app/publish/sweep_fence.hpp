// A `sweep` fence of a lesson: its numbers and its figure, for the window, a page and a folder of figures alike.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "device/device.hpp"
#include "lesson/asked.hpp"
#include "lesson/lesson.hpp"

#include <memory>
#include <vector>

namespace publish {

/// "cosine over n=1..32": the same wherever the fence stands, whatever its height means.
[[nodiscard]] std::string sweep_key(std::string_view chain, const chain::SweepAxis& over);
[[nodiscard]] std::string key_of(const lesson::Block& fence);

/// The plan that fused is held against.
[[nodiscard]] plan::Cuts first_of(const lesson::Block& fence);

/// Predicted for `machine`, with those of its points that `recorded` has; that may be null. Null where a chain of it
/// cannot be cut there.
[[nodiscard]] std::shared_ptr<const charts::SweepData> sweep_of(
    const std::shared_ptr<const chain::Chain>& chain, const chain::SweepAxis& axis, device::Device* recorded,
    const study::Machine& machine, const plan::Cuts& first = {plan::Cuts::Kind::every, {}});

/// Kernels' texts and records are not drawn, and what is kept is copied often.
void lighten(charts::SweepData& data);

/// Size, scale of type and title of `sheet`; and the command that draws the figure again.
void set_frame(charts::SweepData& data, lesson::SweepHeight height, const charts::ChartData& sheet);
/// So framed.
[[nodiscard]] figure::Figure sweep_figure(charts::SweepData data, lesson::SweepHeight height,
                                          const charts::ChartData& sheet);

/// True while a time of one of its chains is asked.
[[nodiscard]] bool hides_sweep(const lesson::Asked& open, const charts::SweepData& data);

}  // namespace publish
