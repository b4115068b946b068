// The lab's page as a stage: pictures behind tabs, the tools of the cards below them, the question in the dock.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// Moves what is a picture, a tool or a question to its place; words stay. Where the text cannot be read the stage
/// keeps the last good chain, dimmed, and nothing of it can be changed.
void set_lab_on_stage(const Desk& desk, std::vector<Node>& nodes);

}  // namespace session
