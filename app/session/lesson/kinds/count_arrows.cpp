// Counting by marking the arrows in order; the last mark locks it.
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/kinds/arrows.hpp"

namespace session {

constinit const TaskPage pages::count_arrows = {
    .nodes =
        [](TaskNodes& of) {
          of.add(arrow_strip(of, of.attempt, "session.arrow.mark"));
          of.message();
          tell_count(of, "session.count.done", "crossings.unfused", static_cast<double>(of.attempt.marks.size()));
        },
    .mark =
        [](Course& course, std::string_view arrow) {
          const auto& unfused = course.benches.at(course.step().task->chain)->unfused();
          mark_arrow(course.attempt(), unfused, arrow);
          if (all_marked(course.attempt(), unfused)) course.attempt().locked = true;
        },
    .fits = [](const Attempt& attempt, const Bench& bench) { return all_marked(attempt, bench.unfused()); },
    .play = take_arrows,
    .key = [](const lesson::Lesson& played, const lesson::Task& task,
              const Services& services) { return arrow_key(played, task, services, false); },
};

}  // namespace session
