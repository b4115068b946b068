// A lesson's answers between two starts of the window: locks stay locks.
#pragma once

#include "session/desk.hpp"

#include <string>

namespace session {

/// Takes the answers of user_data()/lessons/ID.json into a course that was just opened. Returns a sentence if they
/// could not all be used: a file that cannot be read is moved aside, an answer that does not fit its task is left out.
/// That a chain was run is not kept: its numbers are gone with the process.
[[nodiscard]] std::string recall_answers(Course& course);

/// Writes them, atomically, one window after the other. What another window locked meanwhile stays in the file, and as
/// it was locked first; a file that was broken meanwhile is moved aside. Returns a sentence about either the
/// first time, else nothing. Throws MachineError.
[[nodiscard]] std::string keep_answers(Course& course);

/// Takes the file away: the lesson starts over. Throws MachineError.
void forget_answers(const Course& course);

}  // namespace session
