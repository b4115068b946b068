// The actions whose keys a person may choose, by the names that the settings file and `onetrip keys` use.
#pragma once

#include "session/state/view.hpp"

#include <vector>

namespace session {

/// Each with its usual keys and in words: what the window does, then what pages do.
[[nodiscard]] const std::vector<Action>& bindable_actions();

}  // namespace session
