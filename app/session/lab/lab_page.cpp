// Free play: a chain of one's own, what the model says of it, an optional guess, both runs.
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "session/lab/cards.hpp"
#include "session/lab/cuts.hpp"
#include "session/lab/lab_stage.hpp"
#include "session/lab/scissors.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/lesson_page.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/gate.hpp"
#include "session/state/kernel_source.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/numbers.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"

#include <algorithm>
#include <utility>

namespace session {
namespace {

/// Back or on in what was done here; the field's own keys for it are the page's.
Action through_history(std::string id, std::string_view text_key, Keys keys, bool can, std::string_view why_not) {
  Action step = action(std::move(id), text_key, std::move(keys));
  return can ? step : disabled(std::move(step), std::string(base::text(why_not)));
}

Node editor(const Desk& desk) {
  Node node = make("lab.chain", Purpose::chain, std::string(base::text("session.lab.chain")), desk.lab.text);
  node.editable = true;
  node.focused = !desk.source.open;
  node.wrong = desk.lab.wrong;
  node.actions.push_back(action("chain.set", "session.lab.set"));
  node.actions.push_back(action("preset.pick", "session.lab.presets", {"Ctrl+P"}));
  node.actions.push_back(through_history("lab.undo", "session.lab.undo", {"Ctrl+Z"}, desk.history.can_undo(),
                                         "session.lab.nothing_to_undo"));
  node.actions.push_back(through_history("lab.redo", "session.lab.redo", {"Ctrl+Shift+Z", "Ctrl+Y"},
                                         desk.history.can_redo(), "session.lab.nothing_to_redo"));
  return node;
}

/// Asked before the model's times are in sight, and only as long as they are not.
void guess(const Desk& desk, const Bench& bench, std::vector<Node>& nodes) {
  Node field = make("lab.guess", Purpose::number, base::say("session.lab.guess"), desk.lab.typed);
  // What runs is locked, the guess with it.
  if (desk.running.get() == &bench) {
    if (desk.lab.typed.empty()) return;
  } else {
    field.editable = true;
    field.actions.push_back(action("guess.set", "session.guess.set"));
  }
  const bool times = lab_quantity(bench) == "ratio.time";
  nodes.push_back(prose("lab.question", Purpose::question,
                        base::text(times ? "session.lab.guess_time" : "session.lab.guess_bytes")));
  field.lines.push_back(field.label);
  nodes.push_back(std::move(field));
  if (!desk.lab.message.empty()) nodes.push_back(notice("lab.message", Said::reply, desk.lab.message));
}

/// A dot if the chain was recorded; else what is known instead, and the nearest that was.
void recording(const Desk& desk, const Bench& bench, std::vector<Node>& nodes) {
  if (!desk.services.recorded) return;
  const auto missing = missing_recording(desk, bench);
  Node node =
      make("lab.recorded", Purpose::notice, missing ? missing->sentence + " " + missing->said : recorded_words(desk));
  if (missing && !missing->nearest.empty()) {
    node.actions.push_back(action("recording.nearest", "session.recording.nearest"));
  }
  nodes.push_back(std::move(node));
}

void bench_nodes(const Desk& desk, const Bench& bench, std::vector<Node>& nodes) {
  const LockRule rule(desk);
  const auto leave = rule.anything(bench);
  if (!leave) {
    nodes.push_back(make("lab.closed", Purpose::notice, std::string(base::text("session.closed.numbers")),
                         std::string(base::text("session.unknown"))));
    return;
  }
  // Before all else: what the scissors were refused is mended first.
  if (!desk.lab.cut_wrong.empty()) {
    nodes.push_back(wrong_node("cut.wrong", desk.lab.cut_wrong, base::say("session.cut.last_good")));
  }
  // What was just run comes first; the table of what was predicted stays below it.
  if (bench.ran()) {
    for (auto& node : reveal_nodes(desk, bench, guesses_of(desk, bench))) nodes.push_back(std::move(node));
  }
  nodes.push_back(cards_node(desk, *leave));
  if (auto joined = fusing_picture(desk, bench)) {
    nodes.push_back(*std::move(joined));
    nodes.push_back(fusing_place(desk));
  }
  if (!bench.ran()) guess(desk, bench, nodes);
  for (auto& node : cut_nodes(desk, *leave)) nodes.push_back(std::move(node));
  recording(desk, bench, nodes);
  // What runs is not edited.
  if (desk.running.get() != &bench) {
    for (auto& node : card_nodes(desk)) nodes.push_back(std::move(node));
  }
  // How many times faster is asked beside it.
  const bool times = bench.timed && !rule.hides(bench, "ratio.time");
  nodes.push_back(predictions_table(bench, *leave, times));
  if (!bench.device.empty() && (!desk.spec || desk.spec->name != bench.spec.name)) {
    nodes.push_back(make("lab.machines", Purpose::notice,
                         base::say("session.lab.machines", {{"device", bench.device}, {"spec", bench.spec.name}})));
  }
  if (times && model::arithmetic_first(bench.study(*leave).predictions.at(1))) {
    nodes.push_back(make("lab.arithmetic", Purpose::notice, std::string(base::text("app.arithmetic_first"))));
  }
  if (!bench.ran()) {
    const auto panel = times ? charts::Quantity::all : charts::Quantity::bytes;
    auto data = chart_data(desk, bench, guesses_of(desk, bench), {figure::Stage::model, *leave});
    keep_room(desk, data, Needs::many_rows);
    nodes.push_back(figure_node(figure::at(charts::bytes_bars(data, panel), figure::Stage::model)));
  }
  for (auto& node : scene_nodes(desk)) nodes.push_back(std::move(node));
}

/// What runs both plans, or why they cannot be run: the text, or the cuts, may say something else.
Action lab_run(const Desk& desk) {
  if (!desk.lab.bench) {
    return disabled(action("run.start", "session.run.start", {"Ctrl+Enter"}), base::say("session.lab.none_yet"));
  }
  Action run = run_action(desk, *desk.lab.bench);
  if (run.enabled && !desk.lab.wrong.empty()) {
    run = disabled(std::move(run), base::say("session.lab.mend_first"));
  }
  if (run.enabled && !desk.lab.cut_wrong.empty()) {
    run = disabled(std::move(run), base::say("session.cut.mend_first"));
  }
  return run;
}

void lab_buttons(const Desk& desk, std::vector<Node>& nodes) {
  nodes.push_back(button("button.primary", lab_run(desk), true));
  if (desk.lab.bench) {
    if (auto recorded = recording_action(desk, *desk.lab.bench)) {
      nodes.push_back(button("button.recording", *std::move(recorded)));
    }
  }
  if (auto source = source_action(desk)) nodes.push_back(button("button.source", *std::move(source)));
  nodes.push_back(button("button.hosts", action("hosts.open", "session.host.open", {"Ctrl+G"})));
}

Node lab_header(const Desk& desk) {
  Node node = make("header", Purpose::header, std::string(base::text("session.lab.title")),
                   std::string(base::text("session.lab.subtitle")));
  node.actions.push_back(action("course.open", "session.course.list", {"Ctrl+O"}));
  if (desk.course != nullptr) node.actions.push_back(action("lesson.back", "session.lesson.back", {"Ctrl+L"}));
  return node;
}

}  // namespace

Node lab_page(const Desk& desk) {
  Node root = make("page", Purpose::page, std::string(base::text("session.lab.title")));
  auto& nodes = root.children;
  nodes.push_back(lab_header(desk));
  for (auto& node : report_nodes(desk)) nodes.push_back(std::move(node));
  std::vector<Node> body = {editor(desk)};
  if (!desk.lab.wrong.empty()) {
    base::Diagnostics wrong = desk.lab.wrong;
    for (auto& one : wrong) {  // the field marks the place in the text itself
      one.file.clear();
      one.source_line.clear();
    }
    body.push_back(wrong_node("lab.wrong", std::move(wrong),
                              base::say(desk.lab.bench ? "session.lab.last_good" : "session.lab.none_yet")));
  }
  for (auto& node : source_nodes(desk)) body.push_back(std::move(node));
  if (desk.lab.bench) bench_nodes(desk, *desk.lab.bench, body);
  set_lab_on_stage(desk, body);
  root.actions = keys_of_stage(desk, body);
  for (auto& node : body) nodes.push_back(std::move(node));
  lab_buttons(desk, nodes);
  return root;
}

}  // namespace session
