// What the window does by itself, whatever page it shows: type, theme, keys, text twin, the palette, the end.
#pragma once

#include "session/state/view.hpp"

#include <string_view>
#include <vector>

namespace session {

/// Each by its id, "window.theme", with its usual keys. All but "palette.open" are done by the window.
[[nodiscard]] std::vector<Action> window_actions();
[[nodiscard]] bool is_of_window(std::string_view action);

}  // namespace session
