// What the room sees now and what it will see next, in small, on the presenter's page.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// At its present moment; its words where it has no picture.
[[nodiscard]] Node now_thumbnail(const Desk& desk);
/// What the next step opens with, as far as it may be seen before this one is told; its question where it has no
/// picture.
[[nodiscard]] Node next_thumbnail(const Desk& desk);
/// The first one again, as a scene has moved on; the rest of the page stays.
void move_thumbnail(Desk& desk);

}  // namespace session
