// A lesson's sweep as it stands on its step: predicted and looked up when the lesson is opened, shown as far as the
// lock rule allows.
#pragma once

#include "charts/sweep/sweep.hpp"
#include "publish/sweep_fence.hpp"
#include "session/state/page.hpp"

namespace session {

/// Every sweep of the lesson, for Course::sweeps: by the model of the card whose recordings are here, with those of its
/// points that are recorded; without one, by the model of the device at hand.
[[nodiscard]] std::map<std::string, std::shared_ptr<const charts::SweepData>> sweeps_of(const Desk& desk,
                                                                                        const lesson::Lesson& lesson);

/// The GPU whose recordings are here; without one the machine at hand, as far as it is known.
[[nodiscard]] std::optional<study::Machine> machine_of_recordings(const Services& services,
                                                                  const std::optional<machine::DeviceSpec>& live);

/// One, by the machine that its recordings, or else the runs, are of; `live` is known of the device at hand.
[[nodiscard]] std::shared_ptr<const charts::SweepData> sweep_with(
    const Services& services, const std::optional<machine::DeviceSpec>& live,
    const std::shared_ptr<const chain::Chain>& chain, const chain::SweepAxis& axis,
    const plan::Cuts& first = {plan::Cuts::Kind::every, {}});
/// Size and type of the page's figures.
[[nodiscard]] charts::ChartData sweep_sheet(const Desk& desk, const std::string& chain);

/// The figure of one, and where it was measured here a second one; `number` counts the sweeps of a step from 1.
[[nodiscard]] std::vector<Node> sweep_nodes(const Desk& desk, const lesson::Block& block, int number);

/// Whether the room may see it: above its task as its frame, below it only whole.
[[nodiscard]] bool is_sweep_for_class(const Desk& desk, const lesson::Block& block);

/// Measures the open step's sweeps on the device at hand; nothing where there are none, they are measured, not to be
/// seen yet, or nothing live is here. Disabled while something runs, and before the device's ceilings are known.
[[nodiscard]] std::optional<Action> sweep_action(const Desk& desk);
void measure_sweeps(Desk& desk);

}  // namespace session
