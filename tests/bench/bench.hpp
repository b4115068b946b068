// What the benchmarks share: chains, prepared and verified runs, medians, a calibration of now.
#pragma once

#include "base/median.hpp"
#include "chain/parser.hpp"
#include "device/cpu/cpu_device.hpp"
#include "measure/verify.hpp"
#include "model/predict.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Ends the benchmark with a message.
[[noreturn]] inline void fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

/// The last-level cache in bytes as the device sees it.
inline std::int64_t cache_bytes(const machine::DeviceSpec& spec) {
  return static_cast<std::int64_t>(spec.last_level_cache.value);
}

/// `text` with R and C (alone between brackets, commas and spaces) replaced by sizes.
inline std::string sized(std::string_view text, std::int64_t rows, std::int64_t columns) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool alone = i > 0 && (text[i - 1] == '[' || text[i - 1] == ' ') && i + 1 < text.size() &&
                       (text[i + 1] == ']' || text[i + 1] == ',');
    if (alone && text[i] == 'R')
      out += std::to_string(rows);
    else if (alone && text[i] == 'C')
      out += std::to_string(columns);
    else
      out += text[i];
  }
  return out;
}

/// A chain by its name in the table.
struct Case {
  const char* name;
  const char* text;
};

/// Plans of one chain, prepared and verified.
struct Subject {
  std::string name;
  device::RunSpec spec;
  std::unique_ptr<device::Experiment> experiment;
};

inline Subject prepare(device::Device& device, std::string name, const std::shared_ptr<const chain::Chain>& chain,
                       const std::vector<plan::Cuts::Kind>& cuts) {
  Subject subject{std::move(name), {}, nullptr};
  for (const plan::Cuts::Kind kind : cuts) {
    auto plan = plan::segment(chain, {kind, {}}, device.limits());
    if (!plan) fail(base::render(plan.error()));
    subject.spec.plans.push_back(std::move(*plan));
  }
  subject.experiment = device.prepare(subject.spec);
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const measure::Verification seen = measure::verify(*subject.experiment, subject.spec, static_cast<int>(i));
    if (!seen.verdict.passed) fail(subject.name + " is wrong: " + seen.verdict.worst);
    if (seen.infinite > 0) fail(subject.name + " overflows: nothing to time");
  }
  return subject;
}

inline Subject prepare(device::Device& device, std::string name, const std::string& text,
                       const std::vector<plan::Cuts::Kind>& cuts) {
  auto parsed = chain::parse(text);
  if (!parsed) fail(base::render(parsed.error()));
  return prepare(device, std::move(name), std::make_shared<const chain::Chain>(std::move(*parsed)), cuts);
}

/// Cold times of each plan, interleaved.
inline std::vector<double> cold_medians(Subject& subject, int samples) {
  device::Batch batch;
  batch.count = samples;
  batch.budget = {60};
  std::vector<double> medians;
  for (const auto& plan : subject.experiment->sample(batch).plans) {
    std::vector<double> times;
    for (const device::Sample& sample : plan) times.push_back(sample.time.value);
    medians.push_back(base::median(times));
  }
  return medians;
}

/// A virtual machine is not the same from minute to minute (its processors share a core with a neighbour, its memory
/// goes at half the speed): so the chains are run in several rounds, each right after a calibration of its own and in
/// fresh buffers, and ratios are taken within a round.
inline constexpr int rounds = 5;

}  // namespace bench
