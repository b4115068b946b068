// The class view's page for the room: a few words, one figure, lettered answers.
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/asked.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/guess_dot.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/lesson_page.hpp"
#include "session/lesson/room_letters.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/lesson/sketch.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/room/class_figure.hpp"
#include "session/room/class_nodes.hpp"
#include "session/room/class_view.hpp"
#include "session/room/takeaways.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace session {
namespace {

using lesson::By;

Node words(const Desk& desk) {
  Node node = make("class.words", Purpose::question, {});
  const std::string_view title = desk.talk ? "session.talk.takeaways.title" : "session.class.takeaways.title";
  node.paragraphs = lesson::paragraphs(shows_takeaways(desk) ? std::string(base::text(title)) : class_text(desk));
  return node;
}

/// The chain's arrows as far as they are told: numbered once they were counted, struck once nobody needs them.
Node strip(const Desk& desk, const Bench& bench, const lesson::Step& step) {
  const LockRule rule(desk);
  Attempt told;
  const bool counted = !rule.hides(bench, "crossings.unfused");
  std::vector<bool> still_stored(bench.chain->values.size(), true);
  if (const auto leave = rule.quantity(bench, "crossings.fused")) still_stored = bench.fused(*leave).stored();
  for (const auto& arrow : charts::arrows(bench.unfused())) {
    const chain::Value& value = bench.chain->values[arrow.value];
    if (counted && arrow.full) told.marks.push_back(arrow.id);
    const bool needed = value.op == chain::Op::input || value.output || still_stored[arrow.value];
    if (!needed) told.struck.insert(arrow.id);
  }
  auto data = chart_data(desk, bench, {}, figure::Stage::guess);
  data.no_title = true;
  data.text_scale *= charts::larger_strip(data, bench.unfused());
  // Arrows are counted on the strip; a number that is asked could be read off it.
  const bool on_the_strip = step.task && step.task->kind->by == By::marks;
  const auto fullness = counted        ? charts::Fullness::told
                        : on_the_strip ? charts::Fullness::asked
                                       : charts::Fullness::unseen;
  Node node = figure_node(
      figure::at(charts::chain_strip(data, bench.unfused(), arrow_states(told), fullness), figure::Stage::guess));
  node.id = "class.strip";
  return node;
}

/// Arrows where they are counted and struck; after that, and once they are struck, the picture that the student has.
Node kernels(const Desk& desk, const Bench& bench, const lesson::Step& step) {
  const bool marks = step.task && step.task->kind->by == By::marks;
  const bool struck = marks && !step.task->kind->marks_in_order && !LockRule(desk).hides(bench, "crossings.fused");
  const bool on_the_strip = marks && !struck;
  if (!has_stage(desk) || on_the_strip || LockRule(desk).hides(bench, "crossings.unfused")) {
    return strip(desk, bench, step);
  }
  return kernels_picture(desk, bench, step);
}

/// What a run came to, and its bars: of the times where the clock told any, bytes are in the numbers above. From the
/// back row more than this machine's own rows cannot be read. No number that a task still asks.
void append_reveal(const Desk& desk, const Bench& bench, std::vector<Node>& nodes) {
  if (auto picture = reveal_picture(desk, bench)) {  // in which the headline is
    for (Node& node : class_reveal_nodes(bench, *LockRule(desk).stage(bench, charts::Quantity::all).leave(), true)) {
      if (node.purpose == Purpose::headline) continue;
      // How bytes were come by is said once the course has come to bytes.
      const bool plain = node.purpose == Purpose::badge && !has_learned(desk, "bytes");
      if (plain && node.source) node.label = charts::source_words(*node.source);
      nodes.push_back(std::move(node));
    }
    return nodes.push_back(*std::move(picture));
  }
  const auto panel = bench.timed ? charts::Quantity::time : charts::Quantity::bytes;
  const auto stage = LockRule(desk).stage(bench, panel);
  if (stage == figure::Stage::truth) {
    for (Node& node : class_reveal_nodes(bench, *stage.leave(), false)) nodes.push_back(std::move(node));
  }
  auto data = chart_data(desk, bench, guesses_of(desk, bench), stage);
  data.no_title = true;
  // Two rows a plan: the room's guess, or else the model's, and what was measured.
  std::erase_if(data.guesses, [&](const record::Guess& guess) { return panel_of(guess.quantity) != panel; });
  if (!data.guesses.empty() && stage == figure::Stage::truth) data.predictions.clear();
  data.slots.clear();
  data.beside.reset();
  data.measurements.resize(std::min<std::size_t>(data.measurements.size(), 1));
  // An axis made for a run that is kept back would tell of it.
  const bool blind = stage < figure::Stage::model || (bench.ran() && stage < figure::Stage::truth);
  const auto axes = blind ? charts::Axes::blind : charts::Axes::told;
  nodes.push_back(figure_node(figure::at(charts::bytes_bars(data, panel, axes), stage)));
}

/// A lesson that has counted arrows goes on showing them, but where a sentence is asked; one that draws roads alone
/// does not.
bool shows_arrows(const Course& course, std::size_t at) {
  const auto& steps = course.lesson.steps;
  const auto& task = steps[at].task;
  if (!task || task->kind->by == By::sentence) return false;
  return std::any_of(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                     [](const auto& step) { return step.task && step.task->kind->marks_in_order; });
}

/// Where no scene came before a step that keeps the picture, the student has the chain's kernels: so has the room.
bool keeps_kernels(const lesson::Step& step) {
  return std::ranges::any_of(step.blocks, [](const lesson::Block& block) { return block.is(lesson::fences::stage); });
}

void append_picture(const Desk& desk, bool told, std::vector<Node>& nodes) {
  const auto& task = desk.course->step().task;
  const auto bench = bench_of_page(desk);
  if (auto drawn = class_figure(desk, shows_figure(desk))) return nodes.push_back(*std::move(drawn));
  if (auto lines = shows_figure(desk) ? takeaways(desk) : std::nullopt) return nodes.push_back(*std::move(lines));
  if (task && task->kind->is_run() && told && bench) return append_reveal(desk, *bench, nodes);
  if (task && task->kind->by == By::curve) {
    if (auto drawn = sketch_for_class(desk, told)) nodes.push_back(*std::move(drawn));
    return;
  }
  const bool on_chain = task && task->kind->by == By::number && bench && !lesson::is_calculated(asked_by(*task));
  if (const auto dot = on_chain ? guess_dot(desk, *bench) : std::nullopt) {
    nodes.push_back(
        figure_node(figure::at(charts::roofline_guess(*dot), told ? stage_of(*dot) : figure::Stage::question)));
    return;
  }
  if (desk.scene.film) {
    for (Node& node : scene_nodes(desk)) {
      if (node.purpose == Purpose::figure) nodes.push_back(std::move(node));
    }
    return;
  }
  if (bench && (shows_arrows(*desk.course, desk.course->at) || keeps_kernels(desk.course->step()))) {
    return nodes.push_back(kernels(desk, *bench, desk.course->step()));
  }
  // Before a run the bars stand there as the room and the model have them.
  if (task && task->kind->is_run() && bench) append_reveal(desk, *bench, nodes);
}

}  // namespace

