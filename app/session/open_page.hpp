// The page that is open.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// The course's list, a lesson's step, the lab, a quiz, the class view or the hosts; before any of them the way into
/// the lab.
[[nodiscard]] Node open_page(const Desk& desk);

}  // namespace session
