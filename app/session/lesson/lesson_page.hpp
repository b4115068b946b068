// A step of a lesson, and its parts.
#pragma once

#include "session/state/desk.hpp"

namespace session {

[[nodiscard]] Node lesson_page(const Desk& desk);
/// The open step's task: question, what can be done about it, and after the lock what it comes to.
[[nodiscard]] std::vector<Node> task_nodes(const Desk& desk);
/// Guess, model and measurement of a chain that ran.
[[nodiscard]] std::vector<Node> reveal_nodes(const Desk& desk, const Bench& bench,
                                             const std::vector<record::Guess>& guesses);
/// Of these what the back row can read: two lines of numbers, whether they were verified, and whose they are.
/// `pictured`: that both plans came to the same results stands in the picture beside them.
[[nodiscard]] std::vector<Node> class_reveal_nodes(const Bench& bench, Leave leave, bool pictured);
/// One chart of the run, by its tab's name (lesson::run_tabs); null before the truth, and of what is still asked.
[[nodiscard]] std::optional<Node> run_chart(const Desk& desk, const Bench& bench, std::string_view tab);

}  // namespace session
