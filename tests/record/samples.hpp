// A whole measurement with every field set, and one that passes the door, for the tests of recordings.
#pragma once

#include "plan/plans.hpp"
#include "record/by_rule.hpp"
#include "record/key.hpp"
#include "record/measurement.hpp"
#include "record/statistics.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// `n` samples that scatter a little, with this median.
inline std::vector<double> samples_around(double median, int n = 40) {
  std::vector<double> all;
  for (int i = 0; i < n; ++i) all.push_back(median * (1 + 0.002 * (i % 2 == 0 ? i : 1 - i)));
  all[0] = all[1] = median;
  return all;
}
/// Times of both kinds are kept with the samples they sum up.
inline void set_cold(record::PlanMeasurement& plan, std::vector<double> samples) {
  plan.cold = record::summarise(samples);
  plan.cold_samples = std::move(samples);
}
inline void set_cold(record::PlanMeasurement& plan, double median) {
  set_cold(plan, samples_around(median));
}
inline void set_batch(record::PlanMeasurement& plan, double median) {
  plan.batch_samples = samples_around(median, 20);
  plan.batch = record::summarise(plan.batch_samples);
}

inline record::Measurement sample_measurement() {
  record::Measurement m;
  m.chain = "x: f32[8, 4]\nb: f32[4]\ny = gelu(x + b)\n";
  m.source = record::Source::measured;
  m.tier = record::Tier::counted;
  record::PlanMeasurement unfused;
  unfused.plan = "unfused";
  unfused.structure = "pointwise(2) pointwise(3)";
  unfused.crossings = 4;
  unfused.verdict = {true,  32,   1.5e-7, 0.31, "y[1, 3]: got 0.5, reference 0.5 \u00b1 1e-7", 0, true, 1, 32,
                     false, true, 32,     0};
  set_cold(unfused, 2.0e-3);
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
  fused.batch.reset();
  fused.dram_read.reset();
  fused.dram_written.reset();
  fused.dram_tail.reset();
  fused.batch_samples.clear();
  fused.no_bytes_because = "counters are for administrators here";
  fused.kernels = {{"add, gelu", std::nullopt, std::nullopt}};
  fused.timeline = record::Timeline{"stream", 2, 3, {{"add, gelu", 0, 1'900'000}}};
  m.plans = {unfused, fused};
  m.key = record::key(*chain_of(m.chain), {unfused.structure, fused.structure}, "threads");
  m.provenance = {"AMD EPYC, 2 threads",   "cpu",     "",    "2026-11-21T08:00:00Z", "0.1.0", "onetrip run \"x\"\\",
                  18446744073709551615ull, "threads", "cold"};
  m.remarks = {"2 samples were dropped"};
  return m;
}

/// As if these plans of a chain had been measured, on a GPU unless by threads: every field possible, the key right.
inline record::Measurement sample_of(std::string_view text, const std::vector<std::string>& cuts = {"every", "none"},
                                     const std::string& submit = "stream") {
  record::Measurement m = sample_measurement();
  const record::PlanMeasurement like = m.plans[0];
  m.chain = text;
  m.plans.clear();
  m.provenance.submit = submit;
  if (submit != "threads") {
    m.tier = record::Tier::counters;
    m.provenance.device = "NVIDIA H200";
    m.provenance.device_id = "cuda";
  }
  std::vector<plan::FusionPlan> plans;
  for (const std::string& cut : cuts) {
    plans.push_back(plan_of(text, cut));
    record::PlanMeasurement& plan = m.plans.emplace_back(like);
    plan.plan = plans.back().name;
    plan.structure = record::structure(plans.back());
    const record::ByRule rule = record::by_rule(*plans.back().chain, plan.structure, 0).value();
    plan.crossings = rule.crossings;
    plan.dram_read = rule.read;
    if (plan.l2) plan.l2 = base::Moved{rule.read, rule.written};
    plan.dram_written = rule.written;
    plan.dram_tail.reset();
    plan.kernels.clear();
    for (const auto& kernel : rule.kernels) plan.kernels.push_back({kernel.ops, kernel.read, kernel.written});
    std::int64_t outputs = 0;
    for (const int value : plans.back().chain->outputs()) outputs += plans.back().chain->values[value].shape.elements();
    plan.verdict.outputs = plan.verdict.identical = outputs;
    plan.verdict.checked = std::min<std::int64_t>(outputs, 4096);
    plan.verdict.nan_outputs = 0;
  }
  m.key = record::key(plans, submit);
  return m;
}

}  // namespace tests
