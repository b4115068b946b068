// What every page is made of.
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/guess_text.hpp"
#include "session/quiz/quiz_page.hpp"
#include "session/state/gate.hpp"
#include "session/state/kept_answers.hpp"
#include "session/state/page.hpp"
#include "session/state/recordings.hpp"
#include "study/eager.hpp"
#include "study/run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
Node make(std::string id, Purpose purpose, std::string label, std::string value) {
  Node node;
  node.id = std::move(id);
  node.purpose = purpose;
  node.label = std::move(label);
  node.value = std::move(value);
  return node;
}

Node notice(std::string id, Said said, std::string words) {
  Node node = make(std::move(id), Purpose::notice, std::move(words));
  node.said = said;
  return node;
}

Node badge_node(std::string id, std::string words, record::Source source) {
  Node node = make(std::move(id), Purpose::badge, std::move(words));
  node.source = source;
  return node;
}

Node wrong_node(std::string id, base::Diagnostics wrong, std::string meanwhile) {
  Node node = make(std::move(id), Purpose::error, {}, std::move(meanwhile));
  node.wrong = std::move(wrong);
  return node;
}

Node prose(std::string id, Purpose purpose, std::string_view markdown) {
  Node node = make(std::move(id), purpose, {});
  node.paragraphs = lesson::paragraphs(markdown);
  return node;
}

Node button(std::string id, Action action, bool primary) {
  Node node = make(std::move(id), Purpose::button, action.label);
  node.actions.push_back(std::move(action));
  node.primary = primary;
  return node;
}

Node way(Way where, Node button) {
  button.way = where;
  return button;
}

Action labelled(std::string id, std::string label, Keys keys) {
  Action action;
  action.id = std::move(id);
  action.label = std::move(label);
  action.keys = std::move(keys);
  return action;
}

Action action(std::string id, std::string_view text_key, Keys keys) {
  return labelled(std::move(id), base::say(text_key), std::move(keys));
}

Action drag_action(std::string_view text_key) {
  Action drag = action("guess.drag", text_key);
  drag.gesture = Gesture::drag;
  return drag;
}

Action export_action(std::string_view figure_id) {
  Action action = session::action(fmt::format("export:{}", figure_id), "session.export.action");
  action.exports = true;
  return action;
}

Action disabled(Action action, std::string why) {
  action.enabled = false;
  action.why_not = std::move(why);
  return action;
}

Node figure_node(figure::Figure figure) {
  Node node = make("figure." + figure.id, Purpose::figure, figure.title);
  node.actions.push_back(export_action(figure.id));
  node.figure = std::make_shared<const figure::Figure>(std::move(figure));
  return node;
}

Action run_action(const Desk& desk, const Bench& bench) {
  const bool ran = bench.is_of(record::Source::measured);
  Action run = action("run.start", ran ? "session.run.again" : "session.run.start", {"Ctrl+Enter"});
  if (!ran && bench.has_third()) run.label = base::text("session.run.start_all");
  if (desk.services.device && !desk.services.device->live()) run.label = base::text("session.recording.open");
  if (desk.running) return disabled(std::move(run), std::string(base::text("session.run.busy")));
  if (desk.services.device == nullptr) return disabled(std::move(run), desk.services.no_device);
  if (auto why = why_closed(desk, bench); !why.empty()) return disabled(std::move(run), std::move(why));
  return run;
}

std::optional<Action> recording_action(const Desk& desk, const Bench& bench) {
  const bool open = bench.is_of(record::Source::recorded);
  if (open || desk.running || desk.services.recorded == desk.services.device) return std::nullopt;
  if (!is_recorded(desk, bench)) return std::nullopt;
  Action action = session::action("recording.open", "session.recording.open", {"Ctrl+R"});
  if (auto why = why_closed(desk, bench); !why.empty()) return disabled(std::move(action), std::move(why));
  return action;
}

