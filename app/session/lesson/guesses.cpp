// Which guesses stand on a chart.
#include "session/lesson/guesses.hpp"

#include "lesson/guess_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/room_letters.hpp"

#include <algorithm>

namespace session {

std::vector<record::Guess> guesses_of_room(const Desk& desk, const Bench& bench) {
  std::vector<record::Guess> guesses;
  const Course& course = *desk.course;
  for (const auto& [step, room] : course.rooms) {
    const auto& task = course.lesson.steps[step].task;
    if (!task || task->chain != bench.name || room.stage == ClassStage::question) continue;
    if (room.number) guesses.push_back({asked_by(*task), *room.number});
    if (room.hands.empty() || !task->kind->asks_number()) continue;
    const auto letters = letters_of(course, step);
    const auto most = std::ranges::max_element(room.hands) - room.hands.begin();
    guesses.push_back({asked_by(*task), letters.at(static_cast<std::size_t>(most)).value});
  }
  return guesses;
}

std::vector<record::Guess> guesses_of(const Desk& desk, const Bench& bench) {
  std::vector<record::Guess> guesses;
  if (desk.pages.has(PageKind::lab) || desk.course == nullptr) {
    if (desk.lab.guess) guesses.push_back(*desk.lab.guess);
    return guesses;
  }
  const Course& course = *desk.course;
  if (desk.pages.has(PageKind::room)) return guesses_of_room(desk, bench);
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    const Attempt& attempt = course.attempts[i];
    if (!task || task->chain != bench.name || !attempt.guess) continue;
    if (!lesson::is_of_one_run(asked_by(*task))) continue;
    if (attempt.locked || i == course.at) guesses.push_back({asked_by(*task), *attempt.guess});
  }
  return guesses;
}

}  // namespace session
