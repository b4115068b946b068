// The chain lab.
#pragma once

#include "session/state/desk.hpp"

namespace session {

[[nodiscard]] Node lab_page(const Desk& desk);

}  // namespace session