charts::ChartData chart_data(const Desk& desk, const Bench& bench, std::vector<record::Guess> guesses,
                             const Allowed& allowed) {
  charts::ChartData data;
  data.chain = bench.chain;
  data.plans = bench.study(LockRule::to_ask()).plans;  // axes and frames are made for all of them
  data.guesses = std::move(guesses);
  data.spec = bench.spec;
  // The rows are there from the start, so that the frame stays where it is.
  data.slots = {record::Source::guess, record::Source::model, record::Source::measured};
  const bool opened = bench.is_of(record::Source::recorded);
  if (!opened && desk.services.recorded != desk.services.device && is_recorded(desk, bench)) {
    data.slots.push_back(record::Source::recorded);
    data.beside = desk.services.recorded->spec();
  }
  if (const auto leave = allowed.leave()) {
    const figure::Stage stage = allowed;
    if (stage >= figure::Stage::model) data.predictions = bench.study(*leave).predictions;
    if (stage >= figure::Stage::truth && bench.ran()) {
      data.measurements = {bench.measurement(*leave)};
      if (const auto& beside = bench.beside(*leave)) data.measurements.push_back(*beside);
      data.eager = study::eager_note(bench.study(*leave));
    }
  }
  data.command = study::run_command(*bench.chain, bench.cuts);
  if (desk.pages.has(PageKind::room)) {
    // The audience's page is 540 units high: the smallest type, 12, is then a thirtieth of it.
    const FigureFrame frame = class_frame(desk);
    // A smaller or flatter one is drawn smaller: in it such type would leave a chart no room.
    data.width = std::max(frame.width, 320.0);
    data.height = std::max(frame.height, 0.33 * data.width);
    data.text_scale = 1.52;
    return data;
  }
  data.width = desk.figure_frame.width;
  data.height = std::max(desk.figure_frame.height, 0.45 * desk.figure_frame.width);  // lower, a chart says too little
  if (desk.settings.theme == figure::Theme::projector) data.text_scale = 1.25;
  return data;
}

bool is_untitled(const Desk& desk) {
  // A file's frame is the widest: its figures keep their titles.
  const bool wall = desk.settings.theme == figure::Theme::projector && desk.figure_frame.width < FigureFrame{}.width;
  return wall || desk.pages.has(PageKind::room);
}

std::optional<charts::Quantity> panel_of(std::string_view quantity) {
  for (const auto panel : {charts::Quantity::crossings, charts::Quantity::bytes, charts::Quantity::time}) {
    for (const auto* plan : {"unfused", "fused"}) {
      if (quantity == fmt::format("{}.{}", charts::name(panel), plan)) return panel;
    }
  }
  return std::nullopt;
}

std::vector<record::Guess> guesses_of(const Desk& desk, const Bench& bench) {
  std::vector<record::Guess> guesses;
  if (desk.pages.has(PageKind::lab) || desk.course == nullptr) {
    if (desk.lab.guess) guesses.push_back(*desk.lab.guess);
    return guesses;
  }
  const Course& course = *desk.course;
  if (desk.pages.has(PageKind::room)) return guesses_of_room(desk, bench);
  for (std::size_t i = 0; i < course.attempts.size(); ++i) {
    const auto& task = course.lesson.steps[i].task;
    const Attempt& attempt = course.attempts[i];
    if (!task || task->chain != bench.name || !attempt.guess) continue;
    if (!lesson::is_of_one_run(asked_by(*task))) continue;
    if (attempt.locked || i == course.at) guesses.push_back({asked_by(*task), *attempt.guess});
  }
  return guesses;
}

Node open_page(const Desk& desk) {
  switch (desk.pages.now()) {
    case PageKind::hosts:
      return hosts_page(desk);
    case PageKind::course:
      return course_page(desk);
    case PageKind::quiz:
      return quiz_page(desk);
    case PageKind::room:
      return desk.class_view.presenter ? presenter_page(desk) : audience_page(desk);
    case PageKind::lab:
      return lab_page(desk);
    case PageKind::lesson:
      if (desk.course != nullptr) return lesson_page(desk);
      break;
  }
  Node page = make("page", Purpose::page, std::string(base::text("app.tagline")));
  page.children = report_nodes(desk);
  page.children.push_back(button("button.primary", action("lab.open", "session.lab.open", {"Enter"}), true));
  return page;
}

std::vector<Node> report_nodes(const Desk& desk) {
  std::vector<Node> nodes;
  if (desk.running) {
    Node progress = make("run.progress", Purpose::progress, desk.jobs.word());
    progress.share = desk.jobs.share();
    progress.actions.push_back(action("run.cancel", "session.run.cancel", {"Escape"}));
    nodes.push_back(std::move(progress));
  }
  if (desk.trouble) {
    Node trouble = make("trouble", Purpose::error, desk.trouble->cause, desk.trouble->remedy);
    if (desk.trouble->too_large) trouble.actions.push_back(action("chain.smaller", "session.smaller.action"));
    trouble.actions.push_back(action("trouble.dismiss", "session.dismiss"));
    nodes.push_back(std::move(trouble));
  }
  if (!desk.notice.empty()) {
    Node notice = make("notice", Purpose::notice, desk.notice);
    notice.actions.push_back(action("notice.dismiss", "session.dismiss"));
    nodes.push_back(std::move(notice));
  }
  // The notice with the cause may be dismissed, or scroll out of sight; what is at stake stays.
  const bool unkept = desk.services.keeps_answers && std::ranges::any_of(desk.courses, [](const auto& opened) {
                        return has_unkept_lock(opened.second);
                      });
  if (unkept) nodes.push_back(notice("answers.unkept", Said::lasting, base::say("session.answers.unkept")));
  return nodes;
}

}  // namespace session
