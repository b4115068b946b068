// Sweeps for chart tests: of the made-up card, and as if they had been measured.
#pragma once

#include "charts/cases.hpp"
#include "charts/sweep/sweep.hpp"

namespace tests {

inline charts::SweepData swept(const std::string& text, const std::string& over,
                               const machine::DeviceSpec& spec = card()) {
  charts::SweepData data;
  data.sheet.chain = parsed(text);
  data.sheet.spec = spec;
  data.sheet.command = "onetrip figure sweep ...";
  data.axis = chain::parse_axis(over).value();
  const auto chains = chain::sweep(*data.sheet.chain, data.axis).value();
  for (const chain::SweepPoint& one : chains) {
    charts::SweepPoint point;
    point.at = one.at;
    point.chain = std::make_shared<const chain::Chain>(one.chain);
    point.plans = {cut(point.chain, "every", "unfused"), cut(point.chain, "none", "fused")};
    for (const auto& plan : point.plans) point.predictions.push_back(model::predict(plan, spec));
    data.points.push_back(std::move(point));
  }
  return data;
}

/// Every point measured, a little slower than its model.
inline charts::SweepData measured(charts::SweepData data, record::Source source = record::Source::measured) {
  for (charts::SweepPoint& point : data.points) {
    charts::ChartData one;
    one.plans = point.plans;
    const auto &unfused = point.predictions[0].cold, &fused = point.predictions[1].cold;
    point.measurements.push_back(
        measurement(one, {unfused.value * 1.1, fused.value * 1.2}, record::Tier::counted, source));
  }
  return data;
}

}  // namespace tests
