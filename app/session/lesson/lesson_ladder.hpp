// A lesson's `ladder` fence: the rungs as a card climbed them another day, read when the lesson is opened.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// Its figure; nothing where it did not come with the program.
[[nodiscard]] std::vector<Node> ladder_nodes(const Desk& desk, const lesson::Block& fence);

}  // namespace session
