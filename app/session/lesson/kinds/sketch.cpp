// A curve in its field and on its sweep's axes.
#include "session/lesson/sketch.hpp"

#include "base/words.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/task_nodes.hpp"
#include "session/session.hpp"

namespace session {
namespace {

void curve_nodes(TaskNodes& of) {
  of.add(sketch_field(of.desk));
  if (!of.attempt.curve.empty()) of.badge();
  of.message();
  of.confidence();
  if (auto figure = sketch_figure(of.desk)) of.add(*std::move(figure));
  if (!of.attempt.locked) return;
  if (!may_tell_sketch(of.desk)) {
    return of.add(notice("task.answer", Said::task, base::say("session.answer.asked_again")));
  }
  const Course& course = *of.desk.course;
  const auto judgement = lesson::judge_sketch(of.task, of.attempt.curve, sketch_truth(course, of.task));
  if (auto told = sketch_words(course, of.task, judgement); !told.empty()) {
    of.add(make("task.answer", Purpose::explanation, std::move(told)));
  }
  judgement.right ? of.because() : of.explain_wrong(judgement);
}

}  // namespace

constinit const TaskPage pages::sketch = {
    .nodes = curve_nodes,
    .set = set_sketch,
    .drag = drag_sketch,
    .step = step_sketch,
    .flaw =
        [](Course& course) {
          const bool whole = lesson::is_whole(course.attempt().curve, *course.step().task);
          return whole ? std::string() : std::string(base::text("session.lock.no_sketch"));
        },
    .play =
        [](Session& session, const std::string& typed) {
          session.act("guess.set", typed);
          return std::string();
        },
    .key = sketch_key,
};

}  // namespace session
