// A kind of task in the window and in a terminal: what it shows, and what typing, dragging and locking do. A file of
// this folder each, and a row in task_page.cpp; all else of the kind is in lesson/kinds.
#pragma once

#include "lesson/kinds/kind.hpp"
#include "session/state/desk.hpp"
#include "session/state/page.hpp"

namespace session {

class Session;
struct TaskNodes;

struct TaskPage {
  /// What stands below the question; after the lock, what it comes to.
  void (*nodes)(TaskNodes&) = nullptr;
  // What has no such hand: null.
  void (*set)(Course&, std::string_view typed) = nullptr;
  void (*drag)(Desk&, std::string_view place) = nullptr;  ///< to "x y" in figure units
  void (*step)(Desk&, int direction) = nullptr;           ///< one more (1) or less (-1)
  void (*mark)(Course&, std::string_view arrow) = nullptr;
  /// Why the open answer cannot stand; null: what is complete can.
  std::string (*flaw)(Course&) = nullptr;
  /// Marks: whether a whole answer could have been locked.
  bool (*fits)(const Attempt&, const Bench&) = nullptr;
  /// What a student typed in a terminal, done with the page up to the lock; says what is no answer at all.
  std::string (*play)(Session&, const std::string& typed) = nullptr;
  /// What the lesson itself would type, from its model; empty where that does not know.
  std::string (*key)(const lesson::Lesson&, const lesson::Task&, const Services&) = nullptr;
};

[[nodiscard]] const TaskPage& page_of(const lesson::Task& task);
/// The machine by whose model a lesson's key is worked out: the device at hand, else the card of the course.
[[nodiscard]] std::optional<study::Machine> key_machine(const Services& services);

namespace pages {
extern const TaskPage count_arrows, strike, number, choice, run, words, sketch;
}  // namespace pages

}  // namespace session
