// A tuner's times at the door: each point is held against what its machine cannot beat, as a plan's are.
#include "base/words.hpp"
#include "chain/parser.hpp"
#include "record/plausible_plan.hpp"

#include <algorithm>

namespace record {

Judgement judge(const Tuning& tuning, std::span<const machine::DeviceSpec> sheets) {
  Judgement out;
  const auto chain = chain::parse(tuning.chain, {});
  if (!chain) return out;
  Measurement measurement;
  measurement.chain = tuning.chain;
  measurement.provenance = tuning.provenance;
  measurement.stranger = tuning.stranger;
  measurement.tier = Tier::times_only;
  judge_identity(measurement, sheets, out);
  // However it is cut and its knobs are set, inputs come in and outputs go out.
  const ByRule rule = least_by_rule(*chain);
  const Bounds bounds = bounds_of(measurement, sheets);
  const bool halves =
      std::ranges::all_of(chain->values, [](const auto& value) { return value.dtype != chain::Dtype::f32; });
  const auto told = [&](const std::string& knobs, const Times& times) {
    PlanMeasurement plan;
    plan.plan = knobs.empty() ? std::string(base::text("record.tuning.usual")) : knobs;
    plan.cold = times;
    judge_cold({measurement, plan, 0, rule, bounds, halves, out});
  };
  for (const TunedPoint& point : tuning.points) {
    if (point.cold) told(point.knobs, *point.cold);
  }
  const int best = tuning.best();
  for (const FreshRun& run : tuning.fresh) {
    told({}, run.usual);
    if (best >= 0) told(tuning.points[static_cast<std::size_t>(best)].knobs, run.chosen);
  }
  return out;
}

}  // namespace record
