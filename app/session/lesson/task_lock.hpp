// Locking an answer: what the button says, when it may be pressed, what pressing it does.
#pragma once

#include "session/state/desk.hpp"

namespace session {

/// The lock button of an open task, where its kind has one.
[[nodiscard]] Action lock_action(const lesson::Task& task, const Attempt& attempt);

/// Locks the open step's answer if it can stand; else says why in its message.
void lock_answer(Course& course);

/// Writes into the open task's field.
void set_guess(Course& course, std::string_view typed);
/// A drag of the guess to "x y" in figure units.
void drag_guess(Desk& desk, std::string_view place);
/// One step more (1) or less (-1) than the guess that stands, or than nothing.
void step_guess(Desk& desk, int direction);
/// A click on an arrow of the open task's strip.
void mark_on_strip(Course& course, std::string_view arrow);

/// True if this step's chain is run here: its task is a locked number or letter, and no step of the lesson runs it.
[[nodiscard]] bool runs_here(const Course& course);
/// True if the locked task's answer is known in full only after such a run: it is a time, or tells one that is
/// measured.
[[nodiscard]] bool waits_for_run(const Course& course);

}  // namespace session
