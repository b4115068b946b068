// Named numbers of a chain's plans beyond unfused and fused, and of what its numbers come to.
#pragma once

#include "charts/frame/chart_data.hpp"
#include "lesson/values.hpp"
#include "plan/fusion_plan.hpp"

namespace lesson {

/// A plan by its name; nothing of `eager` where a row is too long for its kernels to be known, nor of `library` and
/// `products` where the chain has no product.
[[nodiscard]] std::optional<plan::FusionPlan> third_plan(const plan::FusionPlan& unfused, std::string_view name,
                                                         const machine::Limits& limits);
/// Unfused, fused and, where they can be had, `eager`; of a chain with products also `library`, where a call of the
/// library does what it can of what follows, and `products`, where each product is a call by itself, and the rest as
/// few kernels as may be.
[[nodiscard]] std::vector<plan::FusionPlan> every_plan(const plan::FusionPlan& unfused, const plan::FusionPlan& fused,
                                                       const machine::Limits& limits);
/// Of a chain's plans those that such a scene shows; nothing was measured of a third, but where that plan was
/// run of the lesson's own one, `named`.
void choose_plans(charts::ChartData& data, SceneKind kind, const machine::Limits& limits, std::string_view named = {});

/// Of the plans behind unfused and fused, by their names: crossings.PLAN, bytes.PLAN, kernels.PLAN; of eager time.eager
/// and ratio.*.eager, over fused; of library and products ratio.bytes.unfused.PLAN, unfused over that plan.
void add_plans(Quantities& all, const std::vector<model::Prediction>& plans);

/// Of plans priced for one card, behind its prefix: their times, ratios as above, and products.PLAN of unfused, fused
/// and eager, the share of a plan's time that its kernels with a product take, in percent.
void add_card(Quantities& all, const std::vector<plan::FusionPlan>& plans, const std::vector<model::Prediction>& priced,
              const std::string& prefix);

/// crossings.PLAN.of.TENSOR, for each tensor that makes one in any of the plans.
void add_tensors(Quantities& all, const std::vector<plan::FusionPlan>& plans);

/// largest.double: the largest number of the last output by size, at some rows and columns, in double over the inputs
/// that every run has. Of small chains only: of large ones nobody waits for it.
void add_largest(Quantities& all, const chain::Chain& chain);

}  // namespace lesson
