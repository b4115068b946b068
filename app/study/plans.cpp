// Calls the segmenter and the model, and gathers what was refused.
#include "study/plans.hpp"

#include <iterator>

namespace study {

base::Expected<plan::FusionPlan> plan_of(std::shared_ptr<const chain::Chain> chain, const plan::Cuts& cuts,
                                         const machine::Limits& limits) {
  return plan::segment(std::move(chain), cuts, limits);
}

base::Expected<std::vector<plan::FusionPlan>> plans_of(std::shared_ptr<const chain::Chain> chain,
                                                       const std::vector<plan::Cuts>& more,
                                                       const machine::Limits& limits) {
  using Kind = plan::Cuts::Kind;
  std::vector<plan::Cuts> all = {{.kind = Kind::every, .values = {}}, {.kind = Kind::none, .values = {}}};
  all.insert(all.end(), more.begin(), more.end());

  std::vector<plan::FusionPlan> plans;
  base::Diagnostics wrong;
  for (const plan::Cuts& cuts : all) {
    auto made = plan_of(chain, cuts, limits);
    if (made) {
      plans.push_back(std::move(*made));
    } else {
      std::move(made.error().begin(), made.error().end(), std::back_inserter(wrong));
    }
  }
  if (!wrong.empty()) return std::unexpected(std::move(wrong));
  return plans;
}

std::optional<plan::FusionPlan> plan_between(std::shared_ptr<const chain::Chain> chain, const std::vector<int>& cut,
                                             const machine::Limits& limits, const std::vector<int>& again) {
  return plan::segment_at(std::move(chain), cut, false, limits, again);
}

std::optional<plan::FusionPlan> eager_beside(const plan::FusionPlan& unfused, const machine::Limits& limits) {
  auto eager = plan_of(unfused.chain, {plan::Cuts::Kind::eager, {}}, limits);
  if (!eager || *eager == unfused) return std::nullopt;
  return std::move(*eager);
}

std::vector<model::Prediction> predictions_of(const std::vector<plan::FusionPlan>& plans,
                                              const machine::DeviceSpec& spec) {
  std::vector<model::Prediction> predictions;
  for (const auto& plan : plans) predictions.push_back(model::predict(plan, spec));
  return predictions;
}

}  // namespace study
