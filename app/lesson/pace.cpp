// The words are those that a page shows; what a run takes, this cannot know.
#include "lesson/pace.hpp"

#include "lesson/fences/fence.hpp"
#include "lesson/finding_lint.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"
#include "lesson/values.hpp"

#include <cmath>

namespace lesson {
namespace {

constexpr int led_task = 3;  // letters shown, the truth, the next step

double minutes_of(std::size_t words, int actions) {
  return static_cast<double>(words) / words_a_minute + actions * seconds_an_action / 60;
}

class Pacing {
 public:
  Pacing(const Lesson& lesson, const study::Machine& machine)
      : lesson_(lesson), quantities_(lesson_quantities(lesson, machine)) {}

  [[nodiscard]] StepPace of(const Step& step) const {
    StepPace out{.title = step.title, .minutes = step.minutes};
    for (const Block& block : step.blocks) {
      const std::size_t words = words_of(block.text, block.chain);
      const bool is_class = block.is(fences::in_class) || block.is(fences::say) || block.is(fences::doing);
      if (block.fence == nullptr) out.read += words;
      if (is_class) out.said += words;
    }
    out.pressed = out.led = 1;  // the way on
    if (step.task) add(*step.task, out);
    return out;
  }

 private:
  void add(const Task& task, StepPace& out) const {
    std::size_t asked = words_of(task.question, task.chain);
    for (const std::string& choice : task.choices) asked += words_of(choice, task.chain);
    out.read += asked + words_of(task.right_text, task.chain);
    out.said += asked;
    out.runs = task.kind->is_run();
    out.pressed += answers(task);
    out.led = led_task;
  }

  /// The answer, how sure, and the lock, or the run.
  [[nodiscard]] int answers(const Task& task) const {
    if (task.kind->is_run()) return 1;
    const int sure = task.kind->takes_confidence ? 1 : 0, lock = 1;
    if (task.kind->by != By::marks) return 1 + sure + lock;
    // Marks in order are counted; others strike out what fusing saves.
    const auto marks = value_of(quantities_, task.chain, task.kind->marks_in_order ? task.asked : "saved.crossings");
    return static_cast<int>(std::lround(marks.value_or(1))) + sure + lock;
  }

  [[nodiscard]] std::size_t words_of(const std::string& text, const std::string& chain) const {
    return count_words(fill(with_longest_cases(text, lesson_), quantities_, chain));
  }

  const Lesson& lesson_;
  Quantities quantities_;
};

}  // namespace

double StepPace::alone() const {
  return minutes_of(read, pressed);
}

double StepPace::in_class() const {
  return minutes_of(said, led);
}

std::vector<StepPace> pace(const Lesson& lesson, const study::Machine& machine) {
  const Pacing pacing(lesson, machine);
  std::vector<StepPace> all;
  for (const Step& step : lesson.steps) all.push_back(pacing.of(step));
  return all;
}

std::optional<double> minutes_to_run(const std::vector<StepPace>& steps) {
  double minutes = 0;
  for (const StepPace& step : steps) {
    minutes += step.alone();
    if (step.runs) return minutes;
  }
  return std::nullopt;
}

}  // namespace lesson
