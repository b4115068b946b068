// A number in its field, beside the figure that it can be dragged on.
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/calculation.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/machine_values.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/guess_dot.hpp"
#include "session/lesson/guess_line.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/lesson/task_nodes.hpp"
#include "session/session.hpp"
#include "session/state/lock_rule.hpp"
#include "study/recorded.hpp"

#include <algorithm>

namespace session {
namespace {

lesson::Unit asked_unit(const lesson::Task& task) {
  return lesson::unit_of(asked_by(task)).value_or(lesson::Unit::ratio);
}

std::string label_of(const std::string& quantity) {
  const bool own = lesson::unit_of(quantity) == lesson::Unit::own && !lesson::noun_of(quantity).empty();
  return own ? base::say("session.guess.label.in", {{"unit", lesson::noun_of(quantity)}})
             : std::string(base::text("session.guess.label"));
}

bool has_bars(const Desk& desk) {
  return !desk.scene.film && !has_stage(desk);
}

/// A run to come tells it. What is asked of a chain that an earlier step runs is the model's.
bool waits_for_a_clock(const TaskNodes& of) {
  if (!lesson::hangs_on_a_clock(asked_by(of.task)) || of.bench->ran()) return false;
  const Course& course = *of.desk.course;
  return std::none_of(course.lesson.steps.begin(), course.lesson.steps.begin() + course.at, [&](const auto& step) {
    return step.task && step.task->kind->is_run() && step.task->chain == of.task.chain;
  });
}

void number_nodes(TaskNodes& of) {
  const auto quantity = asked_by(of.task);
  const Attempt& attempt = of.attempt;
  // A lesson on products asks for just that: whether time follows bytes.
  const bool of_chain = !lesson::is_calculated(quantity);
  if (of_chain && of.bench->timed && quantity.find("time") != std::string::npos && !of.bench->chain->has_product() &&
      model::arithmetic_first(of.bench->study(LockRule::to_ask()).predictions.at(1))) {
    of.add(notice("task.arithmetic", Said::task, base::say("session.time_asked")));
  }
  // Whoever guesses what a clock will say wants to know whose.
  if (!attempt.locked && waits_for_a_clock(of) && of.desk.services.device != nullptr) of.where("session.run.where");
  Node field = make("task.guess", Purpose::number, label_of(quantity), attempt.typed);
  field.editable = field.focused = !attempt.locked;
  if (!attempt.locked) field.actions.push_back(action("guess.set", "session.guess.set"));
  // Beside the scene, which has meters of its own, there are no bars to drag; a stage has its rail.
  const auto panel = panel_of(quantity);
  const bool bars = panel && has_bars(of.desk);
  const auto line = bars || !of_chain ? std::nullopt : guess_line(of.desk, *of.bench);
  const auto dot = bars || line || !of_chain ? std::nullopt : guess_dot(of.desk, *of.bench);
  field.figure_id = bars ? "bytes" : line ? "line" : dot ? "dot" : "";
  if (line) field.lines.push_back(line->title);
  if (!attempt.locked && !field.figure_id.empty()) {
    field.actions.push_back(action("guess.less", "session.guess.less", {"Alt+Down"}));
    field.actions.push_back(action("guess.more", "session.guess.more", {"Alt+Up"}));
  }
  of.add(std::move(field));
  if (attempt.guess) of.badge();
  of.message();
  of.confidence();
  if (bars) {
    const auto stage = attempt.locked ? LockRule(of.desk).stage(*of.bench, *panel) : Allowed(figure::Stage::guess);
    auto data = chart_data(of.desk, *of.bench, guesses_of(of.desk, *of.bench), stage);
    data.no_title = is_untitled(of.desk);
    of.draggable(figure::at(charts::bytes_bars(data, *panel), stage));
  }
  if (line) of.draggable(figure::at(charts::number_line(*line), stage_of(*line)));
  if (dot) of.draggable(figure::at(charts::roofline_guess(*dot), stage_of(*dot)));
  if (attempt.locked) of.judged();
}

/// A number that cannot be read is said at once, not only at the lock.
void set_number(Course& course, std::string_view typed) {
  Attempt& attempt = course.attempt();
  attempt.typed = typed;
  attempt.guess.reset();
  attempt.message.clear();
  if (base::trim(typed).empty()) return;
  if (const auto guess = lesson::parse_guess(typed, asked_unit(*course.step().task))) {
    attempt.guess = *guess;
  } else {
    attempt.message = guess.error();
  }
}

std::string number_flaw(Course& course) {
  const auto guess = lesson::parse_guess(course.attempt().typed, asked_unit(*course.step().task));
  if (!guess) return guess.error();
  course.attempt().guess = *guess;
  return {};
}

void drag_number(Desk& desk, std::string_view place) {
  Course& course = *desk.course;
  const lesson::Task& task = *course.step().task;
  const auto panel = has_bars(desk) ? panel_of(asked_by(task)) : std::nullopt;
  const auto x = base::to_number(base::split(base::trim(place), ' ').front());
  if (!x || lesson::is_calculated(asked_by(task))) return;  // there is nothing to drag it on
  const Bench& bench = *course.benches.at(task.chain);
  if (!panel) {
    if (const auto line = guess_line(desk, bench)) {
      set_number(course, dragged(charts::line_value(*line, *x), asked_unit(task)));
    } else if (const auto dot = guess_dot(desk, bench)) {
      set_number(course, snapped_intensity(charts::intensity_at(*dot, *x)));
    }
    return;
  }
  const auto data = chart_data(desk, bench, guesses_of(desk, bench), figure::Stage::guess);
  if (const auto value = charts::bar_value(data, *panel, asked_by(task), *x)) {
    set_number(course, lesson::guess_text(*value, asked_unit(task)));
  }
}

void step_number(Desk& desk, int direction) {
  Course& course = *desk.course;
  if (lesson::is_calculated(asked_by(*course.step().task))) return;
  const auto stepped = stepped_guess(desk, *course.benches.at(course.step().task->chain), direction);
  if (stepped) set_number(course, *stepped);
}

/// By the machine at hand where it is known, as the page has it.
std::string calculated_key(const lesson::Lesson& played, const lesson::Task& task, const Services& services) {
  const auto spec = services.device ? services.device->spec() : std::nullopt;
  const auto all = lesson::calculated_quantities(played, lesson::machine_sheet(spec ? &*spec : nullptr));
  const auto answer = all.find(task.asked);
  return answer == all.end() ? std::string() : base::exact_number(answer->second);
}

/// As the recorded card has it; empty where it never ran the chain.
std::string recorded_key(const lesson::Lesson& played, const lesson::Task& task, const Services& services) {
  const auto& chain = played.chains.at(task.chain);
  const auto stream = lesson::recorded_of(services.recorded.get(), chain, lesson::plans_of(played, task.chain)),
             graph = study::recorded_of(services.recorded_graphs.get(), chain);
  const auto all = lesson::recorded_quantities(stream ? &*stream : nullptr, graph ? &*graph : nullptr);
  const auto answer = all.find(task.asked);
  return answer == all.end() ? std::string() : base::exact_number(answer->second);
}

/// What a run will measure is not known before it: the model's is the best that can be said.
std::string number_key(const lesson::Lesson& played, const lesson::Task& task, const Services& services) {
  if (lesson::is_calculated(task.asked)) return calculated_key(played, task, services);
  if (task.asked.starts_with("recorded.")) return recorded_key(played, task, services);
  const auto machine = key_machine(services);
  if (!machine) return {};
  constexpr std::string_view measured = "measured.";
  std::string_view asked = task.asked;
  if (asked.starts_with(measured)) asked.remove_prefix(measured.size());
  const auto answer = lesson::value_of(lesson::lesson_quantities(played, *machine), task.chain, asked);
  return answer ? base::exact_number(*answer) : std::string();
}

}  // namespace

constinit const TaskPage pages::number = {
    .nodes = number_nodes,
    .set = set_number,
    .drag = drag_number,
    .step = step_number,
    .flaw = number_flaw,
    .play =
        [](Session& session, const std::string& typed) {
          session.act("guess.set", typed);
          return std::string();
        },
    .key = number_key,
};

}  // namespace session
