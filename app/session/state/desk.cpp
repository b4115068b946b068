// What may be known on the desk now.
#include "session/state/desk.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/calculation.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/letters.hpp"
#include "lesson/machine_values.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/open_quiz.hpp"

#include <limits>

namespace session {

Desk::Desk(Services given)
    : services(std::move(given)), glossary(services.glossary()), notice(services.opening), now(services.now()) {
  if (services.device) spec = services.device->spec();
  keys = load_bindings();
  try {
    auto loaded = load_settings();
    settings = kept_settings = loaded.settings;
    if (!loaded.notice.empty()) notice = std::move(loaded.notice);
  } catch (const base::MachineError& e) {
    fail(e.what(), e.remedy);
  }
}

void Desk::say(std::string sentence) {
  notice = std::move(sentence);
  changed = true;
}

void Desk::fail(std::string cause, std::string remedy) {
  trouble = Trouble{.cause = std::move(cause), .remedy = std::move(remedy), .too_large = nullptr};
  changed = true;
}

void Desk::remember() {
  try {
    save_changes(settings, kept_settings);
    kept_settings = settings;
  } catch (const base::MachineError& e) {
    say(base::say("session.settings.not_saved", {{"why", e.what()}}));
  }
}

Room room_of(const Desk& desk) {
  const auto found = desk.course->rooms.find(desk.course->at);
  return found == desk.course->rooms.end() ? Room{} : found->second;
}

ClassStage stage_in_class(const Desk& desk) {
  const auto& task = desk.course->step().task;
  const ClassStage stage = room_of(desk).stage;
  if (!task || !task->kind->is_run()) return stage;
  // One that ran before the class is not yet the room's.
  const bool seen = stage == ClassStage::truth && bench_of_page(desk)->ran() && !desk.running;
  return seen ? ClassStage::truth : ClassStage::question;
}

bool shows_figure(const Desk& desk) {
  return room_of(desk).figured && stage_in_class(desk) == ClassStage::truth;
}

namespace {

/// At its stop or a later one.
bool asks_yet(const TalkWalk& talk, const std::string& lesson, std::size_t step) {
  return std::any_of(talk.stops.begin() + static_cast<std::ptrdiff_t>(talk.at), talk.stops.end(),
                     [&](const TalkWalk::Stop& stop) { return stop.lesson == lesson && stop.step == step; });
}

}  // namespace

bool is_answered(const Desk& desk, const Course& course, std::size_t step) {
  if (!desk.pages.has(PageKind::room) || &course != desk.course) return course.attempts[step].locked;
  if (step < course.at) return true;                                            // the room is past it
  if (desk.talk && !asks_yet(*desk.talk, course.lesson.id, step)) return true;  // no question of this talk
  const auto room = course.rooms.find(step);
  return room != course.rooms.end() && room->second.told;
}

std::shared_ptr<Bench> bench_of_quiz(const QuizPage& quiz) {
  const bool told = quiz.stage == QuizPage::Stage::told && quiz.at < quiz.benches.size();
  return told ? quiz.benches[quiz.at] : nullptr;
}

const lesson::Task* kept_task(const Course& course, std::size_t step) {
  const auto& task = course.lesson.steps[step].task;
  return task && !task->kind->is_run() ? &*task : nullptr;
}

bool has_unkept_lock(const Course& course) {
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const bool kept = i < course.kept.size() && course.kept[i].locked;
    if (kept_task(course, i) != nullptr && course.attempts[i].locked && !kept) return true;
  }
  return false;
}

std::shared_ptr<Bench> bench_of_page(const Desk& desk) {
  if (desk.pages.has(PageKind::quiz)) return bench_of_quiz(*desk.quiz);
  if (desk.pages.has(PageKind::lab)) return desk.lab.bench;
  return desk.course == nullptr ? nullptr : bench_of_step(*desk.course, desk.course->at);
}

std::shared_ptr<Bench> bench_of_step(const Course& course, std::size_t at) {
  std::string name;
  for (std::size_t i = 0; i <= at; ++i) {
    const lesson::Step& step = course.lesson.steps[i];
    for (const auto& block : step.blocks) {
      if (block.is(lesson::fences::chain)) name = block.name;
    }
    if (step.task && !step.task->chain.empty()) name = step.task->chain;
  }
  const auto found = course.benches.find(name);
  return found == course.benches.end() ? nullptr : found->second;
}

