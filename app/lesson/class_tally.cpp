// Counts, judged one by one by the same judge as in the window.
#include "lesson/class_tally.hpp"

#include "base/words.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"

#include <algorithm>
#include <climits>

namespace lesson {
namespace {

const Task* task_named(const Lesson& lesson, std::string_view id) {
  for (const Step& step : lesson.steps) {
    if (step.task && step.task->id == id && !step.task->kind->is_run()) return &*step.task;
  }
  return nullptr;
}

bool fits(const Lesson& lesson, const std::string& id, const Answer& answer) {
  const Task* task = task_named(lesson, id);
  return task != nullptr && answers_task(answer, *task);
}

/// "taking the unfused plan"; of a task's own misconception, its id in words.
std::string mistake_name(const std::string& id) {
  if (is_usual_mistake(id)) return std::string(base::text("lesson.mistake." + id + ".short"));
  std::string words = id;
  std::ranges::replace(words, '-', ' ');
  return words;
}

class Counter {
 public:
  Counter(const Task& task, const std::string& step, const Quantities& truth) : truth_(truth) {
    out_.task = task;
    out_.step = step;
    if (task.kind->truth != nullptr) {
      out_.truth = task.kind->truth(task, truth);
      out_.judged = out_.truth.has_value() && !told_by_a_run(task);
    }
    for (std::size_t i = 0; i < task.choices.size(); ++i) same(static_cast<double>(i));  // also those nobody chose
  }

  void take(const Answer& answer) {
    ++out_.answered;
    const TaskKind& kind = *out_.task.kind;
    const auto value = kind.value == nullptr ? std::nullopt : kind.value(answer, out_.task);
    if (!value) return;
    if (kind.by == By::number) out_.guesses.push_back(*value);
    count(*value, answer.confidence);
  }

  void skip() { ++out_.skipped; }

  TaskTally done() {
    std::ranges::sort(out_.guesses);
    std::ranges::sort(out_.answers, {}, &SameAnswer::value);
    std::ranges::stable_sort(out_.causes, std::ranges::greater{}, &Cause::students);
    return std::move(out_);
  }

 private:
  /// Those with this value; made if there are none yet.
  SameAnswer& same(double value) {
    // As it is written: 2 and 2.0004 are both "2.00x".
    const std::string shown = out_.task.kind->shown(out_.task, value);
    const auto found = std::ranges::find(out_.answers, shown, &SameAnswer::shown);
    if (found != out_.answers.end()) return *found;
    SameAnswer& made = out_.answers.emplace_back();
    made.value = value;
    made.shown = shown;
    return made;
  }

  void count(double value, Confidence confidence) {
    SameAnswer& among = same(value);
    ++among.students;
    if (confidence == Confidence::sure) ++among.sure;
    if (!out_.judged) return;
    const Judgement judgement = judge(out_.task, value, truth_);
    among.right = judgement.right;
    if (judgement.right) {
      ++out_.right;
    } else if (!judgement.misconception.empty()) {
      among.mistake = mistake_name(judgement.misconception);
      cause(among.mistake, judgement.explanation);
    }
  }

  void cause(const std::string& name, const std::string& explanation) {
    const auto found = std::ranges::find(out_.causes, name, &Cause::name);
    if (found != out_.causes.end()) {
      ++found->students;
      return;
    }
    std::string words = plain_text(paragraphs(fill(explanation, truth_, out_.task.chain)), INT_MAX);
    while (words.ends_with('\n')) words.pop_back();
    out_.causes.push_back({name, std::move(words), 1});
  }

  const Quantities& truth_;
  TaskTally out_;
};

}  // namespace

Spread spread_of(const std::vector<double>& ascending) {
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
  };
  return {at(0.5), at(0.25), at(0.75)};
}

bool told_by_a_run(const Task& task) {
  if (task.kind->by != By::number) return false;
  return task.asked.starts_with("measured.") || task.asked.starts_with("time.") || task.asked == "ratio.time" ||
         task.asked == "spread.unfused";
}

std::vector<TaskTally> tally(const Lesson& lesson, const std::vector<Answers>& students, const Quantities& truth) {
  const auto fitting = [&](const std::string& id, const Answer& answer) { return fits(lesson, id, answer); };
  std::vector<std::map<std::string, AnswerEvent>> locked;
  std::vector<std::map<std::string, Answer>> stands;
  for (const Answers& student : students) {
    locked.push_back(first_locks(student, lesson.id, fitting));
    stands.push_back(standing(student, lesson.id, fitting));
  }
  std::vector<TaskTally> out;
  for (const Step& step : lesson.steps) {
    if (!step.task || step.task->kind->is_run()) continue;
    Counter counter(*step.task, step.title, truth);
    for (std::size_t i = 0; i < students.size(); ++i) {
      if (const auto found = locked[i].find(step.task->id); found != locked[i].end()) {
        counter.take(found->second.answer);
      } else if (const auto open = stands[i].find(step.task->id); open != stands[i].end() && open->second.skipped) {
        counter.skip();
      }
    }
    out.push_back(counter.done());
  }
  return out;
}

base::Diagnostics misfits(const Lesson& lesson, const Answers& answers, std::string_view file) {
  base::Diagnostics out;
  for (const AnswerEvent& event : answers.events) {
    if (event.kind != AnswerEvent::Kind::answered || event.lesson != lesson.id || !event.answer.locked) continue;
    if (fits(lesson, event.task, event.answer)) continue;
    base::Diagnostic misfit;
    misfit.file = file;
    misfit.line = event.line;
    const auto key = task_named(lesson, event.task) == nullptr ? "lesson.answers.no_task" : "lesson.answers.misfit";
    misfit.message = base::say(key, {{"lesson", lesson.id}, {"task", event.task}});
    out.push_back(std::move(misfit));
  }
  return out;
}

}  // namespace lesson
