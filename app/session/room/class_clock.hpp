// How long a class has been at its lesson and at its step, beside what is planned: for the presenter alone.
#pragma once

#include "session/state/desk.hpp"

#include <optional>

namespace session {

/// Starts with the class; a step that the class comes back to counts on.
void follow_clock(Desk& desk);
/// From the beginning.
void restart_clock(Desk& desk);
[[nodiscard]] Node clock_node(const Desk& desk);

/// Seconds until it shows another second; nothing where nobody sees it, and during a run, which no frame may disturb.
[[nodiscard]] std::optional<double> until_tick(const Desk& desk);
/// Puts another second into the presenter's page, the rest of which stays; false where the same one stands there.
bool tick_clock(Desk& desk);

}  // namespace session
