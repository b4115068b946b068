// Drawn by charts::chain_strip, marked by the page's own actions.
#include "session/lesson/kinds/arrows.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/strips/chain_strip.hpp"
#include "lesson/judge.hpp"
#include "session/lesson/arrow_marks.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/session.hpp"
#include "session/state/lock_rule.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

bool is_told_why_not(Session& session) {
  return std::ranges::any_of(all_nodes(session.view()), [](const Node* node) { return node->said == Said::reply; });
}

}  // namespace

Node arrow_strip(const TaskNodes& of, const Attempt& seen, std::string_view verb) {
  auto data = chart_data(of.desk, *of.bench, {}, figure::Stage::guess);
  if (of.desk.settings.theme == figure::Theme::projector && !has_stage(of.desk)) {
    // A class reads the question above it: both must stand on the screen.
    data.no_title = true;
    const charts::Body body = charts::body_of(data, false);
    const double margins = data.height - (body.bottom - body.top);
    data.height = std::min(data.height, of.desk.figure_frame.height + margins);
  }
  if (has_stage(of.desk)) data.text_scale *= charts::larger_strip(data, of.bench->unfused());
  Node node = make("task.strip", Purpose::strip, std::string(base::text("session.strip")));
  const bool asks = LockRule(of.desk).hides(*of.bench, "crossings.unfused");
  const auto fullness = asks ? charts::Fullness::asked : charts::Fullness::told;
  auto drawn =
      figure::at(charts::chain_strip(data, of.bench->unfused(), arrow_states(seen), fullness), figure::Stage::guess);
  node.figure = std::make_shared<const figure::Figure>(std::move(drawn));
  const Action keep = export_action(node.figure->id);
  if (of.attempt.locked) {
    node.actions.push_back(keep);
    return node;
  }
  node.focused = true;
  for (const auto& arrow : charts::arrows(of.bench->unfused())) {
    node.actions.push_back(labelled("arrow:" + arrow.id, base::say(verb, {{"arrow", arrow.label}})));
    node.actions.back().mark = arrow.id;
  }
  // There from the beginning: what comes with the first mark would move the arrows away from under the hand.
  Action clear = action("arrows.clear", "session.arrows.clear");
  const bool marked = !of.attempt.marks.empty() || !of.attempt.struck.empty();
  if (!marked) clear = disabled(std::move(clear), std::string(base::text("session.arrows.none")));
  node.actions.push_back(std::move(clear));
  node.actions.push_back(keep);
  return node;
}

void tell_count(TaskNodes& of, std::string_view text_key, std::string_view quantity, double count) {
  if (!of.attempt.locked) return;
  of.tell(true, base::say(text_key, {{"count", lesson::show_answer(of.task, quantity, count)}}));
  of.because();
}

std::vector<std::string> arrows_on(Session& session) {
  constexpr std::string_view prefix = "arrow:";
  std::vector<std::string> ids;
  for (const Node* node : all_nodes(session.view())) {
    for (const Action& one : node->actions) {
      if (one.id.starts_with(prefix)) ids.push_back(one.id.substr(prefix.size()));
    }
  }
  return ids;
}

std::string take_arrows(Session& session, const std::string& typed) {
  std::string text = typed;
  std::ranges::replace(text, ',', ' ');
  const std::vector<std::string> known = arrows_on(session);
  std::vector<std::string> wanted;
  for (const std::string_view word : base::split(text, ' ')) {
    if (base::trim(word).empty()) continue;
    wanted.emplace_back(base::trim(word));
    if (std::ranges::find(known, wanted.back()) == known.end()) {
      return base::say("play.no_arrow",
                       {{"arrow", wanted.back()}, {"arrows", fmt::format("{}", fmt::join(known, ", "))}});
    }
  }
  session.act("arrows.clear");
  for (const std::string& arrow : wanted) {
    session.act("arrow:" + arrow);
    if (is_told_why_not(session)) break;
  }
  return {};
}

std::string arrow_key(const lesson::Lesson& played, const lesson::Task& task, const Services& services, bool between) {
  const auto machine = key_machine(services);
  // A lesson that loaded has plans; if this device refuses them the task is skipped like any other without an answer.
  const auto plans = machine ? study::plans_of(played.chains.at(task.chain), {}, machine->limits)
                             : base::Expected<std::vector<plan::FusionPlan>>();
  if (!plans || plans->empty()) return {};
  std::string out;
  const std::vector<int> intermediates = plans->front().intermediates();
  for (const charts::Arrow& arrow : charts::arrows(plans->front())) {
    const bool inside = std::ranges::find(intermediates, arrow.value) != intermediates.end();
    if (arrow.full && (!between || inside)) out += arrow.id + " ";
  }
  return out;
}

}  // namespace session
