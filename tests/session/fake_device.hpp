// A device for tests: right outputs by the reference, times by decree, faults on request.
#pragma once

#include "base/error.hpp"
#include "chain/evaluate.hpp"
#include "device/device.hpp"
#include "model/traffic.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace tests {

/// What a fake device shall do; shared with the test while a job runs.
struct Orders {
  std::string refuse_prepare, remedy;  ///< thrown by prepare()
  std::string die_after_samples;       ///< thrown by the second request for samples
  std::atomic<bool> hold{false};       ///< sample() waits until this is false or the job is stopped
  std::atomic<int> sampling{0};        ///< requests for samples so far
  bool calibrated = true;
  bool small_only = false;  ///< prepare() refuses what the reference takes minutes for
  int wrong_plan = -1;      ///< the plan whose first output is off
  bool weak = false;        ///< a processor that runs out of arithmetic first
  std::atomic<int> calibrations{0};
  double slow_down = 2;                               ///< unfused / fused time
  double shake = 0;                                   ///< share by which every other unfused sample is longer
  std::vector<std::vector<record::KernelCode>> code;  ///< of its kernels, as a card tells it
  std::chrono::milliseconds batch_takes{0};
  std::vector<std::pair<std::chrono::steady_clock::time_point, std::chrono::steady_clock::time_point>>
      sampled;  ///< when the batches were, to be read when the job has ended
};

inline machine::DeviceSpec fake_spec(bool weak = false) {
  machine::DeviceSpec spec;
  spec.id = "here";
  spec.name = "Fake processor";
  spec.kind = machine::Kind::cpu;
  spec.calibrated_on = "2026-11-21";
  spec.last_level_cache = {1e6, "test"};
  spec.cache_bandwidth = {1e11, "test"};
  spec.mixes = {{0.5, machine::Store::cached, {2e10}}, {0.5, machine::Store::streaming, {2e10}}};
  spec.roofs = {{"vector units, f32", {weak ? 1e9 : 1e12, "test"}}};
  spec.launch = {1e-6, "test"};
  spec.persistent_row = {64 * 1024, "test"};
  spec.processors = 2;
  return spec;
}

class FakeExperiment final : public device::Experiment {
 public:
  FakeExperiment(device::RunSpec spec, std::shared_ptr<Orders> orders)
      : spec_(std::move(spec)), orders_(std::move(orders)) {}

  device::Evidence evidence(const device::Probe& probe) override {
    const auto& plan = spec_.plans[static_cast<std::size_t>(probe.plan)];
    const auto& chain = *plan.chain;
    device::Evidence evidence;
    for (const auto& asked : probe.outputs) {
      device::OutputEvidence output{.value = asked.value, .got = {}};
      const auto inputs = probe.inputs == device::Inputs::exact ? chain::exact_inputs(chain, spec_.seed)
                                                                : chain::random_inputs(chain, spec_.seed);
      const auto until_stopped = [&](int value, std::int64_t element) {
        if (probe.stop.stop_requested()) throw base::Cancelled();
        return inputs(value, element);
      };
      output.got = outputs(plan, probe.inputs, asked, [&] {
        return chain::evaluate(chain, plan.stored(), until_stopped, asked.value, asked.elements);
      });
      if (probe.plan == orders_->wrong_plan) output.got.front() += 1;
      output.elements = output.identical = chain.values[asked.value].shape.elements();
      evidence.outputs.push_back(std::move(output));
    }
    return evidence;
  }

