// A lesson's `attention` fence on a page.
#pragma once

#include "session/state/page.hpp"

namespace session {

[[nodiscard]] Node attention_node(const Desk& desk, const lesson::Block& fence);

}  // namespace session
