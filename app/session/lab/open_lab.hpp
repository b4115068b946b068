// Opens the chain lab, on a chain that may be looked at.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// Shows the lab, with this text if it is not empty, else as it was left. A chain that the program proposes is one of
/// which no lesson asks anything.
void open_lab(Desk& desk, std::string_view text);

}  // namespace session
