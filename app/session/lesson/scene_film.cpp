// From the page's chain to the film.
#include "session/lesson/scene_film.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/form.hpp"
#include "chain/parser.hpp"
#include "lesson/asked.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/plan_values.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace session {
namespace {

using lesson::SceneKind;

/// The chain up to its n-th op, whose value is then what is asked for.
std::shared_ptr<Bench> first_jobs(const Desk& desk, const Bench& whole, int jobs) {
  const chain::Chain& chain = *whole.chain;
  std::vector<int> ops = chain.ops();
  ops.resize(static_cast<std::size_t>(jobs));
  std::set<int> kept(ops.begin(), ops.end());
  for (const int op : ops) {
    for (const chain::Operand& one : chain.values[op].operands) {
      if (!one.is_literal()) kept.insert(one.value);
    }
  }
  const std::string text = chain::expanded_text(chain);
  const auto lines = base::split_lines(text);  // one a value
  std::string shorter;
  for (const int value : kept) shorter += std::string(lines[static_cast<std::size_t>(value)]) + "\n";
  auto parsed = chain::parse(shorter);
  if (!parsed) return nullptr;
  auto bench =
      make_bench(whole.name, std::make_shared<chain::Chain>(std::move(*parsed)), desk.services.device.get(), desk.spec);
  return bench ? *bench : nullptr;
}

/// Its place is given, and all of it is taken.
void fit(charts::ChartData& data, const Desk& desk) {
  if (desk.pages.has(PageKind::room)) return;
  constexpr double flattest = 0.16;  // in a window that is next to nothing
  data.height = data.no_title ? std::max(desk.figure_frame.height, flattest * data.width) : data.width * 9 / 16;
}

/// The first op's end, in the lane where it comes first.
double first_work(const charts::SceneScript& script) {
  double first = script.end();
  for (const charts::SceneLane& lane : script.lanes) {
    const auto work = std::ranges::find(lane.events, charts::SceneEvent::Kind::work, &charts::SceneEvent::kind);
    if (work != lane.events.end()) first = std::min(first, work->end);
  }
  return first;
}

/// The tensor whose trips a step asks for: "y" of "crossings.unfused.of.y"; empty where it asks for no tensor's.
std::string counted_by(const lesson::Step& step) {
  if (!step.task) return {};
  const std::string asked = asked_by(*step.task);
  constexpr std::string_view of = ".of.";
  const std::size_t counted = lesson::without_tensor(asked).size();
  return counted == asked.size() ? std::string() : asked.substr(counted + of.size());
}

/// Two meters side by side would tell a ratio that is asked.
bool asks_ratio_of_bytes(const LockRule& rule, const Bench& bench, const std::vector<plan::FusionPlan>& plans) {
  for (const std::string ratio : {"ratio.bytes", "saved.bytes"}) {
    if (rule.asks(bench, ratio) || rule.asks(bench, ratio + ".percent")) return true;
    for (const plan::FusionPlan& plan : plans) {
      if (rule.asks(bench, ratio + "." + plan.name)) return true;
    }
  }
  return false;
}

std::shared_ptr<SceneFilm> made(const Desk& desk, const Bench& bench, const lesson::Block& scene, bool titled,
                                const std::string& counted = {}) {
  const SceneKind kind = scene.scene;
  const LockRule rule(desk);
  const auto film = std::make_shared<SceneFilm>();
  charts::ChartData shown;
  shown.plans = bench.study(LockRule::to_ask()).plans;
  lesson::choose_plans(shown, kind, bench.limits, scene.plan);
  for (const plan::FusionPlan& plan : shown.plans) {
    film->cut = film->cut || rule.hides(bench, "crossings." + plan.name) || rule.asks(bench, "bytes." + plan.name);
    film->crew = film->crew && !rule.hides(bench, "kernels." + plan.name);
  }
  // Free play's question hides times alone: its scene counts, as on a machine that nobody measured.
  const bool play = desk.pages.has(PageKind::lab) && rule.hides(bench, "ratio.time");
  const auto counts = rule.quantity(bench, "crossings.fused");
  const Allowed told =
      play && counts ? Allowed(figure::Stage::model, *counts) : rule.stage(bench, charts::Quantity::all);
  film->stage = film->cut ? figure::Stage::guess : std::max<figure::Stage>(told, figure::Stage::model);
  film->data = chart_data(desk, bench, {}, film->cut ? Allowed(figure::Stage::guess) : told);
  lesson::choose_plans(film->data, kind, bench.limits, scene.plan);
  film->data.no_title = !titled;
  // The counting rule alone, on no machine.
  if (told < figure::Stage::truth && (!titled || !bench.timed || play)) film->data.spec.reset();
  if (!has_learned(desk, "depot")) film->data.spec.reset();  // no truck turns at a shop that nobody has told of
  fit(film->data, desk);
  film->plain = !has_learned(desk, "bytes");
  // The real names stay once they were learned, until a lesson goes back to depots beside the road.
  film->named = kind == SceneKind::named || (!film->plain && !has_learned(desk, "depot"));
  film->weighed = !film->plain && !asks_ratio_of_bytes(rule, bench, film->data.plans);
  film->script = charts::scene_script(
      film->data, film->data.measurements.empty() ? charts::Pace::equal : charts::Pace::truth, counted);
  film->end = film->cut ? first_work(film->script) : film->script.end();
  return film;
}

/// Which step's answer lets a cut film go on, if that is a later one: without a word its question marks would seem to
/// wait for nothing.
std::string waits_words(const Desk& desk, const Bench& bench, const SceneFilm& film, std::size_t at) {
  if (!film.cut) return {};
  const Course& course = *desk.course;
  const std::string& form = bench.form();
  std::size_t last = 0;
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (!task || is_answered(desk, course, i) || !course.benches.contains(task->chain)) continue;
    lesson::Asked one;
    one.open(course.benches.at(task->chain)->form(), *task);
    const bool asks = std::ranges::any_of(film.data.plans, [&](const plan::FusionPlan& plan) {
      return one.hides(form, "crossings." + plan.name) || one.asks(form, "bytes." + plan.name);
    });
    if (asks) last = i;
  }
  if (last <= at) return {};
  return base::say("session.scene.waits", {{"step", std::to_string(last + 1)}});
}