  device::Samples sample(const device::Batch& batch) override {
    if (++orders_->sampling > 1 && !orders_->die_after_samples.empty()) {
      throw device::DeviceError(orders_->die_after_samples, orders_->remedy);
    }
    while (orders_->hold && !batch.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (batch.stop.stop_requested()) throw base::Cancelled();
    device::Samples samples;
    const auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(orders_->batch_takes);
    const auto end = std::chrono::steady_clock::now();
    orders_->sampled.emplace_back(begin, end);
    for (std::size_t p = 0; p < spec_.plans.size(); ++p) {
      const double seconds = p == 0 ? 0.1 * orders_->slow_down : 0.1;
      auto& plan =
          samples.plans.emplace_back(static_cast<std::size_t>(batch.count), device::Sample{{seconds}, begin, end, {}});
      for (std::size_t i = 0; p == 0 && i < plan.size(); ++i) {
        if ((shaken_ += 1) % 2 == 0) plan[i].time.value *= 1 + orders_->shake;
      }
    }
    return samples;
  }

  device::Counts count() override {
    device::Counts counts;
    counts.tier = record::Tier::counted;
    for (const auto& plan : spec_.plans) {
      device::PlanCount sum;
      for (const auto& group : plan.groups) {
        const auto traffic = model::traffic(plan, group);
        sum.kernels.push_back({traffic.read, traffic.written});
        sum.read += traffic.read;
        sum.written += traffic.written;
      }
      counts.plans.push_back(std::move(sum));
    }
    return counts;
  }

  std::string submit() const override { return "threads"; }
  std::string method() const override { return "by decree"; }
  std::vector<std::vector<record::KernelCode>> code() const override { return orders_->code; }

 private:
  /// Remembered: the same run, of which a reference takes half a minute, is started in many states of a lesson.
  template <class Evaluate>
  std::vector<double> outputs(const plan::FusionPlan& plan, device::Inputs inputs, const device::ProbedOutput& asked,
                              const Evaluate& evaluate) {
    using Key =
        std::tuple<std::string, std::vector<bool>, std::uint64_t, device::Inputs, int, std::vector<std::int64_t>>;
    static std::mutex mutex;
    static std::map<Key, std::vector<double>> known;
    const Key key{plan.chain->text, plan.stored(), spec_.seed, inputs, asked.value, asked.elements};
    {
      const std::scoped_lock lock(mutex);
      if (const auto found = known.find(key); found != known.end()) return found->second;
    }
    std::vector<double> got;
    for (const chain::Bounded& one : evaluate()) got.push_back(one.value);
    const std::scoped_lock lock(mutex);
    return known[key] = got;
  }

  device::RunSpec spec_;
  std::shared_ptr<Orders> orders_;
  int shaken_ = 0;
};

class FakeDevice final : public device::Device {
 public:
  explicit FakeDevice(std::shared_ptr<Orders> orders) : orders_(std::move(orders)) {}
  std::string id() const override { return "fake"; }
  std::string name() const override { return "Fake processor, 2 threads"; }
  record::Tier tier() const override { return record::Tier::counted; }
  bool live() const override { return true; }
  std::optional<machine::DeviceSpec> spec() const override {
    if (!orders_->calibrated) return std::nullopt;
    return fake_spec(orders_->weak);
  }
  machine::Limits limits() const override { return machine::Limits(64 * 1024); }
  bool can_calibrate() const override { return true; }
  machine::DeviceSpec calibrate(const std::function<void(double, std::string_view)>& progress,
                                std::stop_token stop) override {
    ++orders_->calibrations;
    if (progress) progress(0.5, "roads");
    if (stop.stop_requested()) throw base::Cancelled();
    return fake_spec(orders_->weak);
  }
  std::unique_ptr<device::Experiment> prepare(const device::RunSpec& spec) override {
    if (orders_->small_only && std::ranges::any_of(spec.plans, takes_minutes))
      throw device::DeviceError("This is too large for a device of a test.", "Choose a smaller chain.");
    if (!orders_->refuse_prepare.empty()) throw device::DeviceError(orders_->refuse_prepare, orders_->remedy);
    return std::make_unique<FakeExperiment>(spec, orders_);
  }

 private:
  /// Its answers are the reference's: that is slow for long rows of a product, products of products, and sums down the
  /// columns of a large tensor.
  static bool takes_minutes(const plan::FusionPlan& plan) {
    constexpr std::int64_t most_terms = std::int64_t{1} << 20;  // of a row
    const auto& values = plan.chain->values;
    std::vector<bool> summed(values.size(), false);  // a product is on the way to it
    for (std::size_t v = 0; v < values.size(); ++v) {
      for (const chain::Operand& operand : values[v].operands) {
        if (!operand.is_literal() && summed[operand.value]) summed[v] = true;
      }
      const bool reduces = chain::info(values[v].op).pattern == chain::Pattern::reduction;
      if (reduces && values[values[v].operands[0].value].op == chain::Op::transpose) return true;
      if (values[v].op != chain::Op::matmul) continue;
      const std::int64_t terms = values[v].shape.columns() * values[values[v].operands[0].value].shape.columns();
      if (summed[v] || terms > most_terms) return true;
      summed[v] = true;
    }
    return false;
  }

  std::shared_ptr<Orders> orders_;
};

}  // namespace tests
