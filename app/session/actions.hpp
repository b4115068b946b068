// What each action of the page does.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// `id` is an enabled action of the page that is shown now. False if there is no such verb.
bool perform(Desk& desk, std::string_view id, std::string_view value);

/// Moves within the open lesson and remembers the place; `step` counts from 0 and stays within the lesson.
void move_to(Desk& desk, std::ptrdiff_t step);
/// Shows the lab, with this text if it is not empty, else as it was left.
void open_lab(Desk& desk, std::string_view text);
/// Parses the lab's text; the last good chain stays if it is wrong.
void set_chain(Desk& desk, std::string_view text);

}  // namespace session
