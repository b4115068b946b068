// The map of the course.
#pragma once

#include "session/state/desk.hpp"

namespace session {

[[nodiscard]] Node course_page(const Desk& desk);

}  // namespace session
