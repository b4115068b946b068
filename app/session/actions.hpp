// What each action of the page does.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// `id` is an enabled action of the page that is shown now. False if there is no such verb.
bool perform(Desk& desk, std::string_view id, std::string_view value);

/// Shows the lab, with this text if it is not empty, else as it was left.
void open_lab(Desk& desk, std::string_view text);

}  // namespace session
