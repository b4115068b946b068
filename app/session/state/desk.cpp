// What may be known on the desk now.
#include "session/state/desk.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/letters.hpp"
#include "session/quiz/quiz_page.hpp"
#include "session/state/kept_answers.hpp"
#include "session/state/lock_rule.hpp"

#include <limits>

namespace session {

Desk::Desk(Services given) : services(std::move(given)), notice(services.opening) {
  if (services.device) spec = services.device->spec();
  try {
    auto loaded = load_settings();
    settings = loaded.settings;
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
    save(settings);
  } catch (const base::MachineError& e) {
    say(base::say("session.settings.not_saved", {{"why", e.what()}}));
  }
}

void Desk::remember_answers() {
  if (!services.keeps_answers) return;
  try {
    for (auto& [id, opened] : courses) {
      if (auto said = keep_answers(opened, services.student); !said.empty()) say(std::move(said));
    }
  } catch (const base::MachineError& e) {
    say(base::say("session.answers.not_saved", {{"why", e.what()}}));
  }
}

std::shared_ptr<Bench> bench_of_page(const Desk& desk) {
  if (desk.pages.has(PageKind::quiz)) return bench_of_quiz(*desk.quiz);
  if (desk.pages.has(PageKind::lab)) return desk.lab.bench;
  if (desk.course == nullptr) return nullptr;
  const Course& course = *desk.course;
  std::string name;
  for (std::size_t i = 0; i <= course.at; ++i) {
    const lesson::Step& step = course.lesson.steps[i];
    for (const auto& block : step.blocks) {
      if (block.is(lesson::fences::chain)) name = block.name;
    }
    if (step.task && !step.task->chain.empty()) name = step.task->chain;
  }
  const auto found = course.benches.find(name);
  return found == course.benches.end() ? nullptr : found->second;
}

lesson::Asked asked(const Desk& desk) {
  lesson::Asked asked;
  for (const auto& [id, course] : desk.courses) {
    for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
      const auto& task = course.lesson.steps[i].task;
      if (!task) continue;
      const auto curve = course.curves.find(i);
      if (curve != course.curves.end() && !is_answered(desk, course, i)) {
        for (const std::string& chain_form : curve->second) asked.open_times(chain_form);
      }
      const auto bench = course.benches.find(task->chain);
      if (bench == course.benches.end()) continue;
      const auto chain_form = chain::form(*bench->second->chain);
      if (is_answered(desk, course, i)) {
        asked.answered(chain_form, *task);
      } else {
        asked.open(chain_form, *task);
      }
    }
  }
  const auto& bench = desk.lab.bench;
  const bool guessed = desk.lab.guess || (bench && bench->ran());
  if (desk.pages.has(PageKind::lab) && bench && bench->timed && !guessed && lab_quantity(*bench) == "ratio.time") {
    asked.open_play(chain::form(*bench->chain));
  }
  return asked;
}

lesson::Quantities readable(const Desk& desk, const Bench& bench) {
  auto known = bench.quantities(LockRule::to_hide());
  const lesson::Asked open = asked(desk);
  const auto chain_form = chain::form(*bench.chain);
  open.hide(known, chain_form);
  // What no run has told yet is asked where a task asks it; elsewhere it is not measured, and says so.
  for (const auto name : lesson::quantity_names()) {
    if (name.starts_with("measured.") && open.hides(chain_form, name))
      known.try_emplace(std::string(name), std::numeric_limits<double>::quiet_NaN());
  }
  return known;
}

lesson::Quantities readable(const Desk& desk) {
  lesson::Quantities all;
  if (desk.course == nullptr) return all;
  for (const auto& [name, bench] : desk.course->benches) lesson::merge(all, name, readable(desk, *bench));
  return all;
}

lesson::Quantities truth(const Course& course) {
  lesson::Quantities all;
  for (const auto& [name, bench] : course.benches) {
    auto known = bench->quantities(LockRule::to_judge());
    // What a run tells by the clock: the model's is no answer to it.
    for (const auto seen : lesson::quantity_names()) {
      constexpr std::string_view by_run = "measured.";
      if (!seen.starts_with(by_run)) continue;
      const std::string time(seen.substr(by_run.size()));
      if (!lesson::hangs_on_a_clock(time)) continue;
      known.erase(time);
      if (const auto measured = known.find(std::string(seen)); measured != known.end()) known[time] = measured->second;
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