std::optional<Node> room_picture(const Desk& desk) {
  std::vector<Node> nodes;
  append_picture(desk, stage_in_class(desk) == ClassStage::truth, nodes);
  const auto drawn = std::ranges::find_if(nodes, [](const Node& node) { return node.figure != nullptr; });
  return drawn == nodes.end() ? std::nullopt : std::optional(std::move(*drawn));
}

std::optional<Node> picture_ahead(const Desk& desk, std::size_t at) {
  Course& course = *desk.course;
  const bool told = desk.class_view.two_windows || stage_in_class(desk) == ClassStage::truth;
  // Once it is there, the room is past this step's question: so it is drawn, unless the room can read over a shoulder.
  const std::size_t here = std::exchange(course.at, told ? at : course.at);
  std::optional<Node> picture;
  const auto bench = bench_of_step(course, at);
  if (const auto film = film_of_step(desk, at)) {
    picture = scene_picture(*film, film->kept ? film->end : 0, desk.settings.reduced_motion);
  } else if (told && has_stage(desk) && bench && shows_arrows(course, at)) {
    picture = kernels(desk, *bench, course.lesson.steps[at]);
  }
  course.at = here;
  return picture;
}

Node audience_page(const Desk& desk) {
  const bool told = stage_in_class(desk) == ClassStage::truth;
  const bool tally = stage_in_class(desk) >= ClassStage::tally;
  Node root = make("page", Purpose::page, desk.course->lesson.title);
  if (desk.class_view.blank != Blank::no) {
    root.actions.push_back(show_action());
    return root;
  }
  root.actions = class_actions(desk, false);
  auto& nodes = root.children;
  nodes.push_back(class_header(desk));
  nodes.push_back(words(desk));
  append_picture(desk, told, nodes);
  for (Node& node : nodes) {
    const bool saves = std::ranges::any_of(node.actions, &Action::exports);
    if (node.figure && !saves) node.actions.push_back(export_action(node.figure->id));
  }
  auto letters = shows_figure(desk) ? std::vector<Node>() : letter_nodes(desk, tally, told);
  std::move(letters.begin(), letters.end(), std::back_inserter(nodes));
  if (desk.class_view.asks_notes) {  // in the place of what is said of a run
    std::erase_if(nodes,
                  [](const Node& node) { return node.purpose == Purpose::verdict || node.purpose == Purpose::badge; });
    nodes.push_back(notice("class.said", Said::foot, base::say("session.class.ask_notes")));
  } else if (!desk.notice.empty() && !desk.class_view.two_windows) {  // a figure was saved
    nodes.push_back(notice("class.said", Said::foot, desk.notice));
  } else if (std::string said = room_words(desk, true); !said.empty()) {
    nodes.push_back(notice("class.said", Said::foot, std::move(said)));
  } else if (std::string keys = key_words(desk); !keys.empty()) {
    const auto verdict = std::ranges::find(nodes, Purpose::verdict, &Node::purpose);
    if (verdict == nodes.end()) {
      nodes.push_back(notice("class.said", Said::foot, std::move(keys)));
    } else {
      verdict->lines.push_back(base::say("session.class.space.on"));  // there is less room
    }
  }
  if (!desk.class_view.two_windows) {
    auto field = hands_nodes(desk);
    std::move(field.begin(), field.end(), std::back_inserter(nodes));
  }
  for (Node& node : report_nodes(desk)) {
    if (node.purpose == Purpose::progress || node.purpose == Purpose::error) nodes.push_back(std::move(node));
    // A presenter with a window of their own reads it there, in full.
    if (node.said != Said::lasting || desk.class_view.two_windows || desk.running) continue;
    node.label = base::text("session.class.unkept");
    nodes.push_back(std::move(node));
  }
  return root;
}

}  // namespace session
