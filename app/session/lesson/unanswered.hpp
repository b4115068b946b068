// The steps that a page's question marks wait for, and the way to them.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// For each reason why the open step shows `?` in place of a number, or keeps its run closed: a sentence that names the
/// steps to answer or to run first, and an action that goes to the first of them. What the step's own task asks waits
/// for no other step.
[[nodiscard]] std::vector<Node> unanswered_nodes(const Desk& desk);

}  // namespace session
