// Knobs meet kernels.
#include "plan/turned.hpp"

#include "base/words.hpp"
#include "plan/product.hpp"
#include "plan/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plan {
namespace {

/// A row of it is walked more than once, so that it matters where it is kept.
bool sweeps_again(const chain::Chain& chain, const Group& group) {
  return sweeps_of(Piece(chain, group), true).count > 1;
}

bool over_rows(const Group& group) {
  return group.schedule == Schedule::reduction || group.schedule == Schedule::inner_persistent;
}

/// A block of it has a tile in shared memory, of a size that is free.
bool has_tile(const chain::Chain& chain, const Group& group) {
  if (group.schedule == Schedule::view) return chain.values[group.ops.front()].op == chain::Op::transpose;
  if (group.schedule != Schedule::matmul) return false;
  return std::ranges::none_of(products(chain, group), [&](const Product& one) {
    return one.experts.any() || chain::is_packed(chain.values[one.right].dtype);
  });
}

/// "none" for fused: cuts that parse again.
std::string cuts_text(const std::string& name) {
  if (name == "unfused") return "every";
  return name == "fused" ? "none" : name;
}

template <class Action>
void each_knob(Action action) {
  action("registers", &Knobs::registers);
  action("block", &Knobs::block);
  action("elements", &Knobs::elements);
  action("rows", &Knobs::rows);
  action("keep", &Knobs::keep);
  action("tile", &Knobs::tile);
}

/// Names of the knobs of `asked` that are not in `had`: "elements, rows".
std::string missing(const Knobs& asked, const Knobs& had) {
  std::string out;
  each_knob([&](std::string_view name, auto knob) {
    if (asked.*knob && !(had.*knob)) out += fmt::format("{}{}", out.empty() ? "" : ", ", name);
  });
  return out;
}

}  // namespace

Knobs knobs_of(const chain::Chain& chain, const Group& group, const Knobs& knobs) {
  Knobs had;
  if (group.engine != Engine::own) return had;
  if (knobs.tile && has_tile(chain, group)) had.tile = knobs.tile;
  const bool pointwise = group.schedule == Schedule::pointwise;
  const bool rows = over_rows(group) && Piece(chain, group).whole_row() < 0;  // in order, a row has one thread
  if (!over_rows(group) && !pointwise && group.schedule != Schedule::streaming) return had;
  had.registers = knobs.registers;
  had.block = knobs.block;
  if (pointwise) had.elements = knobs.elements;
  if (rows) had.rows = knobs.rows;
  if (rows && knobs.keep && sweeps_again(chain, group)) had.keep = knobs.keep;
  return had;
}

std::string why_not_turned(const chain::Chain& chain, const Group& group, const Knobs& knobs) {
  const std::string none = missing(knobs, knobs_of(chain, group, knobs));
  return none.empty() ? none : base::say("plan.knob.not_here", {{"knobs", none}, {"schedule", name(group.schedule)}});
}

base::Expected<FusionPlan> turned(FusionPlan plan, const Knobs& knobs) {
  if (!knobs.any()) return plan;
  Knobs had_by_any;
  std::string left_out;
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    Group& group = plan.groups[g];
    group.knobs = knobs_of(*plan.chain, group, knobs);
    each_knob([&](std::string_view /*name*/, auto knob) {
      if (group.knobs.*knob) had_by_any.*knob = group.knobs.*knob;
    });
    if (!group.knobs.any()) left_out += fmt::format("{}K{}", left_out.empty() ? "" : ", ", g + 1);
  }
  if (const std::string none = missing(knobs, had_by_any); !none.empty()) {
    return base::wrong(base::say("plan.knob.no_kernel", {{"knobs", none}}), base::say("plan.knob.no_kernel.hint"));
  }
  if (!left_out.empty()) plan.notes.push_back(base::say("plan.knob.left_out", {{"kernels", left_out}}));
  plan.notes.emplace_back(base::text("plan.knob.model"));
  plan.name = fmt::format("{} {}", cuts_text(plan.name), text(knobs));
  return plan;
}

}  // namespace plan
