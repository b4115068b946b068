// A lesson's calculator on the page: its figure, its sliders, and all its names in a table. Its sliders stand as the
// question has them until that is answered; then they are free, and stay where they were put.
#pragma once

#include "session/state/page.hpp"

namespace session {

[[nodiscard]] std::vector<Node> calculator_nodes(const Desk& desk, const lesson::Block& fence, int nth);

/// `name`: "decode/weights" of the open lesson. To the stop next to a place, 0 to 1; one stop on (1) or back (-1).
void move_slider(Desk& desk, std::string_view name, std::string_view place);
void step_slider(Desk& desk, std::string_view name, int by);

/// In class: the keys that move what the room sees over its slider; none while the question holds it.
[[nodiscard]] std::vector<Action> class_slider_actions(const Desk& desk, const lesson::Block& fence);

}  // namespace session
