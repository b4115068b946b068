// Striking the arrows that nobody outside needs.
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/kinds/arrows.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/lock_rule.hpp"

namespace session {
namespace {

/// The marks that were made on this chain in an earlier step, so that the strip looks as it was left.
Attempt with_earlier_marks(const TaskNodes& of) {
  Attempt seen = of.attempt;
  const Course& course = *of.desk.course;
  for (std::size_t i = 0; i < course.at; ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (task && task->kind->marks_in_order && task->chain == of.task.chain && course.attempts[i].locked) {
      seen.marks = course.attempts[i].marks;
    }
  }
  return seen;
}

}  // namespace

constinit const TaskPage pages::strike = {
    .nodes =
        [](TaskNodes& of) {
          of.add(arrow_strip(of, with_earlier_marks(of), "session.arrow.strike"));
          if (auto fused = of.attempt.locked ? fusing_picture(of.desk, *of.bench) : std::nullopt) {
            of.add(*std::move(fused));
            if (!of.desk.pages.has(PageKind::room)) of.add(fusing_place(of.desk));
          }
          of.message();
          tell_count(of, "session.strike.done", "crossings.fused",
                     of.bench->study(LockRule::to_judge()).predictions.at(1).crossings);
        },
    .mark = [](Course& course, std::string_view arrow) { toggle_strike(course.attempt(), arrow); },
    .flaw =
        [](Course& course) { return strike_mistake(course.attempt(), *course.benches.at(course.step().task->chain)); },
    .fits = [](const Attempt& attempt, const Bench& bench) { return strike_mistake(attempt, bench).empty(); },
    .play = take_arrows,
    .key = [](const lesson::Lesson& played, const lesson::Task& task,
              const Services& services) { return arrow_key(played, task, services, true); },
};

}  // namespace session
