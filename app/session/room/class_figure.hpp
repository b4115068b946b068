// What the room sees of a step's figure fences: a sweep, a wider road, a ladder, a roofline.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// The first of those above the open step's task or, once it is `told`, of those below; nothing where there are none,
/// or while one below may not be seen whole.
[[nodiscard]] std::optional<Node> class_figure(const Desk& desk, bool told);
[[nodiscard]] bool has_class_figure(const Desk& desk, bool told);
/// What moves the figure before the room: a road that can be widened, a calculator's slider.
[[nodiscard]] std::vector<Action> class_figure_actions(const Desk& desk);

}  // namespace session
