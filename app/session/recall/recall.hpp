// Recall over days: a few cards a day, off until the student asks for it.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

[[nodiscard]] Node recall_page(const Desk& desk);
/// What the map says of it: that there is such a thing, or how many cards are due.
[[nodiscard]] Node recall_notice(const Desk& desk);

void turn_recall(Desk& desk, bool on);
void open_recall(Desk& desk);
/// The answer of the card that is asked.
void tell_card(Desk& desk);
/// How well it was known: "again", "hard", "good" or "easy"; the next card comes.
void rate_card(Desk& desk, std::string_view recalled);
/// The step that the card is of.
void open_card_step(Desk& desk);

}  // namespace session
