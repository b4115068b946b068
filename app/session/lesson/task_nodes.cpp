// The open step's task as nodes, one function a kind of task.
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/asked.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/judge.hpp"
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/confidence.hpp"
#include "session/lesson/guess_dot.hpp"
#include "session/lesson/guess_line.hpp"
#include "session/lesson/observe.hpp"
#include "session/lesson/sketch.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <limits>

namespace session {
namespace {

using lesson::Task;
using lesson::TaskKind;

/// What every maker needs: the task, what was done about it, and its chain (null for words about none).
struct Scope {
  const Desk& desk;
  const Task& task;
  const Attempt& attempt;
  std::shared_ptr<const Bench> bench;

  [[nodiscard]] std::string filled(std::string_view text) const {
    return lesson::fill(text, readable(desk), task.chain);
  }
};

/// A lesson's words after the lock, with no number in them that another task still asks.
void explain(const Scope& scope, std::string id, std::string_view markdown, std::vector<Node>& nodes) {
  if (!base::trim(markdown).empty()) {
    nodes.push_back(prose(std::move(id), Purpose::explanation, scope.filled(markdown)));
  }
}

void message(const Scope& scope, std::vector<Node>& nodes) {
  if (!scope.attempt.message.empty()) nodes.push_back(notice("task.message", Said::reply, scope.attempt.message));
}

/// The marks that were made on this chain in an earlier step, so that the strip looks as it was left.
Attempt with_earlier_marks(const Scope& scope) {
  Attempt seen = scope.attempt;
  const Course& course = *scope.desk.course;
  for (std::size_t i = 0; i < course.at; ++i) {
    const auto& task = course.lesson.steps[i].task;
    if (task && task->kind == TaskKind::count_arrows && task->chain == scope.task.chain && course.attempts[i].locked) {
      seen.marks = course.attempts[i].marks;
    }
  }
  return seen;
}

Node strip(const Scope& scope, const Attempt& seen, std::string_view verb) {
  auto data = chart_data(scope.desk, *scope.bench, {}, figure::Stage::guess);
  if (scope.desk.settings.theme == figure::Theme::projector) {
    // A class reads the question above it: both must stand on the screen.
    data.no_title = true;
    const charts::Body body = charts::body_of(data, false);
    const double margins = data.height - (body.bottom - body.top);
    data.height = std::min(data.height, scope.desk.figure_frame.height + margins);
  }
  Node node = make("task.strip", Purpose::strip, std::string(base::text("session.strip")));
  const bool asks = asked(scope.desk).hides(chain::form(*scope.bench->chain), "crossings.unfused");
  const auto fullness = asks ? charts::Fullness::asked : charts::Fullness::told;
  auto drawn =
      figure::at(charts::chain_strip(data, scope.bench->unfused(), arrow_states(seen), fullness), figure::Stage::guess);
  node.figure = std::make_shared<const figure::Figure>(std::move(drawn));
  const Action keep = export_action(node.figure->id);
  if (scope.attempt.locked) {
    node.actions.push_back(keep);
    return node;
  }
  node.focused = true;
  for (const auto& arrow : charts::arrows(scope.bench->unfused())) {
    node.actions.push_back(labelled("arrow:" + arrow.id, base::say(verb, {{"arrow", arrow.label}})));
    node.actions.back().mark = arrow.id;
  }
  if (!scope.attempt.marks.empty() || !scope.attempt.struck.empty()) {
    node.actions.push_back(action("arrows.clear", "session.arrows.clear"));
  }
  node.actions.push_back(keep);
  return node;
}

/// What the hand has counted, in the lesson's words or, without any, in ours.
void counted(const Scope& scope, std::string_view text_key, std::string_view quantity, double count,
             std::vector<Node>& nodes) {
  if (!scope.attempt.locked) return;
  if (!scope.task.right_text.empty()) {
    explain(scope, "task.because", scope.task.right_text, nodes);
    return;
  }
  nodes.push_back(make("task.answer", Purpose::explanation,
                       base::say(text_key, {{"count", lesson::show_quantity(quantity, count)}})));
}

void count_arrows(const Scope& scope, std::vector<Node>& nodes) {
  nodes.push_back(strip(scope, scope.attempt, "session.arrow.mark"));
  message(scope, nodes);
  const auto marks = static_cast<double>(scope.attempt.marks.size());
  counted(scope, "session.count.done", "crossings.unfused", marks, nodes);
}

void strike(const Scope& scope, std::vector<Node>& nodes) {
  nodes.push_back(strip(scope, with_earlier_marks(scope), "session.arrow.strike"));
  message(scope, nodes);
  counted(scope, "session.strike.done", "crossings.fused", scope.bench->predictions.at(1).crossings, nodes);
}

std::string_view plan_of(std::string_view quantity) {
  const auto plan = quantity.substr(quantity.rfind('.') + 1);
  return plan == "unfused" || plan == "fused" ? plan : std::string_view();
}

/// What a wrong number may be explained by: nothing that an open task asks, or that would tell it. How the answered
/// plan's own count comes about is told.
lesson::Quantities tellable(const Scope& scope, lesson::Quantities answers) {
  const lesson::Asked open = asked(scope.desk);
  const std::string answered = asked_by(scope.task);
  const auto plan = plan_of(answered);
  for (const auto& [name, bench] : scope.desk.course->benches) {
    const auto chain_form = chain::form(*bench->chain);
    for (const auto quantity : lesson::quantity_names()) {
      const auto found = answers.find(name + "/" + std::string(quantity));
      if (found == answers.end() || !open.hides(chain_form, quantity)) continue;
      const bool own = name == scope.task.chain && !plan.empty() && plan_of(quantity) == plan;
      if (!own || open.asks(chain_form, quantity)) found->second = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return answers;
}

/// After a wrong answer as much as it was believed in: who guessed gets the likely cause alone, who was sure the
/// reason and the count once more.
void explain_wrong(const Scope& scope, const lesson::Judgement& judgement, std::vector<Node>& nodes) {
  using lesson::Confidence;
  const Confidence said = scope.attempt.confidence;
  if (judgement.explanation != scope.task.right_text) explain(scope, "task.mistake", judgement.explanation, nodes);
  if (said == Confidence::guess && !judgement.misconception.empty()) return;
  explain(scope, "task.because", scope.task.right_text, nodes);
  if (said == Confidence::sure && scope.bench && scope.task.kind != TaskKind::sketch) {
    const std::string text = walk(scope.desk, *scope.bench, scope.task.asked), lead(base::text("session.walk.lead"));
    if (!text.empty()) nodes.push_back(prose("task.walk", Purpose::explanation, lead + "\n\n" + text));
  }
}

/// Ours beside the guess, and why it was near or not; nothing until the answer may be told.
void judged(const Scope& scope, std::vector<Node>& nodes) {
  const auto answers = truth(*scope.desk.course);
  const auto quantity = asked_by(scope.task);
  const auto answer = lesson::value_of(answers, scope.task.chain, quantity);
  const bool asked_again = asked(scope.desk).hides(chain::form(*scope.bench->chain), quantity);
  if (!answer || asked_again) {
    const auto why = asked_again ? "session.answer.asked_again" : "session.answer.after_run";
    nodes.push_back(notice("task.answer", Said::task, base::say(why)));
    return;
  }
  const auto judgement = lesson::judge(scope.task, *scope.attempt.guess, tellable(scope, answers));
  const auto guess = lesson::show_answer(scope.task, quantity, *scope.attempt.guess);
  const auto ours = lesson::show_answer(scope.task, quantity, *answer);
  const auto* said = !judgement.right ? "session.answer.ours"
                     : guess == ours  ? "session.answer.exact"
                                      : "session.answer.right";
  nodes.push_back(make("task.answer", Purpose::explanation, base::say(said, {{"guess", guess}, {"truth", ours}})));
  if (judgement.right) return explain(scope, "task.because", scope.task.right_text, nodes);
  explain_wrong(scope, judgement, nodes);
}

/// One tap, if the student likes: how sure.
void confidence(const Scope& scope, std::vector<Node>& nodes) {
  if (auto node = confidence_node(scope.attempt)) nodes.push_back(*std::move(node));
}

/// What the number is, once it stands: until then it may come and go with a click, and would move what is below it.
void guess_badge(const Scope& scope, std::vector<Node>& nodes) {
  if (!scope.attempt.locked) return;
  nodes.push_back(badge_node("task.badge", base::say("session.badge.guess"), record::Source::guess));
}

/// A figure with the guess on it, to be dragged until it is locked.
Node draggable(const Scope& scope, figure::Figure figure) {
  Node chart = figure_node(std::move(figure));
  if (!scope.attempt.locked) chart.actions.insert(chart.actions.begin(), drag_action("session.guess.drag"));
  return chart;
}

void number(const Scope& scope, std::vector<Node>& nodes) {
  const auto quantity = asked_by(scope.task);
  if (scope.bench->timed && quantity.find("time") != std::string::npos &&
      model::arithmetic_first(scope.bench->predictions.at(1))) {
    nodes.push_back(notice("task.arithmetic", Said::task, base::say("session.time_asked")));
  }
  Node field = make("task.guess", Purpose::number, std::string(base::text("session.guess.label")), scope.attempt.typed);
  field.editable = field.focused = !scope.attempt.locked;
  if (!scope.attempt.locked) field.actions.push_back(action("guess.set", "session.guess.set"));
  // Beside the scene, which has meters of its own, there are no bars to drag.
  const auto panel = panel_of(quantity);
  const bool bars = panel && !scope.desk.scene.film;
  const auto line = bars ? std::nullopt : guess_line(scope.desk, *scope.bench);
  const auto dot = bars || line ? std::nullopt : guess_dot(scope.desk, *scope.bench);
  field.figure_id = bars ? "bytes" : line ? "line" : dot ? "dot" : "";
  if (!scope.attempt.locked && !field.figure_id.empty()) {
    field.actions.push_back(action("guess.more", "session.guess.more", {"Alt+Up"}));
    field.actions.push_back(action("guess.less", "session.guess.less", {"Alt+Down"}));
  }
  nodes.push_back(std::move(field));
  if (scope.attempt.guess) guess_badge(scope, nodes);
  message(scope, nodes);
  confidence(scope, nodes);
  if (bars) {
    const auto stage = scope.attempt.locked ? stage_of(scope.desk, *scope.bench, *panel) : figure::Stage::guess;
    auto data = chart_data(scope.desk, *scope.bench, guesses_of(scope.desk, *scope.bench), stage);
    data.no_title = is_untitled(scope.desk);
    nodes.push_back(draggable(scope, figure::at(charts::bytes_bars(data, *panel), stage)));
  }
  if (line) nodes.push_back(draggable(scope, figure::at(charts::number_line(*line), stage_of(*line))));
  if (dot) nodes.push_back(draggable(scope, figure::at(charts::roofline_guess(*dot), stage_of(*dot))));
  if (scope.attempt.locked) judged(scope, nodes);
}

void sketch(const Scope& scope, std::vector<Node>& nodes) {
  nodes.push_back(sketch_field(scope.desk));
  if (!scope.attempt.curve.empty()) guess_badge(scope, nodes);
  message(scope, nodes);
  confidence(scope, nodes);
  if (auto figure = sketch_figure(scope.desk)) nodes.push_back(*std::move(figure));
  if (!scope.attempt.locked) return;
  if (!may_tell_sketch(scope.desk)) {
    nodes.push_back(notice("task.answer", Said::task, base::say("session.answer.asked_again")));
    return;
  }
  const Course& course = *scope.desk.course;
  const auto judgement = lesson::judge_sketch(scope.task, scope.attempt.curve, sketch_truth(course, scope.task));
  if (auto told = sketch_words(course, scope.task, judgement); !told.empty())
    nodes.push_back(make("task.answer", Purpose::explanation, std::move(told)));
  if (judgement.right) return explain(scope, "task.because", scope.task.right_text, nodes);
  explain_wrong(scope, judgement, nodes);
}

void choice(const Scope& scope, std::vector<Node>& nodes) {
  const Task& task = scope.task;
  for (std::size_t i = 0; i < task.choices.size(); ++i) {
    const std::string letter(1, static_cast<char>('A' + i));
    Node node = make("task.choice." + letter, Purpose::choice, letter);
    node.paragraphs = lesson::paragraphs(scope.filled(task.choices[i]));
    node.selected = scope.attempt.chosen == static_cast<int>(i);
    node.focused = !scope.attempt.locked && i == 0;
    if (scope.attempt.locked) {
      if (static_cast<int>(i) == task.right) node.value = base::text("session.choice.right");
    } else {
      node.actions.push_back(labelled("choice:" + letter, letter, {letter}));
    }
    nodes.push_back(std::move(node));
  }
  message(scope, nodes);
  confidence(scope, nodes);
  if (!scope.attempt.locked) return;
  const auto judgement = lesson::judge(task, scope.attempt.chosen, {});
  nodes.push_back(
      make("task.answer", Purpose::explanation,
           std::string(base::text(judgement.right ? "session.choice.was_right" : "session.choice.was_wrong"))));
  if (judgement.right) return explain(scope, "task.because", task.right_text, nodes);
  explain_wrong(scope, judgement, nodes);
}

void words(const Scope& scope, std::vector<Node>& nodes) {
  Node field = make("task.words", Purpose::words, std::string(base::text("session.words.label")), scope.attempt.typed);
  field.editable = field.focused = !scope.attempt.locked;
  if (!scope.attempt.locked) field.actions.push_back(action("words.set", "session.words.set"));
  nodes.push_back(std::move(field));
  message(scope, nodes);
  if (!scope.attempt.locked) return;
  Node ours = prose("task.ours", Purpose::explanation, scope.filled(scope.task.model_answer));
  ours.label = base::text("session.words.ours");
  nodes.push_back(std::move(ours));
}

/// What was guessed of this chain in earlier steps and stands in no table of its run, now that it can be judged.
void earlier_guesses(const Scope& scope, std::vector<Node>& nodes) {
  const Course& course = *scope.desk.course;
  for (std::size_t i = 0; i < course.at; ++i) {
    const auto& task = course.lesson.steps[i].task;
    const Attempt& attempt = course.attempts[i];
    if (!task || task->kind != TaskKind::number || task->chain != scope.task.chain) continue;
    if (!attempt.locked || !attempt.guess || lesson::is_of_one_run(asked_by(*task))) continue;
    std::vector<Node> told;
    judged({scope.desk, *task, attempt, scope.bench}, told);
    Node question = prose("earlier." + task->id, Purpose::prose, scope.filled(task->question));
    nodes.push_back(std::move(question));
    for (Node& node : told) {
      if (node.id == "task.because") continue;  // it was read with the guess, or will be on going back
      node.id = "earlier." + task->id + "." + node.id;
      nodes.push_back(std::move(node));
    }
  }
}

void run_both(const Scope& scope, std::vector<Node>& nodes) {
  if (scope.desk.running == nullptr && !scope.bench->measurement) {
    const auto& device = scope.desk.services.device;
    nodes.push_back(make(
        "run.where", Purpose::notice,
        device == nullptr
            ? scope.desk.services.no_device
            : base::say(scope.desk.spec || !device->can_calibrate() ? "session.run.where" : "session.run.where_first",
                        {{"device", device->name()}})));
  }
  if (!scope.bench->measurement) return;
  earlier_guesses(scope, nodes);
  auto nodes_after = reveal_nodes(scope.desk, *scope.bench, guesses_of(scope.desk, *scope.bench));
  const bool shown = std::ranges::any_of(nodes_after, [](const Node& node) { return node.id == "reveal.verdict"; });
  for (Node& node : nodes_after) {
    if (node.id == "figure.bytes") node.selected = shown && looks_again(scope.attempt, *scope.bench);
    nodes.push_back(std::move(node));
  }
  if (shown) {
    auto observed = observe_nodes(scope.attempt, *scope.bench);
    std::move(observed.begin(), observed.end(), std::back_inserter(nodes));
  }
  explain(scope, "task.because", scope.task.right_text, nodes);
}

}  // namespace

std::vector<Node> task_nodes(const Desk& desk) {
  const Course& course = *desk.course;
  const Task& task = *course.step().task;
  const auto found = course.benches.find(task.chain);
  const Scope scope{desk, task, course.attempt(), found == course.benches.end() ? nullptr : found->second};

  std::vector<Node> nodes;
  Node question = make("task.question", Purpose::question, {}, {});
  question.paragraphs = lesson::paragraphs(scope.filled(task.question));
  if (!task.hint.empty() && !scope.attempt.locked && !scope.attempt.hint) {
    question.actions.push_back(action("hint", "session.hint", {"Ctrl+H"}));
  }
  if (!question.paragraphs.empty()) nodes.push_back(std::move(question));
  if (scope.attempt.hint && !scope.attempt.locked) {
    nodes.push_back(prose("task.hint", Purpose::notice, scope.filled(task.hint)));
    nodes.back().said = Said::task;
  }
  switch (task.kind) {
    case TaskKind::count_arrows:
      count_arrows(scope, nodes);
      break;
    case TaskKind::strike:
      strike(scope, nodes);
      break;
    case TaskKind::number:
      number(scope, nodes);
      break;
    case TaskKind::sketch:
      sketch(scope, nodes);
      break;
    case TaskKind::choice:
      choice(scope, nodes);
      break;
    case TaskKind::words:
      words(scope, nodes);
      break;
    case TaskKind::run:
      run_both(scope, nodes);
      break;
  }
  return nodes;
}

}  // namespace session
