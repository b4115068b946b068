// What if the road were wider: a lesson's `bandwidth` fence, times that follow a road moved by hand. The model alone.
#pragma once

#include "session/page.hpp"

namespace session {

/// Where nobody can move it: on paper.
inline constexpr double paper_road = 4;

/// The figure, its slider, and the times of every chain met so far; a sentence alone while an open task asks for them.
[[nodiscard]] std::vector<Node> road_nodes(const Desk& desk, const lesson::Block& fence);
/// True while an open task asks what it tells.
[[nodiscard]] bool hides_road(const Asked& open, const chain::Chain& chain);
/// Of a chain as `data` has it, with its unfused and fused plan and the machine as it is; in the frame of `sheet`.
[[nodiscard]] figure::Figure road_figure(charts::ChartData data, double times, const charts::ChartData& sheet);

/// To the stop next to a place of the slider, 0 to 1; one stop on (1) or back (-1).
void move_road(Desk& desk, std::string_view place);
void step_road(Desk& desk, int by);
/// The buttons of both; in class they have keys of their own.
[[nodiscard]] std::vector<Action> road_actions(const Desk& desk, bool in_class);

}  // namespace session
