// The third plan of the lab: every, none, best, or cuts by hand.
#pragma once

#include "session/state/page.hpp"

namespace session {

/// Parses the lab's text; the last good chain stays if it is wrong.
void set_chain(Desk& desk, std::string_view text);
/// Takes the nearest recorded chain into the lab.
void open_nearest(Desk& desk);
/// "every", "none", "best", "by_hand".
void choose_cut(Desk& desk, std::string_view kind);
/// The values to write between kernels, parted by commas.
void set_cut_values(Desk& desk, std::string_view typed);
/// Cuts the lab's chain as is chosen; a refusal stays beside the choice and the plan is as it was.
void cut_lab(Desk& desk);
/// The choice, each in words, and what it comes to. Only where nothing of the chain is asked.
[[nodiscard]] std::vector<Node> cut_nodes(const Desk& desk, Leave leave);

}  // namespace session
