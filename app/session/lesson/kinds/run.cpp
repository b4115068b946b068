// Both plans run, and after it guess, model and measurement side by side.
#include "base/words.hpp"
#include "lesson/guess_text.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/lesson_page.hpp"
#include "session/lesson/observe.hpp"
#include "session/lesson/task_nodes.hpp"
#include "session/session.hpp"
#include "session/state/lock_rule.hpp"

#include <algorithm>

namespace session {
namespace {

/// What was guessed of this chain in earlier steps and stands in no table of its run, now that it can be judged.
void earlier_guesses(TaskNodes& of) {
  const Course& course = *of.desk.course;
  for (std::size_t i = 0; i < course.at; ++i) {
    const auto& task = course.lesson.steps[i].task;
    const Attempt& attempt = course.attempts[i];
    if (!task || task->kind->by != lesson::By::number || task->chain != of.task.chain) continue;
    if (!attempt.locked || !attempt.guess || lesson::is_of_one_run(asked_by(*task))) continue;
    TaskNodes told{of.desk, *task, attempt, of.bench};
    told.judged();
    of.add(prose("earlier." + task->id, Purpose::prose, of.filled(task->question)));
    for (Node& node : told.nodes) {
      if (node.id == "task.because") continue;  // it was read with the guess, or will be on going back
      node.id = "earlier." + task->id + "." + node.id;
      of.add(std::move(node));
    }
  }
}

void run_nodes(TaskNodes& of) {
  if (of.desk.running == nullptr && !of.bench->ran()) {
    const auto& device = of.desk.services.device;
    const bool knows = of.desk.spec || (device != nullptr && !device->can_calibrate());
    of.where(knows ? "session.run.where" : "session.run.where_first");
  }
  if (!of.bench->ran()) return;
  earlier_guesses(of);
  const auto leave = LockRule(of.desk).stage(*of.bench, charts::Quantity::all).leave();
  for (Node& node : reveal_nodes(of.desk, *of.bench, guesses_of(of.desk, *of.bench))) of.add(std::move(node));
  if (leave) {
    for (Node& node : observe_nodes(of.attempt, *of.bench, *leave)) of.add(std::move(node));
  }
  of.because();
}

}  // namespace

constinit const TaskPage pages::run = {
    .nodes = run_nodes,
    .play =
        [](Session& session, const std::string&) {
          session.act("run.start");
          return std::string();
        },
    .key = [](const lesson::Lesson&, const lesson::Task&, const Services&) { return std::string(); },
};

}  // namespace session
