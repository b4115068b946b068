// A sweep: times of both plans, or how many times faster the fused one is, over sizes or over copies of an op; in
// bands by what the model says runs out there.
#pragma once

#include "chain/sweep.hpp"
#include "charts/chart_data.hpp"

namespace charts {

struct SweepPoint {
  std::int64_t at = 0;  ///< bytes of the main tensor, or copies
  std::shared_ptr<const chain::Chain> chain;
  std::vector<plan::FusionPlan> plans;            ///< unfused, fused
  std::vector<model::Prediction> predictions;     ///< as plans; empty where there is no model
  std::vector<record::Measurement> measurements;  ///< at most one a source and device
  std::string missing;                            ///< why there is none of the device that was asked
};

/// `sheet` holds what is of the whole figure: chain, spec, command, title, size; its plans, predictions and
/// measurements are left empty.
struct SweepData {
  ChartData sheet;
  chain::SweepAxis axis;
  std::vector<SweepPoint> points;
};

/// What the height means. speedup: where the times do not scatter too much to be compared. growth: times the same
/// plan's time at the first point.
enum class SweepY { time, speedup, growth };
[[nodiscard]] std::string_view name(SweepY y);

[[nodiscard]] figure::Figure sweep(const SweepData& data, SweepY y);

}  // namespace charts
