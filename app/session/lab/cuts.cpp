// What is chosen, what it comes to in words, and its place on the page.
#include "session/lab/cuts.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "session/state/recordings.hpp"
#include "session/state/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace session {
namespace {

struct CutKind {
  LabCut cut;
  std::string_view name, text_key;
};
constexpr CutKind cut_kinds[] = {{LabCut::every, "every", "session.cut.every"},
                                 {LabCut::none, "none", "session.cut.none"},
                                 {LabCut::best, study::best_cut, "session.cut.best"},
                                 {LabCut::by_hand, "by_hand", "session.cut.by_hand"}};

/// As the bench knows it: without a third plan where the choice is one that is always there.
base::Expected<std::string> third(const Lab& lab) {
  if (lab.cut == LabCut::best) return std::string(study::best_cut);
  if (lab.cut != LabCut::by_hand || base::trim(lab.cut_values).empty()) return std::string();
  auto parsed = plan::parse_cuts(lab.cut_values);
  if (!parsed) return std::unexpected(std::move(parsed.error()));
  const std::string values = fmt::format("{}", fmt::join(parsed->values, ","));
  if (!parsed->knobs.any()) return values;
  const std::string cuts = values.empty() ? std::string(plan::split_knobs(lab.cut_values).cuts) : values;
  return fmt::format("{} {}", cuts, plan::text(parsed->knobs));
}

std::string names(const chain::Chain& chain, const std::vector<int>& values) {
  std::vector<std::string_view> names;
  for (const int value : values) names.push_back(chain.values[value].name);
  return names.empty() ? std::string(base::text("session.none")) : fmt::format("{}", fmt::join(names, ", "));
}

/// The values that could be written between two kernels.
std::vector<int> between(const chain::Chain& chain) {
  std::vector<int> values;
  for (const int op : chain.made()) {
    if (!chain.consumers(op).empty()) values.push_back(op);
  }
  return values;
}

/// What the cut comes to.
std::string outcome(const Bench& bench, Leave leave) {
  const bool best = bench.cuts == study::best_cut;
  if (!bench.has_third()) {
    return best ? base::say("session.cut.best_is_there", {{"device", bench.spec.name}})
                : std::string(base::text("session.cut.is_there"));
  }
  const plan::FusionPlan& plan = bench.study(leave).plans[2];
  const std::vector<int> written = plan.intermediates();
  const std::string key =
      std::string(best ? "session.cut.best_is" : "session.cut.is") + (written.empty() ? ".nothing" : "");
  std::string words = base::say(key, {{"kernels", std::to_string(plan.groups.size())},
                                      {"values", names(*bench.chain, written)},
                                      {"device", bench.spec.name}});
  if (const auto again = plan.again(); !again.empty()) {
    words += " " + base::say("session.cut.again_is", {{"values", names(*bench.chain, again)}});
  }
  for (const std::string& note : plan.notes) words += " " + note;
  return words;
}

}  // namespace

void choose_cut(Desk& desk, std::string_view kind) {
  const auto* found = std::ranges::find(cut_kinds, kind, &CutKind::name);
  if (found == std::end(cut_kinds)) return;
  desk.lab.cut = found->cut;
  cut_lab(desk);
}

void set_cut_values(Desk& desk, std::string_view typed) {
  desk.lab.cut_values = typed;
  cut_lab(desk);
}

void cut_lab(Desk& desk) {
  Lab& lab = desk.lab;
  lab.cut_wrong.clear();
  desk.scene.joined.reset();
  if (!lab.bench) return;
  const auto cuts = third(lab);
  if (!cuts) {
    lab.cut_wrong = cuts.error();
    return;
  }
  if (*cuts == lab.bench->cuts) return;
  // Another bench: the history may go back to this one, and a run goes on with it.
  const auto bench = std::make_shared<Bench>(*lab.bench);
  bench->forget_runs();
  replan(desk, *bench);
  if (auto done = bench->cut(*cuts); !done) {
    lab.cut_wrong = std::move(done.error());
    return;
  }
  const auto before = std::exchange(lab.bench, bench);
  if (!before->ran() && before != desk.running) return;
  lab.typed.clear();
  lab.guess.reset();
  lab.message.clear();
}

std::vector<Node> cut_nodes(const Desk& desk, Leave leave) {
  const Lab& lab = desk.lab;
  const Bench& bench = *lab.bench;
  const auto values = between(*bench.chain);
  if (values.empty()) return {};  // one op: nothing to cut
  Node kinds = make("cut", Purpose::taps, base::say("session.cut.title"));
  for (const CutKind& kind : cut_kinds) {
    kinds.actions.push_back(action(fmt::format("cut:{}", kind.name), kind.text_key));
    if (kind.cut == lab.cut) kinds.value = kinds.actions.back().label;
  }
  std::vector<Node> nodes{std::move(kinds)};
  if (lab.cut == LabCut::by_hand) {
    Node field = make("cut.values", Purpose::words,
                      base::say("session.cut.values", {{"values", names(*bench.chain, values)}}), lab.cut_values);
    field.editable = true;
    field.actions.push_back(action("cut.set", "session.cut.set"));
    nodes.push_back(std::move(field));
  }
  if (lab.cut_wrong.empty() && !bench.cuts.empty()) {
    nodes.push_back(make("cut.is", Purpose::notice, outcome(bench, leave)));
  }
  return nodes;
}

void set_chain(Desk& desk, std::string_view text) {
  Lab& lab = desk.lab;
  lab.text = text;
  lab.wrong.clear();
  auto parsed = chain::parse(text);
  if (!parsed) {
    lab.wrong = std::move(parsed.error());
    return;
  }
  if (lab.bench && *lab.bench->chain == *parsed) return;  // a comment or a space: what was measured stays
  auto bench =
      make_bench({}, std::make_shared<chain::Chain>(std::move(*parsed)), desk.services.device.get(), desk.spec);
  if (!bench) {
    lab.wrong = std::move(bench.error());
    return;
  }
  lab.bench = std::move(*bench);
  lab.typed.clear();
  lab.guess.reset();
  lab.message.clear();
  cut_lab(desk);
}

void open_nearest(Desk& desk) {
  if (!desk.pages.has(PageKind::lab) || !desk.lab.bench) return;
  const auto missing = missing_recording(desk, *desk.lab.bench);
  if (missing && !missing->nearest.empty()) set_chain(desk, missing->nearest);
}

}  // namespace session
