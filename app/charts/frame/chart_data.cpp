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

namespace {

/// Null where the page is about none of its own.
const plan::FusionPlan* own_plan(const ChartData& data) {
  const auto own = std::ranges::find(data.plans, data.about, &plan::FusionPlan::name);
  return own != data.plans.end() && own - data.plans.begin() > 1 ? &*own : nullptr;
}

}  // namespace

bool is_about_own(const ChartData& data) {
  return own_plan(data) != nullptr;
}

ChartData compared(const ChartData& data) {
  ChartData pair = data;
  if (const plan::FusionPlan* own = own_plan(data)) pair.plans = {data.plans[1], *own};
  return pair;
}

bool has_fused_last(const ChartData& data) {
  return std::ranges::any_of(data.plans, &plan::FusionPlan::own_name);
}

}  // namespace charts
