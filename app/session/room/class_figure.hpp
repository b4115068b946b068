// What the room sees of a step's figure fences: a sweep, a wider road, a ladder, attention.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// The first of those above the open step's task or, once it is `told`, of those below; nothing where there are none,
/// or while one below may not be seen whole.
[[nodiscard]] std::optional<Node> class_figure(const Desk& desk, bool told);
[[nodiscard]] bool has_class_figure(const Desk& desk, bool told);
/// True while the room has a road before it that can be widened.
[[nodiscard]] bool has_class_road(const Desk& desk);

}  // namespace session
