// How much memory a plan needs at once.
#pragma once

#include "base/units.hpp"
#include "plan/fusion_plan.hpp"

namespace model {

/// The most bytes of tensors that exist at one time when the kernels run in the plan's order: inputs and outputs from
/// beginning to end, a value between kernels from the one that writes it to the last that reads it. By construction: a
/// run here keeps every buffer, so that it can be looked at.
[[nodiscard]] base::Bytes memory_peak(const plan::FusionPlan& plan);

}  // namespace model
