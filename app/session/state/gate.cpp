// The open tasks a run would answer.
#include "session/state/gate.hpp"

#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"

namespace session {
namespace {

/// A guess that running may lock.
bool has_guess(const lesson::Task& task, const Attempt& attempt) {
  return task.kind->value != nullptr && task.kind->value(attempt, task).has_value();
}

/// Calls `visit(course, step index)` for every open task that running `bench` would answer. In the open lesson,
/// tasks further on do not stand in the way: they keep their own answers hidden.
template <class Visit>
void each_open(const Desk& desk, const Bench& bench, Visit visit) {
  const auto chain_form = bench.form();
  for (const auto& [id, course] : desk.courses) {
    const bool here = &course == desk.course && !desk.pages.has(PageKind::lab) && !desk.pages.has(PageKind::quiz);
    for (std::size_t i = 0; i < course.attempts.size(); ++i) {
      const auto& task = course.lesson.steps[i].task;
      if (!task || is_answered(desk, course, i) || asked_by(*task).empty()) continue;
      if (here && i > course.at) continue;
      const auto found = course.benches.find(task->chain);
      if (found != course.benches.end() && found->second->form() == chain_form) visit(course, i);
    }
  }
}

}  // namespace

std::string why_closed(const Desk& desk, const Bench& bench) {
  std::string why;
  each_open(desk, bench, [&](const Course& course, std::size_t i) {
    if (!why.empty() || has_guess(*course.lesson.steps[i].task, course.attempts[i])) return;
    why = base::say(desk.pages.has(PageKind::lab) ? "session.closed.lab" : "session.closed.lesson",
                    {{"lesson", course.lesson.id}, {"step", std::to_string(i + 1)}});
  });
  return why;
}

std::set<std::size_t> steps_before_run(const Desk& desk, const Bench& bench) {
  std::set<std::size_t> steps;
  each_open(desk, bench, [&](const Course& course, std::size_t i) {
    if (&course == desk.course && !has_guess(*course.lesson.steps[i].task, course.attempts[i])) steps.insert(i);
  });
  return steps;
}

void lock_guesses(Desk& desk, const Bench& bench) {
  each_open(desk, bench, [&](const Course& course, std::size_t i) {
    Attempt& attempt = desk.courses.at(course.lesson.id).attempts[i];
    if (has_guess(*course.lesson.steps[i].task, attempt)) attempt.locked = true;
  });
  desk.changed = true;
}

}  // namespace session
