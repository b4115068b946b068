// What if the road were wider: a lesson's `bandwidth` fence, times that follow a road moved by hand. The model alone.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// The figure, its slider, and the times of every chain met so far; a sentence alone while an open task asks for them.
[[nodiscard]] std::vector<Node> road_nodes(const Desk& desk, const lesson::Block& fence);

/// To the stop next to a place of the slider, 0 to 1; one stop on (1) or back (-1).
void move_road(Desk& desk, std::string_view place);
void step_road(Desk& desk, int by);
/// The buttons of both; in class they have keys of their own.
[[nodiscard]] std::vector<Action> road_actions(const Desk& desk, bool in_class);

}  // namespace session
