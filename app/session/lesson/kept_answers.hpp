// A lesson's answers between two starts of the window: locks stay locks.
#pragma once

#include "session/state/desk.hpp"

#include <string>

namespace session {

/// Takes the answers of the student's file into a course that was just opened. Returns a sentence if they could not all
/// be used: a file of which no line is sound is moved aside, an answer that does not fit its task is left out.
/// What a chain measured is kept elsewhere: session/state/kept_runs.hpp.
[[nodiscard]] std::string recall_answers(Course& course);

/// Adds what changed since to the end of the file, and the student's name where that is new; one window after the
/// other. What another window locked meanwhile stays, and as it was locked first. Returns a sentence about that the
/// first time, or about a broken file that was moved aside, else nothing. Throws MachineError; then it is tried again
/// with the next call.
[[nodiscard]] std::string keep_answers(Course& course, const std::string& student = {});

/// Keeps the answers to every lesson that was opened, where the session does that; a disk that refuses is said.
void remember_answers(Desk& desk);

/// The lesson starts over: said in the file, where what was answered stays. Throws MachineError.
void forget_answers(Course& course);

}  // namespace session
