// What was guessed about a chain, by one student or by most of a room.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// What most of the room said about this bench, of what was locked.
[[nodiscard]] std::vector<record::Guess> guesses_of_room(const Desk& desk, const Bench& bench);
/// Locked guesses of the lesson about this bench, and the open one's if it is about it.
[[nodiscard]] std::vector<record::Guess> guesses_of(const Desk& desk, const Bench& bench);

}  // namespace session
