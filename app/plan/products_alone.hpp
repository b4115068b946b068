// A plan whose one group gives its products away: to a library, which may make them quicker.
#pragma once

#include "plan/fusion_plan.hpp"

#include <optional>

namespace plan {

/// The same with the products of one group as kernels of their own, and one kernel for what is done to their results;
/// nothing where that is no plan, or nothing is done to them.
[[nodiscard]] std::optional<FusionPlan> products_alone(const FusionPlan& plan, std::size_t group,
                                                       const machine::Limits& limits);

}  // namespace plan
