// What the scissors show is what was chosen, also where no plan comes of it: the next cut may mend it.
#include "session/lab/scissors.hpp"

#include "base/words.hpp"
#include "charts/strips/cut_cards.hpp"
#include "plan/recompute.hpp"
#include "session/lab/cards.hpp"
#include "session/lab/cuts.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/fusing_film.hpp"
#include "session/lesson/scene_play.hpp"
#include "session/state/lock_rule.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace session {
namespace {

/// Of the stage's height; below the cards stands what can be done with one of them, and is scrolled on a low stage.
double cards_share(double stage_height) {
  constexpr double low = 400;
  return stage_height < low ? 0.72 : 0.58;
}

bool is(const std::vector<int>& values, int value) {
  return std::ranges::find(values, value) != values.end();
}

/// The third plan, or where the best cut is one of the two that are always there, the better of them.
const plan::FusionPlan& best_plan(const Bench& bench, Leave leave) {
  const study::Study& study = bench.study(leave);
  if (bench.has_third()) return study.plans[2];
  return study.predictions.at(0).cold < study.predictions.at(1).cold ? study.unfused() : study.fused();
}

/// Where the chain is parted: values that go through slow memory, and those that their readers make again.
struct Chosen {
  std::vector<int> cut, again;
};

Chosen of_plan(const plan::FusionPlan& plan) {
  return {charts::parted(plan), plan.again()};
}

Chosen chosen(const Lab& lab, Leave leave) {
  const Bench& bench = *lab.bench;
  switch (lab.cut) {
    case LabCut::every:
      return of_plan(bench.unfused());
    case LabCut::none:
      return of_plan(bench.fused(leave));
    case LabCut::best:
      return of_plan(best_plan(bench, leave));
    case LabCut::by_hand:
      break;
  }
  Chosen values;
  const auto typed = plan::parse_cuts(lab.cut_values);
  if (!typed) return values;
  for (const std::string_view item : typed->values) {
    const bool again = item.starts_with(plan::made_again_mark);
    const int value = bench.chain->find(item.substr(again ? 1 : 0));
    if (value >= 0) (again ? values.again : values.cut).push_back(value);
  }
  return values;
}

/// Joined, cut, made again, joined: the next of these that there is.
void turn_scissors(Chosen& now, int value, bool fixed, bool may_be_again) {
  if (std::erase(now.again, value) > 0) {
    if (fixed) now.cut.push_back(value);
  } else if (std::erase(now.cut, value) == 0) {
    now.cut.push_back(value);
  } else if (may_be_again) {
    now.again.push_back(value);
  }
}

std::string in_words(const chain::Chain& chain, Chosen now) {
  std::ranges::sort(now.cut);
  std::ranges::sort(now.again);
  std::vector<std::string> names;
  for (const int value : now.cut) names.push_back(chain.values[value].name);
  for (const int value : now.again) names.push_back(plan::made_again_mark + chain.values[value].name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// What the scissors after this value do next.
std::string turn_words(const chain::Chain& chain, const charts::Cutting& cutting, int value) {
  const std::string& name = chain.values[value].name;
  const bool fixed = is(cutting.fixed, value);
  if (is(cutting.cut, value) && plan::may_be_made_again(chain, value))
    return base::say("session.cut.again", {{"value", name}});
  if (is(cutting.cut, value) || (is(cutting.again, value) && !fixed)) {
    return base::say("session.cut.join", {{"value", name}});
  }
  return base::say("session.cut.at", {{"op", chain::info(chain.values[value].op).name}, {"value", name}});
}

}  // namespace

void use_scissors(Desk& desk, std::string_view name) {
  Lab& lab = desk.lab;
  if (!lab.bench) return;
  const Leave leave = LockRule::to_run();  // the chain is cut, nothing of it shown
  const chain::Chain& chain = *lab.bench->chain;
  const auto all = charts::parted(lab.bench->unfused()), fixed = charts::parted(lab.bench->fused(leave));
  const int value = chain.find(name);
  if (!is(all, value) || (is(fixed, value) && !plan::may_be_made_again(chain, value))) return;
  Chosen now = chosen(lab, leave);
  turn_scissors(now, value, is(fixed, value), plan::may_be_made_again(chain, value));
  std::ranges::sort(now.cut);
  const bool by_hand = !now.again.empty() || (now.cut != all && now.cut != fixed);
  lab.cut = by_hand ? LabCut::by_hand : now.cut == all ? LabCut::every : LabCut::none;
  if (by_hand) lab.cut_values = in_words(chain, std::move(now));
  cut_lab(desk);
}

void see_joining(Desk& desk, const std::function<void(Desk&)>& change) {
  const Leave leave = LockRule::to_run();
  const Lab& lab = desk.lab;
  const auto plan = [&]() -> std::optional<plan::FusionPlan> {
    if (!lab.bench || !lab.cut_wrong.empty()) return std::nullopt;
    const Chosen now = chosen(lab, leave);
    return study::plan_between(lab.bench->chain, now.cut, lab.bench->limits, now.again);
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
  Chosen now = chosen(lab, leave);
  charts::Cutting cutting{std::move(now.cut), charts::parted(bench.fused(leave)), nullptr, picked(lab),
                          std::move(now.again)};
  const auto by_hand = study::plan_between(bench.chain, cutting.cut, bench.limits, cutting.again);
  if (lab.cut == LabCut::by_hand) {
    if (by_hand && lab.cut_wrong.empty()) cutting.plan = &*by_hand;
  } else {
    cutting.plan = lab.cut == LabCut::every  ? &bench.unfused()
                   : lab.cut == LabCut::none ? &bench.fused(leave)
                                             : &best_plan(bench, leave);
  }
  auto data = chart_data(desk, bench, {}, figure::Stage::question);
  data.height *= cards_share(data.height);
  auto figure = charts::cut_cards(std::move(data), cutting);
  Node node = make("figure." + figure.id, Purpose::figure, figure.title);
  for (const int op : bench.chain->ops()) {
    const auto& made = bench.chain->values[op];
    Action pick = action("card:" + made.name, "session.card.pick");
    pick.label = base::say("session.card.pick", {{"op", chain::info(made.op).name}, {"value", made.name}});
    pick.mark = "card." + made.name;
    node.actions.push_back(std::move(pick));
  }
  for (const int value : all) {
    if (is(cutting.fixed, value) && !plan::may_be_made_again(*bench.chain, value)) continue;
    const auto& made = bench.chain->values[value];
    Action cut = action("cut.at:" + made.name, "session.cut.at");
    cut.label = turn_words(*bench.chain, cutting, value);
    cut.mark = "cut." + made.name;
    node.actions.push_back(std::move(cut));
  }
  node.figure = std::make_shared<const figure::Figure>(std::move(figure));
  return node;
}

}  // namespace session
