// What to know before the course: a page for who needs it.
#pragma once

#include "session/state/desk.hpp"

namespace session {

[[nodiscard]] Node before_page(const Desk& desk);

}  // namespace session
