// Looks through what the page shows: its texts, its scene, its run.
#include "session/lesson/unanswered.hpp"

#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/calculation.hpp"
#include "lesson/finding.hpp"
#include "lesson/findings.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/scene_film.hpp"
#include "session/state/gate.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace session {
namespace {

/// Indices of steps.
using Steps = std::set<std::size_t>;

/// Calls `visit(index, what its task asks)` for each other step whose answer is still open.
template <class Visit>
void each_open_step(const Desk& desk, Visit visit) {
  const Course& course = *desk.course;
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (i == course.at || !task || is_answered(desk, course, i)) continue;
    const auto bench = course.benches.find(task->chain);
    const bool of_none = lesson::is_calculated(asked_by(*task));
    if (bench == course.benches.end() && !of_none) continue;
    lesson::Asked one;
    one.open(of_none ? std::string() : bench->second->form(), *task);
    visit(i, one);
  }
}

/// The steps whose open tasks hide a quantity; none where the open step's own task does.
Steps asking(const Desk& desk, const std::string& chain_form, std::string_view quantity) {
  const Course& course = *desk.course;
  const auto& own = course.step().task;
  if (own && !is_answered(desk, course, course.at) && course.benches.contains(own->chain)) {
    lesson::Asked mine;
    mine.open(course.benches.at(own->chain)->form(), *own);
    if (mine.hides(chain_form, quantity)) return {};
  }
  Steps found;
  each_open_step(desk, [&](std::size_t i, const lesson::Asked& one) {
    if (one.hides(chain_form, quantity)) found.insert(i);
  });
  return found;
}

/// The steps that run a chain which has not run.
Steps running(const Course& course, const std::string& chain) {
  const auto bench = course.benches.find(chain);
  if (bench == course.benches.end() || bench->second->ran()) return {};
  Steps found;
  for (std::size_t i = 0; i < course.lesson.steps.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (i != course.at && task && task->kind->is_run() && task->chain == chain) found.insert(i);
  }
  return found;
}

/// What a text of the page lacks.
struct Missing {
  Steps answers, runs;
};

void look(const Desk& desk, std::string_view text, const std::string& chain, const lesson::Quantities& known,
          Missing& missing) {
  const Course& course = *desk.course;
  const std::string said = lesson::with_findings(text, course.lesson, known);
  for (const lesson::Slot& slot : lesson::slots(said)) {
    if (slot.kind != lesson::Slot::Kind::value) continue;
    const std::string& of = slot.chain.empty() ? chain : slot.chain;
    const auto value = lesson::kept_value(known, of, slot.name);
    if (value && std::isnan(*value)) {
      const auto bench = course.benches.find(of);
      const bool of_none = lesson::is_calculated(slot.name);
      if (bench == course.benches.end() && !of_none) continue;
      missing.answers.merge(asking(desk, of_none ? std::string() : bench->second->form(), slot.name));
    } else if (!value && slot.name.starts_with("measured.")) {
      missing.runs.merge(running(course, of));
    }
  }
}

/// The open step's texts, as far as they are shown.
Missing missing_in_texts(const Desk& desk) {
  const Course& course = *desk.course;
  const lesson::Step& step = course.step();
  const auto known = readable(desk);
  const bool told = !step.task || course.attempt().locked;
  Missing missing;
  for (const lesson::Block& block : step.blocks) {
    if (block.fence == nullptr && (told || !block.after_task)) look(desk, block.text, block.chain, known, missing);
  }
  if (!step.task) return missing;
  look(desk, step.task->question, step.task->chain, known, missing);
  // A guess of the clock is told with its run: that this comes, the answer says.
  const auto bench = bench_of_page(desk);
  const bool to_come = lesson::hangs_on_a_clock(asked_by(*step.task)) && !(bench && bench->ran());
  if (!course.attempt().locked || to_come) return missing;
  look(desk, step.task->right_text, step.task->chain, known, missing);
  look(desk, step.task->model_answer, step.task->chain, known, missing);
  return missing;
}

/// Earlier steps that the scene's meters wait for; that a later one asks, the scene says itself.
Steps missing_in_scene(const Desk& desk) {
  const auto& film = desk.scene.film;
  if (!film || film->data.chain == nullptr) return {};
  const std::string chain_form = chain::form(*film->data.chain);
  Steps found;
  for (const plan::FusionPlan& plan : film->data.plans) {
    found.merge(asking(desk, chain_form, "crossings." + plan.name));
    if (film->weighed) found.merge(asking(desk, chain_form, "bytes." + plan.name));
  }
  std::erase_if(found, [&](std::size_t i) { return i > desk.course->at; });
  return found;
}

Node node_of(std::string id, std::string_view words, const Steps& steps) {
  std::vector<std::string> numbers;
  for (const std::size_t i : steps) numbers.push_back(std::to_string(i + 1));
  Node node = notice(std::move(id), Said::anything,
                     base::say(words, steps.size(), {{"steps", lesson::listed({numbers.begin(), numbers.end()})}}));
  const std::string first = numbers.front();
  node.actions.push_back(labelled("step:" + first, base::say("session.unanswered.go", {{"step", first}})));
  return node;
}

}  // namespace

std::vector<Node> unanswered_nodes(const Desk& desk) {
  const Course& course = *desk.course;
  std::vector<Node> nodes;
  if (desk.running) return nodes;
  const auto bench = bench_of_page(desk);
  const auto& task = course.step().task;
  const Steps before =
      bench && task && task->kind->is_run() && !course.attempt().locked ? steps_before_run(desk, *bench) : Steps();
  if (!before.empty()) nodes.push_back(node_of("unanswered.run", "session.unanswered.run", before));
  Missing missing = missing_in_texts(desk);
  missing.answers.merge(missing_in_scene(desk));
  for (const std::size_t i : before) missing.answers.erase(i);  // said already
  if (!missing.answers.empty())
    nodes.push_back(node_of("unanswered.numbers", "session.unanswered.numbers", missing.answers));
  if (!missing.runs.empty()) nodes.push_back(node_of("unanswered.runs", "session.unanswered.runs", missing.runs));
  return nodes;
}

}  // namespace session
