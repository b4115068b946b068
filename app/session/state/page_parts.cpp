// What every page is made of.
#include "base/words.hpp"
#include "lesson/asked.hpp"
#include "lesson/guess_text.hpp"
#include "session/state/gate.hpp"
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

bool has_learned(const Desk& desk, std::string_view what) {
  const bool of_lesson = desk.course != nullptr && desk.course->lesson.stage && !desk.pages.has(PageKind::lab);
  return !of_lesson || desk.course->introduced.contains(std::string(what));
}

Action run_action(const Desk& desk, const Bench& bench) {
  const bool ran = bench.is_of(record::Source::measured);
  Action run = action("run.start", ran ? "session.run.again" : "session.run.start", {"Ctrl+Enter"});
  if (!ran && bench.has_more()) run.label = base::text("session.run.start_all");
  if (desk.services.device && !desk.services.device->live()) run.label = base::text("session.recording.open");
  if (desk.running) return disabled(std::move(run), std::string(base::text("session.run.busy")));
  if (desk.services.device == nullptr) return disabled(std::move(run), desk.services.no_device);
  if (auto why = why_closed(desk, bench); !why.empty()) return disabled(std::move(run), std::move(why));
  return run;
}

std::optional<Action> recording_action(const Desk& desk, const Bench& bench) {
  const bool open = bench.is_of(record::Source::recorded);
  if (open && bench.has_own_aside() && !desk.running) {
    return session::action("recording.close", "session.recording.close", {"Ctrl+R"});
  }
  if (open || desk.running || desk.services.recorded == desk.services.device) return std::nullopt;
  if (!is_recorded(desk, bench)) return std::nullopt;
  const char* label = has_learned(desk, "bytes") ? "session.recording.open" : "session.recording.open.plain";
  Action action = session::action("recording.open", label, {"Ctrl+R"});
  if (auto why = why_closed(desk, bench); !why.empty()) return disabled(std::move(action), std::move(why));
  return action;
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
  if (!desk.keys.refused.empty()) {
    nodes.push_back(wrong_node("keys.wrong", desk.keys.refused, base::say("keys.usual")));
    nodes.back().actions.push_back(action("keys.dismiss", "session.dismiss"));
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
