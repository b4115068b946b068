// Data for chart tests: chains from text, a made-up card, measurements with numbers that are easy to search for.
#pragma once

#include "chain/parser.hpp"
#include "charts/bars/bytes_bars.hpp"
#include "charts/frame/chart_data.hpp"
#include "machine/cards.hpp"
#include "record/imported.hpp"

#include <cmath>
#include <stdexcept>

namespace tests {

inline const char* const bias_gelu = "x: f32[8192, 8192]\nb: f32[8192]\ny = gelu(x + b)\n";

inline machine::DeviceSpec card() {
  machine::DeviceSpec spec;
  spec.id = "card";
  spec.name = "Test card";
  spec.dram_bandwidth = {4.8e12, "its sheet"};
  spec.efficiency = {0.89, "its sheet"};
  spec.last_level_cache = {50e6, "its sheet"};
  spec.cache_bandwidth = {9.7e12, "its sheet"};
  spec.launch = {2.5e-6, "its sheet"};
  spec.persistent_row = {64 * 1024, "test"};
  spec.roofs = {{"CUDA cores, f32", {66.9e12, "its sheet"}}, {"tensor cores, bf16 dense", {989.4e12, "its sheet"}}};
  spec.processors = 132;
  return spec;
}

inline machine::DeviceSpec processor() {
  machine::DeviceSpec spec;
  spec.id = "here";
  spec.name = "Test processor, 2 threads";
  spec.kind = machine::Kind::cpu;
  spec.calibrated_on = "2026-11-21";
  spec.last_level_cache = {32e6, "probed"};
  spec.cache_bandwidth = {60e9, "measured here"};
  spec.mixes = {{0.5, machine::Store::streaming, {18e9}},
                {0.5, machine::Store::cached, {14e9}},
                {0.67, machine::Store::streaming, {20e9}}};
  spec.roofs = {{"vector units, f32", {140e9, "measured here"}}};
  spec.launch = {4e-6, "measured here"};
  spec.persistent_row = {64 * 1024, "test"};
  spec.processors = 2;
  return spec;
}

inline std::shared_ptr<const chain::Chain> parsed(std::string_view text) {
  auto chain = chain::parse(text);
  if (!chain) throw std::runtime_error(base::render(chain.error()));
  return std::make_shared<const chain::Chain>(std::move(*chain));
}

inline plan::FusionPlan cut(const std::shared_ptr<const chain::Chain>& chain, const std::string& cuts,
                            const std::string& name) {
  auto asked = plan::parse_cuts(cuts);
  auto plan = plan::segment(chain, asked.value(), machine::Limits(64 * 1024));
  if (!plan) throw std::runtime_error(base::render(plan.error()));
  plan->name = name;
  return *plan;
}

/// Unfused and fused of a chain with their predictions.
inline charts::ChartData modelled(std::string_view text, const machine::DeviceSpec& spec = card()) {
  charts::ChartData data;
  data.chain = parsed(text);
  data.plans = {cut(data.chain, "every", "unfused"), cut(data.chain, "none", "fused")};
  data.spec = spec;
  for (const auto& plan : data.plans) {
    data.predictions.push_back(model::predict(plan, spec));
    data.predictions.back().plan = plan.name;
  }
  data.command = "onetrip figure bytes 'gelu(x + b)' -o bytes.svg";
  return data;
}

/// Our plans of an import's chain, by the model of an H200.
inline charts::ChartData plans_of(const record::Imported& import) {
  return modelled(import.chain->text, *machine::device_named("h200"));
}

/// Measured times as given; bytes by the predictions, off by `factor`.
inline record::Measurement measurement(const charts::ChartData& data, const std::vector<double>& seconds,
                                       record::Tier tier = record::Tier::counted,
                                       record::Source source = record::Source::measured, double factor = 1) {
  record::Measurement out;
  out.source = source;
  out.tier = tier;
  for (std::size_t i = 0; i < data.plans.size() && i < seconds.size(); ++i) {
    record::PlanMeasurement plan;
    plan.plan = data.plans[i].name;
    plan.verdict.passed = true;
    plan.cold = record::Times{{seconds[i]}, {seconds[i] * 0.97}, {seconds[i] * 1.06}, 40, 0.01};
    const auto traffic = model::traffic(data.plans[i]);
    plan.crossings = traffic.crossings;
    if (tier == record::Tier::times_only) {
      plan.no_bytes_because = "the driver lets only the administrator read counters";
    } else {
      plan.dram_read = base::Bytes{std::llround(static_cast<double>(traffic.read.value) * factor)};
      plan.dram_written = base::Bytes{std::llround(static_cast<double>(traffic.written.value) * factor)};
    }
    out.plans.push_back(plan);
  }
  out.provenance.device = source == record::Source::measured ? "AMD EPYC, 2 threads, AVX3" : "NVIDIA H200";
  out.provenance.device_id = source == record::Source::measured ? "card" : "h200";
  out.provenance.date = "2026-11-21T07:00:00Z";
  out.provenance.version = "0.1.0";
  out.provenance.seed = 1;
  return out;
}

/// The run that each plan's measurement keeps: its kernels share the time, `gap` seconds apart.
inline void keep_runs(charts::ChartData& data, double gap, const std::string& submit = "stream") {
  for (record::Measurement& measurement : data.measurements) {
    for (std::size_t p = 0; p < measurement.plans.size(); ++p) {
      record::PlanMeasurement& plan = measurement.plans[p];
      const auto& groups = data.plans[p].groups;
      const auto count = static_cast<double>(groups.size());
      const double each = (plan.cold->median.value - gap * (count - 1)) / count;
      plan.timeline = record::Timeline{submit, 2, 3, {}};
      double at = 0;
      for (std::size_t k = 0; k < groups.size(); ++k, at += each + gap) {
        plan.timeline->kernels.push_back(
            {"k" + std::to_string(k + 1), std::llround(at * 1e9), std::llround((at + each) * 1e9)});
      }
    }
  }
}

/// The whole loop on the card: guesses, model, and a measurement with its counters.
inline charts::ChartData whole_loop(std::string_view text = bias_gelu) {
  charts::ChartData data = modelled(text);
  data.guesses = {{"crossings.unfused", 3}, {"crossings.fused", 2},  {"bytes.unfused", 0.9e9},
                  {"bytes.fused", 4.3e8},   {"time.unfused", 20e-5}, {"ratio.time", 1.5}};
  const double t0 = data.predictions[0].cold.value, t1 = data.predictions[1].cold.value;
  data.measurements = {
      measurement(data, {t0 * 1.013, t1 * 1.021}, record::Tier::counters, record::Source::measured, 1.0004)};
  return data;
}

}  // namespace tests
