// One rule a kind of task.
#include "session/lesson/task_lock.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/guess_text.hpp"
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/guess_dot.hpp"
#include "session/lesson/guess_line.hpp"
#include "session/lesson/sketch.hpp"
#include "session/state/page.hpp"

#include <algorithm>

namespace session {
namespace {

using lesson::TaskKind;

lesson::Unit unit_of(const lesson::Task& task) {
  return lesson::unit_of(asked_by(task)).value_or(lesson::Unit::ratio);
}

std::string_view label_key(TaskKind kind) {
  switch (kind) {
    case TaskKind::strike:
      return "session.lock.strike";
    case TaskKind::choice:
      return "session.lock.choice";
    case TaskKind::words:
      return "session.lock.words";
    case TaskKind::sketch:
      return "session.lock.sketch";
    case TaskKind::number:
    case TaskKind::count_arrows:
    case TaskKind::run:
      break;
  }
  return "session.lock.guess";
}

/// Why the answer cannot be locked yet; empty if it can.
std::string_view not_yet(const lesson::Task& task, const Attempt& attempt) {
  switch (task.kind) {
    case TaskKind::number:
      return base::trim(attempt.typed).empty() ? "session.lock.no_guess" : "";
    case TaskKind::strike:
      return attempt.struck.empty() ? "session.lock.no_strike" : "";
    case TaskKind::choice:
      return attempt.chosen < 0 ? "session.lock.no_choice" : "";
    case TaskKind::words:
      return base::trim(attempt.typed).empty() ? "session.lock.no_words" : "";
    case TaskKind::sketch:
      return lesson::is_whole(attempt.curve, task) ? "" : "session.lock.no_sketch";
    case TaskKind::count_arrows:
    case TaskKind::run:
      break;
  }
  return "";
}

}  // namespace

Action lock_action(const lesson::Task& task, const Attempt& attempt) {
  Action lock = action("guess.lock", label_key(task.kind), {"Enter"});
  if (const auto why = not_yet(task, attempt); !why.empty())
    lock = disabled(std::move(lock), std::string(base::text(why)));
  return lock;
}

void lock_answer(Course& course) {
  const lesson::Task& task = *course.step().task;
  Attempt& attempt = course.attempt();
  attempt.message.clear();
  if (task.kind == TaskKind::strike) {
    attempt.message = strike_mistake(attempt, *course.benches.at(task.chain));
  } else if (task.kind == TaskKind::number) {
    const auto guess = lesson::parse_guess(attempt.typed, unit_of(task));
    if (guess) {
      attempt.guess = *guess;
    } else {
      attempt.message = guess.error();
    }
  }
  if (task.kind == TaskKind::sketch && !lesson::is_whole(attempt.curve, task)) {
    attempt.message = base::text("session.lock.no_sketch");
  }
  attempt.locked = attempt.message.empty();
}

void set_guess(Course& course, std::string_view typed) {
  if (course.step().task->kind == TaskKind::sketch) return set_sketch(course, typed);
  Attempt& attempt = course.attempt();
  attempt.typed = typed;
  attempt.guess.reset();
  attempt.message.clear();
  if (base::trim(typed).empty()) return;
  if (const auto guess = lesson::parse_guess(typed, unit_of(*course.step().task))) {
    attempt.guess = *guess;
  } else {
    attempt.message = guess.error();
  }
}

void drag_guess(Desk& desk, std::string_view place) {
  Course& course = *desk.course;
  const lesson::Task& task = *course.step().task;
  if (task.kind == TaskKind::sketch) return drag_sketch(desk, place);
  const auto panel = desk.scene.film ? std::nullopt : panel_of(asked_by(task));
  const auto x = base::to_number(base::split(base::trim(place), ' ').front());
  if (!x) return;
  const Bench& bench = *course.benches.at(task.chain);
  if (!panel) {
    if (const auto line = guess_line(desk, bench)) {
      set_guess(course, dragged(charts::line_value(*line, *x), unit_of(task)));
    } else if (const auto dot = guess_dot(desk, bench)) {
      set_guess(course, snapped_intensity(charts::intensity_at(*dot, *x)));
    }
    return;
  }
  const auto data = chart_data(desk, bench, guesses_of(desk, bench), figure::Stage::guess);
  if (const auto value = charts::bar_value(data, *panel, asked_by(task), *x)) {
    set_guess(course, lesson::guess_text(*value, unit_of(task)));
  }
}

bool runs_here(const Course& course) {
  const auto& task = course.step().task;
  if (!task || !course.attempt().locked || !course.benches.contains(task->chain)) return false;
  if (task->kind != TaskKind::number && task->kind != TaskKind::choice) return false;
  return std::none_of(course.lesson.steps.begin(), course.lesson.steps.end(), [&](const auto& step) {
    return step.task && step.task->kind == TaskKind::run && step.task->chain == task->chain;
  });
}

bool waits_for_run(const Course& course) {
  if (!runs_here(course)) return false;
  const lesson::Task& task = *course.step().task;
  return task.asked.contains("time") || task.asked.contains("spread") || task.right_text.contains("{measured.");
}

}  // namespace session
