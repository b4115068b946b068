// From a chain and cuts to a plan.
#include "base/text.hpp"
#include "base/words.hpp"
#include "plan/by_hand.hpp"
#include "plan/eager.hpp"
#include "plan/fuse.hpp"
#include "plan/library.hpp"
#include "plan/partition.hpp"
#include "plan/recompute.hpp"
#include "plan/scheduler.hpp"
#include "plan/turned.hpp"

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

bool can_be_kernels(const chain::Chain& chain, const std::vector<std::vector<int>>& parts,
                    const machine::Limits& limits) {
  const std::vector<bool> again = made_again(chain, parts);
  return std::ranges::all_of(
      parts, [&](const std::vector<int>& ops) { return schedule_of(Piece(chain, ops, again), limits).has_value(); });
}

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

/// Why this value is not made again wherever it is read; nothing if it can be.
std::optional<base::Diagnostic> not_made_again(const chain::Chain& chain, const std::vector<std::string>& names,
                                               int value) {
  const std::string& name = chain.values[value].name;
  base::Diagnostic mistake;
  if (chain.values[value].output) {
    mistake.message = base::say("plan.again.output", {{"value", name}});
  } else if (std::ranges::find(names, name) != names.end()) {
    mistake.message = base::say("plan.again.and_cut", {{"value", name}});
  } else {
    return std::nullopt;
  }
  return mistake;
}

/// Which values the names mean; every mistake at once.
base::Expected<ByHand> named(const chain::Chain& chain, const std::vector<std::string>& names) {
  const std::size_t count = chain.values.size();
  ByHand found{std::vector<bool>(count, false), std::vector<bool>(count, false), {}};
  base::Diagnostics mistakes;
  for (const std::string& item : names) {
    const bool again = item.starts_with(made_again_mark);
    const std::vector<std::string_view> parts = base::split(std::string_view(item).substr(again ? 1 : 0), '+');
    std::vector<int> values;
    for (const std::string_view part : parts) {
      const std::string name(base::trim(part));
      auto mistake = not_made(chain, name);
      if (!mistake && again) mistake = not_made_again(chain, names, chain.find(name));
      if (mistake) {
        mistakes.push_back(*std::move(mistake));
      } else {
        values.push_back(chain.find(name));
      }
    }
    for (const int value : values) {
      if (again) found.again[value] = true;
      if (again || parts.size() == 1) found.cut[value] = true;
    }
    if (!again && parts.size() > 1) found.siblings.push_back(std::move(values));
  }
  if (!mistakes.empty()) return std::unexpected(std::move(mistakes));
  return found;
}

/// What a student may wonder about values that are made again.
std::vector<std::string> notes_of(const FusionPlan& plan, const std::vector<bool>& again) {
  std::vector<std::string> notes;
  for (const int op : plan.chain->made()) {
    if (!again[op]) continue;
    const auto makes = [&](const Group& group) { return lists(group.ops, op); };
    const chain::Value& value = plan.chain->values[op];
    const auto count = std::ranges::count_if(plan.groups, makes);
    if (count == 1) notes.push_back(base::say("plan.again.once", {{"value", value.name}}));
    if (count > 1 && value.op == chain::Op::dropout) {
      notes.push_back(base::say("plan.again.dropout", {{"value", value.name}}));
    }
  }
  return notes;
}

base::Expected<FusionPlan> by_hand(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                   const machine::Limits& limits) {
  const auto found = named(*chain, cuts.values);
  if (!found) return std::unexpected(found.error());
  const auto parts = pieces(*chain, *found, limits);
  if (!parts) return base::wrong(parts.error().message, parts.error().hint);
  FusionPlan plan = make_plan(std::move(chain), fmt::format("{}", fmt::join(cuts.values, ",")), *parts, limits);
  plan.notes = notes_of(plan, found->again);
  return plan;
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
  auto plan = kind == Cuts::Kind::library ? library(chain, limits) : products(chain, limits);
  for (const int op : chain->made()) {
    if (!plan || chain->values[op].op != chain::Op::grouped) continue;
    plan->notes.push_back(base::say("plan.library.grouped", {{"value", chain->values[op].name}}));
  }
  return plan;
}

/// Its knobs as they are without being turned.
base::Expected<FusionPlan> cut(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
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

}  // namespace

base::Expected<FusionPlan> segment(std::shared_ptr<const chain::Chain> chain, const Cuts& cuts,
                                   const machine::Limits& limits) {
  auto plan = cut(std::move(chain), cuts, limits);
  if (!plan || !cuts.knobs.any()) return plan;
  return turned(*std::move(plan), cuts.knobs);
}

std::optional<FusionPlan> segment_at(std::shared_ptr<const chain::Chain> chain, const std::vector<int>& cut,
                                     bool siblings, const machine::Limits& limits, const std::vector<int>& again) {
  const std::size_t count = chain->values.size();
  ByHand asked{std::vector<bool>(count, false), std::vector<bool>(count, false), {}};
  for (const int value : cut) asked.cut[value] = true;
  for (const int value : again) {
    if (chain->values[value].output) return std::nullopt;
    asked.cut[value] = asked.again[value] = true;
  }
  auto parts = pieces(*chain, asked, limits);
  if (!parts) return std::nullopt;
  if (siblings) {
    Partition partition = between(*chain, asked.cut);
    join_siblings(*chain, partition, limits);
    auto joined = ordered(*chain, with_copies(*chain, partition, asked.again));
    if (!joined || !can_be_kernels(*chain, *joined, limits)) return std::nullopt;
    parts = *std::move(joined);
  }
  return make_plan(std::move(chain), {}, *parts, limits);
}

}  // namespace plan
