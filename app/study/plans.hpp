// The one place above the engine that cuts and prices a chain.
#pragma once

#include "model/predict.hpp"
#include "plan/fusion_plan.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace study {

/// Names the cut of least modelled time, where cuts are asked for in words.
inline constexpr std::string_view best_cut = "best";

/// Every legal cut of a small chain, losing ones too.
inline constexpr std::string_view all_cuts = "all";

/// One plan. Its refusal is plan::segment's.
[[nodiscard]] base::Expected<plan::FusionPlan> plan_of(std::shared_ptr<const chain::Chain> chain,
                                                       const plan::Cuts& cuts, const machine::Limits& limits);
/// Plans `unfused` (every) and `fused` (none), then those asked for.
[[nodiscard]] base::Expected<std::vector<plan::FusionPlan>> plans_of(std::shared_ptr<const chain::Chain> chain,
                                                                     const std::vector<plan::Cuts>& more,
                                                                     const machine::Limits& limits);
/// The plan between these values (indices), and those made `again`, for a hand with scissors; nothing where it would be
/// refused.
[[nodiscard]] std::optional<plan::FusionPlan> plan_between(std::shared_ptr<const chain::Chain> chain,
                                                           const std::vector<int>& cut, const machine::Limits& limits,
                                                           const std::vector<int>& again = {});
/// The plan of eager PyTorch, where it has other kernels than `unfused`.
[[nodiscard]] std::optional<plan::FusionPlan> eager_beside(const plan::FusionPlan& unfused,
                                                           const machine::Limits& limits);
[[nodiscard]] std::vector<model::Prediction> predictions_of(const std::vector<plan::FusionPlan>& plans,
                                                            const machine::DeviceSpec& spec);

}  // namespace study
