// A device whose answers a test writes: right outputs by the reference, then whatever fault is asked for.
#pragma once

#include "chain/evaluate.hpp"
#include "chain/parser.hpp"
#include "device/device.hpp"

#include <functional>
#include <thread>

namespace tests {

class FakeDevice : public device::Device {
 public:
  std::string called = "Fake, 1 thread";
  [[nodiscard]] std::string id() const override { return "fake"; }
  [[nodiscard]] std::string name() const override { return called; }
  [[nodiscard]] record::Tier tier() const override { return record::Tier::counted; }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::optional<machine::DeviceSpec> spec() const override { return std::nullopt; }
  [[nodiscard]] machine::Limits limits() const override { return machine::Limits(64 * 1024); }
  [[nodiscard]] std::unique_ptr<device::Experiment> prepare(const device::RunSpec&) override { return nullptr; }
};

class FakeExperiment : public device::Experiment {
 public:
  explicit FakeExperiment(device::RunSpec spec) : spec_(std::move(spec)) {}

  /// Changes what plan `plan` shows; may set got, poison, guards, nan.
  std::function<void(int plan, device::OutputEvidence&)> fault = [](int, device::OutputEvidence&) {};
  /// Seconds of sample `n` of plan `plan`.
  std::function<double(int plan, int n)> time = [](int plan, int) { return plan == 0 ? 0.02 : 0.01; };
  /// Changes what was counted of a plan.
  std::function<void(device::PlanCount&)> lie = [](device::PlanCount&) {};
  /// Clock of sample `n`, as a share of the fastest; 0 = not told.
  std::function<double(int n)> clock = [](int) { return 0.0; };
  std::function<void()> on_sample = [] {};
  int samples_a_request = 10;
  bool refuse_count = false, tells_steps = false;
  std::string submits = "threads";
  device::Trace records;
  std::optional<record::Measurement> was_recorded;
  int sample_requests = 0, counts = 0;
  std::vector<device::Temperature> temperatures;

  [[nodiscard]] device::Evidence evidence(const device::Probe& probe) override {
    const plan::FusionPlan& plan = spec_.plans[probe.plan];
    const auto inputs = probe.inputs == device::Inputs::exact ? chain::exact_inputs(*plan.chain, spec_.seed)
                                                              : chain::random_inputs(*plan.chain, spec_.seed);
    device::Evidence evidence;
    for (const device::ProbedOutput& asked : probe.outputs) {
      device::OutputEvidence seen;
      seen.value = asked.value;
      for (const chain::Bounded& b : chain::evaluate(*plan.chain, plan.stored(), inputs, asked.value, asked.elements)) {
        seen.got.push_back(b.value);
      }
      seen.elements = seen.identical = plan.chain->values[asked.value].shape.elements();
      fault(probe.plan, seen);
      evidence.outputs.push_back(std::move(seen));
    }
    return evidence;
  }

  [[nodiscard]] device::Samples sample(const device::Batch& batch) override {
    ++sample_requests;
    temperatures.push_back(batch.temperature);
    on_sample();
    device::Samples samples;
    samples.plans.resize(spec_.plans.size());
    for (int i = 0; i < std::min(batch.count, samples_a_request); ++i) {
      for (int p = 0; p < static_cast<int>(spec_.plans.size()); ++p) {
        const auto begin = now_;
        const double seconds = time(p, taken_);
        now_ += std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
        device::Sample& sample = samples.plans[p].emplace_back();
        sample = {{seconds}, begin, now_, {}, clock(taken_)};
        if (!tells_steps) continue;
        const std::size_t kernels = spec_.plans[p].groups.size();
        for (std::size_t k = 0; k <= kernels; ++k) sample.steps.push_back(begin + k * (now_ - begin) / kernels);
      }
      ++taken_;
    }
    return samples;
  }

  [[nodiscard]] device::Counts count() override {
    ++counts;
    device::Counts counts_of;
    if (refuse_count) {
      counts_of.refusal = "no permission to read the counters";
      return counts_of;
    }
    counts_of.tier = submits == "threads" ? record::Tier::counted : record::Tier::counters;
    for (const plan::FusionPlan& plan : spec_.plans) {
      device::PlanCount counted;
      for (const plan::Group& group : plan.groups) {  // as loops count
        device::KernelCount& kernel = counted.kernels.emplace_back();
        for (const int value : group.reads) kernel.read += plan.chain->values[value].bytes();
        for (const int value : group.writes) kernel.written += plan.chain->values[value].bytes();
        counted.read += kernel.read;
        counted.written += kernel.written;
      }
      counted.tail = base::Bytes{20};
      counted.issued = base::Moved{{1000}, {500}};
      counted.batch.dram = base::Moved{{10}, {5}};
      counted.clocks = record::Clocks{1.9e9, 3.2e9};
      lie(counted);
      counts_of.plans.push_back(counted);
    }
    return counts_of;
  }

  [[nodiscard]] device::Trace trace() override { return records; }
  [[nodiscard]] std::string submit() const override { return submits; }
  [[nodiscard]] std::string method() const override { return "scripted"; }
  [[nodiscard]] std::optional<record::Measurement> recorded() const override { return was_recorded; }

 private:
  device::RunSpec spec_;
  std::chrono::steady_clock::time_point now_{};
  int taken_ = 0;
};

/// The unfused and the fused plan of a chain.
inline device::RunSpec both_plans(std::string_view text) {
  const auto chain = std::make_shared<const chain::Chain>(chain::parse(text).value());
  plan::FusionPlan unfused = plan::segment(chain, {plan::Cuts::Kind::every, {}}, machine::Limits(64 * 1024)).value();
  plan::FusionPlan fused = plan::segment(chain, {plan::Cuts::Kind::none, {}}, machine::Limits(64 * 1024)).value();
  unfused.name = "unfused";
  fused.name = "fused";
  return {{unfused, fused}, 5};
}

}  // namespace tests
