// How a class ends: what of the lesson one can now teach.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// The lines that follow the last step's answer; nothing before the last step, or where it has none.
[[nodiscard]] std::optional<Node> takeaways(const Desk& desk);
[[nodiscard]] bool has_takeaways(const Desk& desk);
/// Whether they are what the room sees now.
[[nodiscard]] bool shows_takeaways(const Desk& desk);

}  // namespace session
