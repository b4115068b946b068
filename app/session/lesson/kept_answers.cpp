// What changed in a course, as events for the student's file; and from the file back into a course.
#include "session/lesson/kept_answers.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/words.hpp"
#include "charts/strips/chain_strip.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/state/answer_file.hpp"
#include "session/state/aside.hpp"

#include <algorithm>
#include <utility>

namespace session {
namespace {

using lesson::Answer;
using lesson::AnswerEvent;

/// Whether an answer is one that this task could have got: the lesson may have changed, or the file.
bool fits(const Course& course, const lesson::Task& task, const Answer& answer) {
  if (!lesson::answers_task(answer, task)) return false;
  if (task.kind->by != lesson::By::marks) return answer.marks.empty() && answer.struck.empty();
  const auto bench = course.benches.find(task.chain);
  if (bench == course.benches.end()) return false;
  const auto arrows = charts::arrows(bench->second->unfused());
  const auto there = [&](const std::string& id) {
    return std::ranges::find(arrows, id, &charts::Arrow::id) != arrows.end();
  };
  if (!std::ranges::all_of(answer.marks, there) || !std::ranges::all_of(answer.struck, there)) return false;
  if (!answer.locked) return true;
  Attempt attempt;
  static_cast<Answer&>(attempt) = answer;
  return page_of(task).fits(attempt, *bench->second);
}

std::map<std::string, Answer> standing(const Course& course, const lesson::Answers& answers) {
  return lesson::standing(answers, course.lesson.id, [&](const std::string& id, const Answer& answer) {
    for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
      const lesson::Task* task = kept_task(course, i);
      if (task != nullptr && task->id == id) return fits(course, *task, answer);
    }
    return false;
  });
}

/// What to say about a file that was read, apart from its answers.
std::string said_of(const lesson::Answers& answers) {
  if (!answers.flaws.empty()) {
    const std::string place = answers.flaws.front().file + ":" + std::to_string(answers.flaws.front().line);
    return base::say(
        "session.answers.flawed",
        {{"n", std::to_string(answers.flaws.size())}, {"place", place}, {"why", answers.flaws.front().message}});
  }
  return answers.torn > 0 ? std::string(base::text("session.answers.torn")) : std::string();
}

}  // namespace

std::string recall_answers(Course& course) {
  course.kept.assign(course.attempts.size(), {});
  const auto path = answers_path();
  std::error_code problem;
  if (!std::filesystem::exists(path, problem)) return {};
  const auto text = base::read_file(path, lesson::max_answers_bytes);
  if (!text)
    return base::say("session.answers.unreadable", {{"path", path.string()}, {"why", text.error().front().message}});
  const auto answers = lesson::read_answers(*text, path.string());
  if (answers.sound == 0 && answers.torn == 0 && !text->empty()) {
    const auto kept = move_aside(path);
    const auto key = kept ? "session.answers.broken" : "session.answers.broken_stays";
    return base::say(key, {{"path", kept.value_or(path).string()}});
  }
  const auto there = standing(course, answers);
  int left_out = 0;
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const lesson::Task* task = kept_task(course, i);
    const auto found = task == nullptr ? there.end() : there.find(task->id);
    if (found == there.end()) continue;
    if (fits(course, *task, found->second)) {
      static_cast<Answer&>(course.attempts[i]) = course.kept[i] = found->second;
    } else {
      ++left_out;
    }
  }
  std::string said = said_of(answers);
  if (left_out > 0) {
    said += (said.empty() ? "" : " ") + base::say("session.answers.left_out", {{"n", std::to_string(left_out)}});
  }
  return said;
}

std::string keep_answers(Course& course, const std::string& student) {
  course.kept.resize(course.attempts.size());
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    if (kept_task(course, i) != nullptr && !(course.kept[i] == course.attempts[i])) changed.push_back(i);
  }
  if (changed.empty() && student == course.kept_name) return {};
  AnswerFile file;
  const auto there = standing(course, file.answers());
  std::vector<AnswerEvent> events;
  if (!student.empty() && file.answers().student != student) {
    events.emplace_back().kind = AnswerEvent::Kind::named;
    events.back().text = student;
  }
  int others = 0;
  for (const std::size_t i : changed) {
    const lesson::Task& task = *kept_task(course, i);
    const Answer& mine = course.attempts[i];
    const auto found = there.find(task.id);
    if (found != there.end() && found->second.locked && fits(course, task, found->second)) {
      if (mine.locked && !lesson::same_answer(found->second, mine)) ++others;
    } else if (found == there.end() || !(found->second == mine)) {
      AnswerEvent& event = events.emplace_back();
      event.lesson = course.lesson.id;
      event.task = task.id;
      event.answer = mine;
    }
  }
  file.add(events);
  for (const std::size_t i : changed) course.kept[i] = course.attempts[i];
  course.kept_name = student;
  if (others == 0) return file.said();
  return base::say("session.answers.others", {{"n", std::to_string(others)}});
}

void remember_answers(Desk& desk) {
  if (!desk.services.keeps_answers) return;
  try {
    for (auto& [id, opened] : desk.courses) {
      if (auto said = keep_answers(opened, desk.services.student); !said.empty()) desk.say(std::move(said));
    }
  } catch (const base::MachineError& e) {
    desk.say(base::say("session.answers.not_saved", {{"why", e.what()}}));
  }
}

void forget_answers(Course& course) {
  std::error_code problem;
  if (std::filesystem::exists(answers_path(), problem)) {
    AnswerFile file;
    const bool any = std::ranges::any_of(file.answers().events,
                                         [&](const AnswerEvent& event) { return event.lesson == course.lesson.id; });
    if (any) {
      AnswerEvent event;
      event.kind = AnswerEvent::Kind::restarted;
      event.lesson = course.lesson.id;
      file.add({event});
    }
  }
  course.kept.assign(course.attempts.size(), {});
}

}  // namespace session
