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
/// The picture of that name is seen, as long as the page stays as it is.
void show_picture(Desk& desk, std::string_view name);

}  // namespace session
