// What each action of the page does.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// `id` is an enabled action of the page that is shown now. False if there is no such verb.
bool perform(Desk& desk, std::string_view id, std::string_view value);

}  // namespace session
