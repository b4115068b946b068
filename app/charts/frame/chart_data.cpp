// Finds by a plan's name.
#include "charts/frame/chart_data.hpp"

#include <algorithm>

namespace charts {

const record::PlanMeasurement* plan_of(const record::Measurement& measurement, std::string_view plan) {
  const auto found = std::ranges::find(measurement.plans, plan, &record::PlanMeasurement::plan);
  return found == measurement.plans.end() ? nullptr : &*found;
}

const model::Prediction* prediction_of(const ChartData& data, std::size_t plan) {
  const auto found = std::ranges::find(data.predictions, data.plans[plan].name, &model::Prediction::plan);
  return found == data.predictions.end() ? nullptr : &*found;
}

bool has_fused_last(const ChartData& data) {
  return std::ranges::any_of(data.plans, &plan::FusionPlan::own_name);
}

}  // namespace charts
