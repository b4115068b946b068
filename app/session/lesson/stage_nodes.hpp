// The stage of a lesson's page: its pictures behind tabs, the guess's rail, and the dock with the open task.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// Whether the open lesson's page has a stage.
[[nodiscard]] bool has_stage(const Desk& desk);
/// These pictures behind tabs, and of what stands below them what belongs to the one that is seen.
[[nodiscard]] Node made_stage(const Desk& desk, std::vector<Node> pictures, std::vector<Node> below);
/// Moves pictures to the stage and the open task into the dock; what an answered task came to comes before the words.
void set_on_stage(const Desk& desk, std::vector<Node>& nodes);
/// What a run came to, at its moment; null before the truth, and where there is no stage.
[[nodiscard]] std::optional<Node> reveal_picture(const Desk& desk, const Bench& bench);
/// The chain's kernels coming together: on a stage once it is told which arrows go, in the lab those that scissors
/// joined; else null.
[[nodiscard]] std::optional<Node> fusing_picture(const Desk& desk, const Bench& bench);
/// What a step without a picture of its own shows: its chain's kernels as one, or apart while that is not told yet or
/// the step is about what passes between them.
[[nodiscard]] Node kernels_picture(const Desk& desk, const Bench& bench, const lesson::Step& step);
/// What a key does that no part of these nodes shows now: playing the scene that is behind another picture.
[[nodiscard]] std::vector<Action> keys_of_stage(const Desk& desk, const std::vector<Node>& nodes);
/// The scene is seen, and plays.
void show_scene(Desk& desk);
/// The picture of that name is seen, as long as the page stays as it is.
void show_picture(Desk& desk, std::string_view name);

}  // namespace session
