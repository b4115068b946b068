// A lesson's `ladder` fence: the rungs as a card climbed them another day, read when the lesson is opened.
#pragma once

#include "session/kept_ladder.hpp"
#include "session/page.hpp"

namespace session {

/// Every ladder of the lesson that came with the program, by name, for Course::ladders.
[[nodiscard]] std::map<std::string, std::shared_ptr<const KeptLadder>> ladders_of(const lesson::Lesson& lesson);
/// Its figure; nothing where it did not come with the program.
[[nodiscard]] std::vector<Node> ladder_nodes(const Desk& desk, const lesson::Block& fence);

/// For a page or a folder of figures, in the frame of `sheet`.
[[nodiscard]] figure::Figure fence_figure(const KeptLadder& ladder, charts::ChartData sheet);

}  // namespace session
