// A plan with its kernels' knobs turned: which kernel has which knob, and why another has none.
#pragma once

#include "plan/fusion_plan.hpp"

namespace plan {

/// Of these knobs those that this kernel has. One whose elements are made one by one: registers, block, elements; one
/// over rows: registers, block, and where a row is swept again rows and keep; a product and a transpose by itself: tile
/// (but not where weights are packed or rows are experts'); another view, a fetch or a library's call has none.
[[nodiscard]] Knobs knobs_of(const chain::Chain& chain, const Group& group, const Knobs& knobs);

/// Why this kernel cannot have all of these knobs; empty = it can.
[[nodiscard]] std::string why_not_turned(const chain::Chain& chain, const Group& group, const Knobs& knobs);

/// Every kernel gets those of the knobs that it has; one that no kernel has is refused, with who has it. The plan is
/// named by its cuts and knobs: "none registers=32".
[[nodiscard]] base::Expected<FusionPlan> turned(FusionPlan plan, const Knobs& knobs);

}  // namespace plan
