// A talk: a walk in the class view through questions of several lessons; and, with or without one, where a class goes
// next.
#pragma once

#include "session/state/desk.hpp"

#include <optional>

namespace session {

/// Opens the course's talk at its first question. What keeps it from that is told on the page.
void open_talk(Desk& desk);

/// A step that a class comes to.
struct ClassStop {
  const Course* course = nullptr;
  std::size_t at = 0;
  int minutes = 0;  ///< planned; 0: none
};
/// The one after the open step, or (-1) before it: of the talk, else of the lesson; nothing at its end.
[[nodiscard]] std::optional<ClassStop> stop_beside(const Desk& desk, int direction);
/// Goes there; stays where there is none.
void go_to_stop(Desk& desk, int direction);

/// What is planned for the open step and for all that comes after it; and, in a talk, for all of it.
[[nodiscard]] int minutes_here(const Desk& desk);
[[nodiscard]] int minutes_left(const Desk& desk);
[[nodiscard]] int minutes_in_all(const Desk& desk);

}  // namespace session
