// What the scissors show is what was chosen, also where no plan comes of it: the next cut may mend it.
#include "session/lab/scissors.hpp"

#include "base/words.hpp"
#include "charts/strips/cut_cards.hpp"
#include "session/lab/cards.hpp"
#include "session/lab/cuts.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/state/lock_rule.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

bool is(const std::vector<int>& values, int value) {
  return std::ranges::find(values, value) != values.end();
}

/// The third plan, or where the best cut is one of the two that are always there, the better of them.
const plan::FusionPlan& best_plan(const Bench& bench, Leave leave) {
  const study::Study& study = bench.study(leave);
  if (bench.has_third()) return study.plans[2];
  return study.predictions.at(0).cold < study.predictions.at(1).cold ? study.unfused() : study.fused();
}

std::vector<int> chosen(const Lab& lab, Leave leave) {
  const Bench& bench = *lab.bench;
  switch (lab.cut) {
    case LabCut::every:
      return charts::parted(bench.unfused());
    case LabCut::none:
      return charts::parted(bench.fused(leave));
    case LabCut::best:
      return charts::parted(best_plan(bench, leave));
    case LabCut::by_hand:
      break;
  }
  std::vector<int> values;
  if (const auto typed = plan::parse_cuts(lab.cut_values)) {
    for (const auto& name : typed->values) {
      if (const int value = bench.chain->find(name); value >= 0) values.push_back(value);
    }
  }
  return values;
}

}  // namespace

void use_scissors(Desk& desk, std::string_view name) {
  Lab& lab = desk.lab;
  if (!lab.bench) return;
  const Leave leave = LockRule::to_run();  // the chain is cut, nothing of it shown
  const auto all = charts::parted(lab.bench->unfused()), fixed = charts::parted(lab.bench->fused(leave));
  const int value = lab.bench->chain->find(name);
  if (!is(all, value) || is(fixed, value)) return;
  auto cut = chosen(lab, leave);
  if (std::erase(cut, value) == 0) cut.push_back(value);
  std::ranges::sort(cut);
  lab.cut = cut == all ? LabCut::every : cut == fixed ? LabCut::none : LabCut::by_hand;
  if (lab.cut == LabCut::by_hand) {
    lab.cut_values.clear();
    for (const int one : cut)
      lab.cut_values += (lab.cut_values.empty() ? "" : ", ") + lab.bench->chain->values[one].name;
  }
  cut_lab(desk);
}

void see_joining(Desk& desk, const std::function<void(Desk&)>& change) {
  const Leave leave = LockRule::to_run();
  const Lab& lab = desk.lab;
  const auto plan = [&]() -> std::optional<plan::FusionPlan> {
    if (!lab.bench || !lab.cut_wrong.empty()) return std::nullopt;
    return study::plan_between(lab.bench->chain, chosen(lab, leave), lab.bench->limits);
  };
  const auto before = plan();
  change(desk);
  const auto after = plan();
  if (!before || !after || before->groups.size() <= after->groups.size()) return;
  const auto was = charts::parted(*before), now = charts::parted(*after);
  if (!std::ranges::all_of(now, [&](int value) { return is(was, value); })) return;  // it was cut elsewhere too
  desk.scene.joined = std::make_shared<const std::vector<plan::FusionPlan>>(std::vector{*before, *after});
  start_fusing(desk);
}

Node cards_node(const Desk& desk, Leave leave) {
  const Lab& lab = desk.lab;
  const Bench& bench = *lab.bench;
  const auto all = charts::parted(bench.unfused());
  charts::Cutting cutting{chosen(lab, leave), charts::parted(bench.fused(leave)), nullptr, picked(lab)};
  const auto by_hand = study::plan_between(bench.chain, cutting.cut, bench.limits);
  if (lab.cut == LabCut::by_hand) {
    if (by_hand && lab.cut_wrong.empty()) cutting.plan = &*by_hand;
  } else {
    cutting.plan = lab.cut == LabCut::every  ? &bench.unfused()
                   : lab.cut == LabCut::none ? &bench.fused(leave)
                                             : &best_plan(bench, leave);
  }
  auto figure = charts::cut_cards(chart_data(desk, bench, {}, figure::Stage::question), cutting);
  Node node = make("figure." + figure.id, Purpose::figure, figure.title);
  for (const int op : bench.chain->ops()) {
    const auto& made = bench.chain->values[op];
    Action pick = action("card:" + made.name, "session.card.pick");
    pick.label = base::say("session.card.pick", {{"op", chain::info(made.op).name}, {"value", made.name}});
    pick.mark = "card." + made.name;
    node.actions.push_back(std::move(pick));
  }
  for (const int value : all) {
    if (is(cutting.fixed, value)) continue;
    const auto& made = bench.chain->values[value];
    Action cut = action("cut.at:" + made.name, "session.cut.at");
    cut.label = is(cutting.cut, value)
                    ? base::say("session.cut.join", {{"value", made.name}})
                    : base::say("session.cut.at", {{"op", chain::info(made.op).name}, {"value", made.name}});
    cut.mark = "cut." + made.name;
    node.actions.push_back(std::move(cut));
  }
  node.figure = std::make_shared<const figure::Figure>(std::move(figure));
  return node;
}

}  // namespace session
