// From a chain and cuts to a plan.
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/by_hand.hpp"
#include "plan/eager.hpp"
#include "plan/fuse.hpp"
#include "plan/partition.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plan {
namespace {

FusionPlan make_plan(std::shared_ptr<const chain::Chain> chain, std::string name,
                     const std::vector<std::vector<int>>& parts, const machine::Limits& limits) {
  FusionPlan plan;
  plan.groups = groups_of(*chain, parts, limits);
  plan.name = std::move(name);
  plan.chain = std::move(chain);
  return plan;
}

/// Which values the names mean; every mistake at once.
base::Expected<std::vector<bool>> named(const chain::Chain& chain, const std::vector<std::string>& names) {
  std::vector<bool> cut(chain.values.size(), false);
  std::vector<std::string_view> known;
  for (const int op : chain.ops()) known.push_back(chain.values[op].name);
  base::Diagnostics mistakes;
  for (const std::string& name : names) {
    const int value = chain.find(name);
    base::Diagnostic mistake;
    if (value < 0) {
      mistake.message = base::say("plan.unknown_cut", {{"value", name}});
      const auto near = base::nearest(name, known);
      mistake.hint = near
                         ? base::say("plan.unknown_cut.near", {{"value", *near}})
                         : base::say("plan.unknown_cut.known", {{"values", fmt::format("{}", fmt::join(known, ", "))}});
    } else if (chain.values[value].op == chain::Op::input) {
      mistake.message = base::say("plan.cut_input", {{"value", name}});
    } else {
      cut[value] = true;
      continue;
    }
    mistakes.push_back(std::move(mistake));
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return cut;
}

base::Expected<FusionPlan> by_hand(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                   const machine::Limits& limits) {
  const auto cut = named(*chain, cuts.values);
  if (!cut) return std::unexpected(cut.error());
  const auto parts = pieces(*chain, *cut, limits);
  if (!parts) return base::wrong(parts.error().message, parts.error().hint);
  return make_plan(std::move(chain), fmt::format("{}", fmt::join(cuts.values, ",")), *parts, limits);
}

}  // namespace

base::Expected<FusionPlan> segment(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                   const machine::Limits& limits) {
  switch (cuts.kind) {
    case Cuts::Kind::by_hand:
      return by_hand(std::move(chain), cuts, limits);
    case Cuts::Kind::every: {
      const Partition partition = apart(*chain);
      return make_plan(chain, "unfused", *ordered(*chain, partition), limits);
    }
    case Cuts::Kind::none: {
      Fused fused = fuse(*chain, limits);
      FusionPlan plan = make_plan(chain, "fused", *ordered(*chain, fused.partition), limits);
      plan.notes = std::move(fused.notes);
      return plan;
    }
    case Cuts::Kind::eager: {
      const auto joined = eager(*chain, limits);
      if (!joined) return std::unexpected(joined.error());
      FusionPlan plan = make_plan(chain, "eager", *ordered(*chain, *joined), limits);
      if (*joined == apart(*chain)) plan.notes.emplace_back(base::text("plan.eager.unfused"));
      return plan;
    }
  }
  return base::wrong("unknown kind of cuts");
}

std::optional<FusionPlan> segment_at(std::shared_ptr<const chain::Chain> chain, const std::vector<int>& cut,
                                     const machine::Limits& limits) {
  std::vector<bool> flags(chain->values.size(), false);
  for (const int value : cut) flags[value] = true;
  const auto parts = pieces(*chain, flags, limits);
  if (!parts) return std::nullopt;
  return make_plan(std::move(chain), {}, *parts, limits);
}

}  // namespace plan
