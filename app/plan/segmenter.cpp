// From a chain and cuts to a plan.
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/by_hand.hpp"
#include "plan/eager.hpp"
#include "plan/fuse.hpp"
#include "plan/library.hpp"
#include "plan/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

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

/// What cuts by hand come to.
struct ByHand {
  std::vector<bool> cut;
  Siblings siblings;
};

/// Why there is no kernel that makes the value of this name; nothing if there is one.
std::optional<base::Diagnostic> not_made(const chain::Chain& chain, std::string_view name) {
  const int value = chain.find(name);
  if (value >= 0 && chain.values[value].op != chain::Op::input && !chain.is_free_view(value)) return std::nullopt;
  base::Diagnostic mistake;
  if (value >= 0) {
    const bool view = chain.is_free_view(value);
    mistake.message = base::say(view ? "plan.cut_view" : "plan.cut_input", {{"value", name}});
    return mistake;
  }
  std::vector<std::string_view> known;
  for (const int op : chain.made()) known.push_back(chain.values[op].name);
  mistake.message = base::say("plan.unknown_cut", {{"value", name}});
  const auto near = base::nearest(name, known);
  mistake.hint = near ? base::say("plan.unknown_cut.near", {{"value", *near}})
                      : base::say("plan.unknown_cut.known", {{"values", fmt::format("{}", fmt::join(known, ", "))}});
  return mistake;
}

/// Which values the names mean; every mistake at once.
base::Expected<ByHand> named(const chain::Chain& chain, const std::vector<std::string>& names) {
  ByHand found{std::vector<bool>(chain.values.size(), false), {}};
  base::Diagnostics mistakes;
  for (const std::string& item : names) {
    const std::vector<std::string_view> parts = base::split(item, '+');
    std::vector<int> values;
    for (const std::string_view part : parts) {
      const std::string name(base::trim(part));
      if (auto mistake = not_made(chain, name)) {
        mistakes.push_back(*std::move(mistake));
      } else {
        values.push_back(chain.find(name));
      }
    }
    if (parts.size() > 1) {
      found.siblings.push_back(std::move(values));
    } else if (!values.empty()) {
      found.cut[values.front()] = true;
    }
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return found;
}

base::Expected<FusionPlan> by_hand(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                   const machine::Limits& limits) {
  const auto found = named(*chain, cuts.values);
  if (!found) return std::unexpected(found.error());
  const auto parts = pieces(*chain, found->cut, found->siblings, limits);
  if (!parts) return base::wrong(parts.error().message, parts.error().hint);
  return make_plan(std::move(chain), fmt::format("{}", fmt::join(cuts.values, ",")), *parts, limits);
}

base::Expected<FusionPlan> library(std::shared_ptr<const chain::Chain> chain, const machine::Limits& limits) {
  const Partition joined = by_library(*chain);
  FusionPlan plan = make_plan(chain, "library", *ordered(*chain, joined), limits);
  for (Group& group : plan.groups) {
    if (group.schedule == Schedule::matmul && group.ops.size() > 1) group.engine = Engine::library_epilogue;
  }
  if (joined == apart(*chain)) plan.notes.emplace_back(base::text("plan.library.unfused"));
  return plan;
}

base::Expected<FusionPlan> products(std::shared_ptr<const chain::Chain> chain, const machine::Limits& limits) {
  Fused fused = fuse(*chain, limits, Products::alone);
  FusionPlan plan = make_plan(chain, "products", *ordered(*chain, fused.partition), limits);
  plan.notes = std::move(fused.notes);
  return plan;
}

base::Expected<FusionPlan> around_products(std::shared_ptr<const chain::Chain> chain, Cuts::Kind kind,
                                           const machine::Limits& limits) {
  if (!chain->has_product()) {
    return base::wrong(base::say("plan.no_library", {{"plan", kind == Cuts::Kind::library ? "library" : "products"}}),
                       base::say("plan.no_library.hint"));
  }
  return kind == Cuts::Kind::library ? library(std::move(chain), limits) : products(std::move(chain), limits);
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
    case Cuts::Kind::library:
    case Cuts::Kind::products:
      return around_products(std::move(chain), cuts.kind, limits);
  }
  return base::wrong("unknown kind of cuts");
}

std::optional<FusionPlan> segment_at(std::shared_ptr<const chain::Chain> chain, const std::vector<int>& cut,
                                     bool siblings, const machine::Limits& limits) {
  std::vector<bool> flags(chain->values.size(), false);
  for (const int value : cut) flags[value] = true;
  auto parts = pieces(*chain, flags, {}, limits);
  if (!parts) return std::nullopt;
  if (siblings) {
    Partition partition = between(*chain, flags);
    join_siblings(*chain, partition, limits);
    parts = *ordered(*chain, partition);
  }
  return make_plan(std::move(chain), {}, *parts, limits);
}

}  // namespace plan
