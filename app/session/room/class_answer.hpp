// What only the presenter is told: the right answer, and what to say to each wrong one.
#pragma once

#include "session/state/desk.hpp"

#include <optional>
#include <vector>

namespace session {

/// Its letter, its words or its number, `tally`: and its hands; what only a run can tell says so. Nothing where nothing
/// is asked.
[[nodiscard]] std::optional<Node> answer_node(const Desk& desk, bool tally);
/// The letters of the room below a heading of their own. `tally`: with the hands for each; `told`: only the wrong ones,
/// with what to say to each, that first which most of the room said.
[[nodiscard]] std::vector<Node> reply_nodes(const Desk& desk, bool tally, bool told);

}  // namespace session