std::shared_ptr<const SceneFilm> film_of_lab(const Desk& desk) {
  const auto& bench = desk.lab.bench;
  if (!bench || !LockRule(desk).anything(*bench)) return nullptr;
  auto film = made(desk, *bench, lesson::Block{}, true);
  film->page = "lab " + chain::canonical(*bench->chain);
  return film;
}

const lesson::Block* block_of(const lesson::Step& step, const lesson::Fence& fence) {
  const auto found = std::ranges::find(step.blocks, &fence, &lesson::Block::fence);
  return found == step.blocks.end() ? nullptr : &*found;
}

/// The scene that a step keeps: the last one before it of the chain that its task is about, else the last of any.
const lesson::Block* scene_kept(const Course& course, std::size_t at) {
  const auto& task = course.lesson.steps[at].task;
  const lesson::Block* last = nullptr;
  for (std::size_t i = at; i-- > 0;) {
    const lesson::Block* block = block_of(course.lesson.steps[i], lesson::fences::scene);
    if (block == nullptr || block->scene == SceneKind::jobs) continue;  // how many of its jobs were seen is not kept
    if (!task || block->name == task->chain) return block;
    if (last == nullptr) last = block;
  }
  return last;
}

/// As it ended.
std::shared_ptr<const SceneFilm> film_kept(const Desk& desk, const lesson::Block& keeps, std::size_t at,
                                           const std::string& page) {
  const Course& course = *desk.course;
  const lesson::Block* block = scene_kept(course, at);
  const auto found = block == nullptr ? course.benches.end() : course.benches.find(block->name);
  if (found == course.benches.end()) return nullptr;
  auto film = made(desk, *found->second, *block, false, counted_by(course.lesson.steps[at]));
  film->kept = true;
  film->waits = waits_words(desk, *found->second, *film, at);
  film->focus = keeps.focus;
  film->page = page;
  return film;
}

/// Whether the picture before it stays: so the fence says, or the run whose picture it wants was not made yet.
bool stays(const Course& course, const lesson::Block& fence, std::size_t at) {
  if (fence.tab.empty()) return true;
  const auto bench = bench_of_step(course, at);
  return !fence.after_task && !(bench && bench->ran());
}

}  // namespace

std::shared_ptr<const SceneFilm> film_of_step(const Desk& desk, std::size_t at) {
  const Course& course = *desk.course;
  const std::string page = fmt::format("{}/{}{}", course.lesson.id, at, desk.pages.has(PageKind::room) ? "/class" : "");
  const lesson::Step& step = course.lesson.steps[at];
  const lesson::Block* block = block_of(step, lesson::fences::scene);
  const lesson::Block* keeps = block_of(step, lesson::fences::stage);
  if (block == nullptr && keeps != nullptr && stays(course, *keeps, at)) return film_kept(desk, *keeps, at, page);
  if (block == nullptr || (block->after_task && !is_answered(desk, course, at))) return nullptr;
  const auto found = course.benches.find(block->name);
  if (found == course.benches.end()) return nullptr;
  if (block->scene != SceneKind::jobs) {
    auto film = made(desk, *found->second, *block, false, counted_by(step));
    film->waits = waits_words(desk, *found->second, *film, at);
    film->page = page;
    return film;
  }
  const int most = static_cast<int>(found->second->chain->ops().size());
  const auto kept = desk.settings.jobs.find(page);
  const int jobs = kept == desk.settings.jobs.end() ? 1 : std::clamp(kept->second, 1, most);
  const auto bench = first_jobs(desk, *found->second, jobs);
  if (!bench) return nullptr;
  auto film = made(desk, *bench, *block, false);
  film->jobs = jobs;
  film->most_jobs = most;
  film->page = page;
  return film;
}

std::shared_ptr<const SceneFilm> film_of(const Desk& desk) {
  if (desk.pages.has(PageKind::hosts)) return nullptr;
  if (desk.pages.has(PageKind::lab)) return film_of_lab(desk);
  return desk.course == nullptr ? nullptr : film_of_step(desk, desk.course->at);
}

}  // namespace session
