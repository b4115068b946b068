// Controls come one by one: each is drawn from the first page on that needs it, and stays. Its key works before.
#pragma once

#include "session/state/desk.hpp"

#include <set>
#include <string>

namespace session {

/// "next", "back", "export", "source", "course", "class", "lab", "inspector".
[[nodiscard]] std::set<std::string> every_control();
/// What the open page needs is remembered. The lab, and every lesson after the first of the course, open all.
void introduce_controls(Desk& desk);
/// What was not needed yet is listed among the keys, not drawn; nor is a way on drawn while it is shut,
/// nor on a projector what leads away from the step.
void tuck_controls(const Desk& desk, Node& page);

}  // namespace session
