// Running a chain is the lock of every task about it: who must answer first.
#pragma once

#include "session/state/desk.hpp"

#include <set>
#include <string>

namespace session {

/// Why this chain may not be run now: the sentence naming the open task that has no guess yet. Empty if it may.
[[nodiscard]] std::string why_closed(const Desk& desk, const Bench& bench);
/// The steps of the open lesson, counted from 0, that must have a guess before it may.
[[nodiscard]] std::set<std::size_t> steps_before_run(const Desk& desk, const Bench& bench);
/// Locks the guesses that stand for this chain's form: what running it means.
void lock_guesses(Desk& desk, const Bench& bench);

}  // namespace session