std::size_t RuleNow::step_of(const Desk& desk) {
  return desk.course == nullptr ? 0 : desk.course->at;
}

lesson::Asked asked(const Desk& desk) {
  if (desk.rule && desk.rule->at == RuleNow::step_of(desk)) return desk.rule->asked;
  lesson::Asked asked;
  for (const auto& [id, course] : desk.courses) {
    const bool in_class = desk.pages.has(PageKind::room) && &course == desk.course;
    std::set<std::string> seen;  // chains of which the room has seen a run
    for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
      const auto& task = course.lesson.steps[i].task;
      if (!task) continue;
      const auto curve = course.curves.find(i);
      if (curve != course.curves.end() && !is_answered(desk, course, i)) {
        for (const std::string& chain_form : curve->second) asked.open_times(chain_form);
      }
      const auto bench = course.benches.find(task->chain);
      const bool of_none = lesson::is_calculated(asked_by(*task));
      if (bench == course.benches.end() && !of_none) continue;
      const auto chain_form = of_none ? std::string() : bench->second->form();
      if (is_answered(desk, course, i)) {
        asked.answered(chain_form, *task);
      } else {
        asked.open(chain_form, *task);
        if (in_class && task->kind->is_run() && !seen.contains(chain_form)) asked.open_run(chain_form);
      }
      if (task->kind->is_run() && is_answered(desk, course, i)) seen.insert(chain_form);
    }
  }
  const auto& bench = desk.lab.bench;
  const bool guessed = desk.lab.guess || (bench && bench->ran());
  if (desk.pages.has(PageKind::lab) && bench && bench->timed && !guessed && lab_quantity(*bench) == "ratio.time") {
    asked.open_play(bench->form());
  }
  return asked;
}

namespace {

std::vector<std::string> names_of_plans(const Bench& bench) {
  std::vector<std::string> names;
  for (const lesson::NamedPlan& one : bench.named()) names.push_back(one.name);
  return names;
}

/// Of one bench, without its name.
lesson::Quantities readable(const lesson::Asked& open, const Bench& bench) {
  auto known = bench.quantities(LockRule::to_hide());
  open.hide(known, bench.form());
  // What no run has told yet is asked where a task asks it; elsewhere it is not measured, and says so.
  for (std::string& name : lesson::measured_names(names_of_plans(bench))) {
    if (open.hides(bench.form(), name)) known.try_emplace(std::move(name), std::numeric_limits<double>::quiet_NaN());
  }
  return known;
}

}  // namespace

lesson::Quantities readable(const Desk& desk) {
  if (desk.rule && desk.rule->at == RuleNow::step_of(desk)) return desk.rule->readable;
  lesson::Quantities all;
  if (desk.course == nullptr) return all;
  const lesson::Asked open = asked(desk);
  for (const auto& [name, bench] : desk.course->benches) lesson::merge(all, name, readable(open, *bench));
  lesson::Quantities calculated = desk.course->calculated;
  open.hide(calculated, {});
  all.merge(std::move(calculated));
  return all;
}

void calculate(const Desk& desk, Course& course) {
  if (course.lesson.calculators.empty()) return;
  course.calculated =
      lesson::calculated_quantities(course.lesson, lesson::machine_sheet(desk.spec ? &*desk.spec : nullptr));
}

lesson::Quantities truth(const Course& course) {
  lesson::Quantities all = course.calculated;
  for (const auto& [name, bench] : course.benches) {
    auto known = bench->quantities(LockRule::to_judge());
    // What a run tells by the clock: the model's is no answer to it.
    for (const std::string& seen : lesson::measured_names(names_of_plans(*bench))) {
      const std::string time = seen.substr(std::string_view("measured.").size());
      if (!lesson::hangs_on_a_clock(time)) continue;
      known.erase(time);
      if (const auto measured = known.find(seen); measured != known.end()) known[time] = measured->second;
    }
    lesson::merge(all, name, known);
  }
  return all;
}

std::string lab_quantity(const Bench& bench) {
  return bench.timed && model::arithmetic_first(bench.study(LockRule::to_ask()).predictions.at(1)) ? "ratio.bytes"
                                                                                                   : "ratio.time";
}

}  // namespace session
