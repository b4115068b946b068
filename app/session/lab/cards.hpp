// The cards of the lab's chain: one is picked up, and what can be done with it lies beside it.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// What can be done with the card that is picked up, and with the whole chain.
[[nodiscard]] std::vector<Node> card_nodes(const Desk& desk);
/// Picks up the card of a value by its name, or puts it down again.
void pick_card(Desk& desk, std::string_view name);
/// "op.gelu", "add.row", "remove", "later", "operand.b.full", "dtype.f16", "rows.twice", "backward".
void edit_card(Desk& desk, std::string_view edit);
/// The op that is picked up; the last one if none is.
[[nodiscard]] int picked(const Lab& lab);

}  // namespace session
