// A whole measurement with every field set, for the tests of recordings.
#pragma once

#include "plan/plans.hpp"
#include "record/key.hpp"
#include "record/measurement.hpp"
#include "record/statistics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

inline record::Measurement sample_measurement() {
  record::Measurement m;
  m.chain = "x: f32[8, 4]\nb: f32[4]\ny = gelu(x + b)\n";
  m.key = "0123456789abcdef";
  m.source = record::Source::measured;
  m.tier = record::Tier::counted;
  record::PlanMeasurement unfused;
  unfused.plan = "unfused";
  unfused.structure = "pointwise(2) pointwise(3)";
  unfused.crossings = 4;
  unfused.verdict = {true,  4096,  1.5e-7, 0.31, "y[1, 3]: got 0.5, reference 0.5 \u00b1 1e-7", 0, true, 1, 32,
                     false, false, 32,     0};
  unfused.cold = record::Times{{2.0e-3}, {1.9e-3}, {2.25e-3}, 40, 0.0123};
  unfused.batch_samples = {1.1e-3, 1.05e-3, 1.3e-3};
  unfused.batch = record::summarise(unfused.batch_samples);
  unfused.throttled = 2;
  unfused.clocks = record::Clocks{1.98e9, 3.2e9};
  unfused.dram_read = base::Bytes{272};
  unfused.dram_written = base::Bytes{256};
  unfused.dram_tail = base::Bytes{64};
  unfused.l2 = base::Moved{{400}, {384}};
  unfused.batch_levels = {base::Moved{{272}, {256}}, std::nullopt, base::Moved{{16}, {0}}};
  unfused.kernels = {{"add", base::Bytes{144}, base::Bytes{128}}, {"gelu", base::Bytes{128}, base::Bytes{128}}};
  record::PlanMeasurement fused = unfused;
  fused.plan = "fused";
  fused.structure = "pointwise(2 3)";
  fused.crossings = 2;
  fused.verdict.fused_equals_unfused = true;
  fused.batch.reset();
  fused.dram_read.reset();
  fused.dram_written.reset();
  fused.dram_tail.reset();
  fused.batch_samples.clear();
  fused.no_bytes_because = "counters are for administrators here";
  fused.kernels = {{"add, gelu", std::nullopt, std::nullopt}};
  fused.timeline = record::Timeline{"stream", 2, 3, {{"add, gelu", 0, 1'900'000}}};
  m.plans = {unfused, fused};
  m.provenance = {"AMD EPYC, 2 threads",   "cpu",     "",    "2026-11-21T08:00:00Z", "0.1.0", "onetrip run \"x\"\t",
                  18446744073709551615ull, "threads", "cold"};
  m.remarks = {"2 samples were dropped"};
  return m;
}

/// As if these plans of a chain had been measured: every field possible, the key right.
inline record::Measurement sample_of(std::string_view text, const std::vector<std::string>& cuts = {"every", "none"},
                                     const std::string& submit = "stream") {
  record::Measurement m = sample_measurement();
  const record::PlanMeasurement like = m.plans[0];
  m.chain = text;
  m.plans.clear();
  m.provenance.submit = submit;
  std::vector<plan::FusionPlan> plans;
  for (const std::string& cut : cuts) {
    plans.push_back(plan_of(text, cut));
    record::PlanMeasurement& plan = m.plans.emplace_back(like);
    plan.plan = plans.back().name;
    plan.structure = record::structure(plans.back());
  }
  m.key = record::key(plans, submit);
  return m;
}

}  // namespace tests
