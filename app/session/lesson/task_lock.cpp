// Asks the task's kind.
#include "session/lesson/task_lock.hpp"

#include "base/words.hpp"
#include "lesson/letters.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/state/page.hpp"

#include <algorithm>

namespace session {

using lesson::By;

Action lock_action(const lesson::Task& task, const Attempt& attempt) {
  Action lock = action("guess.lock", task.kind->lock_label, {"Enter"});
  return is_complete(attempt, task) ? lock : disabled(std::move(lock), std::string(base::text(task.kind->not_yet)));
}

void lock_answer(Course& course) {
  Attempt& attempt = course.attempt();
  const auto flaw = page_of(*course.step().task).flaw;
  attempt.message = flaw == nullptr ? std::string() : flaw(course);
  attempt.locked = attempt.message.empty();
}

void set_guess(Course& course, std::string_view typed) {
  if (const auto set = page_of(*course.step().task).set) set(course, typed);
}

void drag_guess(Desk& desk, std::string_view place) {
  if (const auto drag = page_of(*desk.course->step().task).drag) drag(desk, place);
}

void step_guess(Desk& desk, int direction) {
  if (const auto step = page_of(*desk.course->step().task).step) step(desk, direction);
}

void mark_on_strip(Course& course, std::string_view arrow) {
  if (const auto mark = page_of(*course.step().task).mark) mark(course, arrow);
}

bool runs_here(const Course& course) {
  const auto& task = course.step().task;
  if (!task || !course.attempt().locked || !course.benches.contains(task->chain)) return false;
  if (task->kind->by != By::number && task->kind->by != By::letter) return false;
  if (lesson::is_calculated(asked_by(*task))) return false;
  if (course.benches.at(task->chain)->unfused().groups.size() < 2) return false;  // one plan, whatever it is called
  return std::none_of(course.lesson.steps.begin(), course.lesson.steps.end(), [&](const auto& step) {
    return step.task && step.task->kind->is_run() && step.task->chain == task->chain;
  });
}

bool waits_for_run(const Course& course) {
  if (!runs_here(course)) return false;
  const lesson::Task& task = *course.step().task;
  const bool timed = task.asked.contains("time") || task.asked.contains("spread");
  return (timed && lesson::hangs_on_a_clock(task.asked)) || task.right_text.contains("{measured.");
}

}  // namespace session
