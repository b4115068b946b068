// The open step's task as nodes: its question, then what its kind makes of it.
#include "session/lesson/task_nodes.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/finding.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/confidence.hpp"
#include "session/lesson/kinds/task_page.hpp"
#include "session/state/lock_rule.hpp"

#include <limits>

namespace session {
namespace {

std::string_view plan_of(std::string_view quantity) {
  const auto plan = quantity.substr(quantity.rfind('.') + 1);
  return plan == "unfused" || plan == "fused" ? plan : std::string_view();
}

/// What a wrong number may be explained by: nothing that an open task asks, or that would tell it. How the answered
/// plan's own count comes about is told.
lesson::Quantities tellable(const TaskNodes& of, lesson::Quantities answers) {
  const LockRule rule(of.desk);
  const std::string answered = asked_by(of.task);
  const auto plan = plan_of(answered);
  for (const auto& [name, bench] : of.desk.course->benches) {
    for (const auto quantity : lesson::quantity_names()) {
      const auto found = answers.find(name + "/" + std::string(quantity));
      if (found == answers.end() || !rule.hides(*bench, quantity)) continue;
      const bool own = name == of.task.chain && !plan.empty() && plan_of(quantity) == plan;
      if (!own || rule.asks(*bench, quantity)) found->second = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const lesson::Asked open = asked(of.desk);
  for (auto& [quantity, value] : answers) {
    if (!lesson::is_calculated(quantity) || quantity == answered || !open.hides({}, quantity)) continue;
    value = std::numeric_limits<double>::quiet_NaN();
  }
  return answers;
}

/// Without its threads and instruction sets, which mean nothing to a beginner; nor does a processor's name alone.
std::string name_alone(const device::Device& device) {
  if (device.is_gpu()) return device.name();  // a recorded one says in brackets from when, and whose file it is
  const std::string name = device.name().substr(0, device.name().find(','));
  return base::say("session.run.this_computer", {{"device", name}});
}

}  // namespace

std::string TaskNodes::filled(std::string_view text) const {
  return lesson::fill(text, desk.course->lesson, readable(desk), task.chain);
}

void TaskNodes::explain(std::string id, std::string_view markdown) {
  if (!base::trim(markdown).empty()) add(prose(std::move(id), Purpose::explanation, filled(markdown)));
}

void TaskNodes::explain_wrong(const lesson::Judgement& judgement) {
  using lesson::Confidence;
  if (judgement.explanation != task.right_text) explain("task.mistake", judgement.explanation);
  because();
  // A curve's chain is its sweep's: nothing of it was counted. Nor does a list of trips answer another question.
  const bool counted = bench && asked_by(task).contains("crossings") && !lesson::is_calculated(asked_by(task));
  if (attempt.confidence == Confidence::sure && counted && task.kind->by != lesson::By::curve) {
    const std::string text = walk(desk, *bench, task.asked), lead(base::text("session.walk.lead"));
    if (!text.empty()) add(prose("task.walk", Purpose::explanation, lead + "\n\n" + text));
  }
}

void TaskNodes::tell(bool right, std::string sentence) {
  Node node = make("task.answer", Purpose::verdict, std::move(sentence));
  node.selected = right;
  add(std::move(node));
}

void TaskNodes::judged() {
  const auto answers = truth(*desk.course);
  const auto quantity = asked_by(task);
  const auto answer = lesson::value_of(answers, task.chain, quantity);
  const bool asked_again =
      lesson::is_calculated(quantity) ? asked(desk).hides({}, quantity) : LockRule(desk).hides(*bench, quantity);
  if (!answer || asked_again) {
    const auto why = asked_again ? "session.answer.asked_again" : "session.answer.after_run";
    return add(notice("task.answer", Said::task, base::say(why)));
  }
  const auto judgement = lesson::judge(task, *attempt.guess, tellable(*this, answers));
  const auto guess = lesson::show_answer(task, quantity, *attempt.guess);
  const auto ours = lesson::show_answer(task, quantity, *answer);
  const auto* said = !judgement.right ? "session.answer.ours"
                     : guess == ours  ? "session.answer.exact"
                                      : "session.answer.right";
  tell(judgement.right, base::say(said, {{"guess", guess}, {"truth", ours}}));
  judgement.right ? because() : explain_wrong(judgement);
}

void TaskNodes::where(std::string_view key) {
  const auto& device = desk.services.device;
  add(make("run.where", Purpose::notice,
           device == nullptr ? desk.services.no_device : base::say(key, {{"device", name_alone(*device)}})));
}

void TaskNodes::message() {
  if (!attempt.message.empty()) add(notice("task.message", Said::reply, attempt.message));
}

void TaskNodes::confidence() {
  if (auto node = confidence_node(attempt)) add(*std::move(node));
}

void TaskNodes::badge() {
  if (!attempt.locked) return;
  add(badge_node("task.badge", base::say("session.badge.guess"), record::Source::guess));
}

void TaskNodes::draggable(figure::Figure figure) {
  Node chart = figure_node(std::move(figure));
  if (!attempt.locked) chart.actions.insert(chart.actions.begin(), drag_action("session.guess.drag"));
  add(std::move(chart));
}

std::vector<Node> task_nodes(const Desk& desk) {
  const Course& course = *desk.course;
  const lesson::Task& task = *course.step().task;
  const auto found = course.benches.find(task.chain);
  TaskNodes all{desk, task, course.attempt(), found == course.benches.end() ? nullptr : found->second};

  Node question = make("task.question", Purpose::question, {}, {});
  const bool over = task.kind->is_run() && desk.running == nullptr;
  const bool done = over && all.bench->is_of(record::Source::measured);
  const bool recorded = over && all.bench->is_of(record::Source::recorded);
  question.paragraphs = lesson::paragraphs(done       ? std::string(base::text("session.run.done"))
                                           : recorded ? std::string(base::text("session.run.recorded"))
                                                      : all.filled(task.question));
  if (done || recorded) question.said = Said::done;
  if (!task.hint.empty() && !all.attempt.locked && !all.attempt.hint) {
    question.actions.push_back(action("hint", "session.hint", {"Ctrl+H"}));
  }
  if (!question.paragraphs.empty()) all.add(std::move(question));
  if (all.attempt.hint && !all.attempt.locked) {
    all.add(prose("task.hint", Purpose::notice, all.filled(task.hint)));
    all.nodes.back().said = Said::task;
  }
  page_of(task).nodes(all);
  return std::move(all.nodes);
}

}  // namespace session
