// The lab's page as a stage: pictures behind tabs, the tools of the cards below them, the question in the dock.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// Moves what is a picture, a tool or a question to its place; words stay. Where the text cannot be read the stage
/// keeps the last good chain, dimmed, and nothing of it can be changed.
void set_lab_on_stage(const Desk& desk, std::vector<Node>& nodes);

/// What a key does that no part of these nodes shows now: playing the scene that is behind another picture.
[[nodiscard]] std::vector<Action> keys_of_lab(const std::vector<Node>& nodes);
/// The scene is seen, and plays.
void show_scene(Desk& desk);

}  // namespace session
