// Time of a kernel = max(its bytes at their levels, its flops at the roof, the issue cost of its ops) + its launch; of
// a cold run's last kernel without the writes that are not waited for.
#include "model/predict.hpp"

#include "base/words.hpp"
#include "model/cost.hpp"

#include <algorithm>
#include <array>

namespace model {
namespace {

Bound bound_of(const Road& road, const Work& work, base::Seconds gap) {
  const base::Seconds arithmetic = work.arithmetic();
  if (gap > std::max(road.time(), arithmetic)) return Bound::launch;
  if (road.time() >= arithmetic) return road.cache > road.dram ? Bound::cache : Bound::memory;
  return arithmetic == work.issue ? Bound::issue : Bound::compute;
}

/// A model that ends at a start of microseconds knows no picoseconds.
std::string shown(base::Seconds time) {
  const bool tiny = time.value > 0 && time.value < 1e-9;
  return tiny ? std::string(base::text("model.under_a_nanosecond")) : base::show(time);
}

std::string because(Bound bound, const Road& road, const Work& work, const machine::DeviceSpec& spec,
                    const Starts& starts, bool first) {
  const base::Seconds arithmetic = work.arithmetic();
  const std::string bytes = base::show(road.from_dram + road.from_cache);
  const std::string memory = shown(road.time());
  switch (bound) {
    case Bound::memory: {
      const bool some_cached = road.cache.value > 0.01 * road.dram.value;
      return base::say(some_cached ? "model.because.memory_and_cache" : "model.because.memory",
                       {{"bytes", base::show(road.from_dram)},
                        {"bandwidth", base::show(road.dram_bandwidth)},
                        {"memory", memory},
                        {"dram", base::show(road.dram)},
                        {"cached", base::show(road.from_cache)},
                        {"cache", base::show(road.cache)},
                        {"arithmetic", shown(arithmetic)}});
    }
    case Bound::cache:
      return base::say("model.because.cache", {{"cached", base::show(road.from_cache)},
                                               {"bytes", bytes},
                                               {"memory", memory},
                                               {"arithmetic", shown(arithmetic)}});
    case Bound::compute:
      return base::say("model.because.compute",
                       {{"flops", base::show_number(work.flops.value / 1e9)},
                        {"roof", base::show_number(spec.roofs.front().flops_per_second.value / 1e12)},
                        {"arithmetic", shown(work.compute)},
                        {"bytes", bytes},
                        {"memory", memory}});
    case Bound::issue:
      return base::say("model.because.issue",
                       {{"arithmetic", shown(work.issue)}, {"bytes", bytes}, {"memory", memory}});
    case Bound::launch: {
      const bool start = first && starts.lead.value > 0;
      return base::say(start ? "model.because.launch.first" : "model.because.launch",
                       {{"launch", base::show(starts.gap)},
                        {"start", base::show(starts.lead)},
                        {"work", shown(std::max(road.time(), arithmetic))}});
    }
  }
  return {};
}

/// Run after run: what the device waits for its host, or a graph for the one before it, falls on all kernels alike.
void wait_for_host(Prediction& prediction, const Starts& starts) {
  const int count = static_cast<int>(prediction.kernels.size());
  const base::Seconds work{prediction.batch.value - count * starts.again.value};
  const base::Seconds run = batch_run(work, count, starts);
  const double share = (run.value - prediction.batch.value) / count;
  for (KernelPrediction& kernel : prediction.kernels) kernel.batch.value += share;
  prediction.batch = run;
}

}  // namespace

std::string_view name(Bound bound) {
  switch (bound) {
    case Bound::memory:
      return "memory";
    case Bound::cache:
      return "cache";
    case Bound::compute:
      return "compute";
    case Bound::issue:
      return "issue";
    case Bound::launch:
      return "launch";
  }
  return {};
}

double Prediction::intensity() const {
  return flops.value / static_cast<double>(bytes().value);
}

Prediction predict(const plan::FusionPlan& plan, const machine::DeviceSpec& spec, Submit submit) {
  Prediction prediction;
  prediction.plan = plan.name;
  prediction.spec = spec.id;
  const Starts start = starts(spec, submit);
  base::Seconds longest{-1};
  for (Cost& cost : costs(plan, spec)) {
    KernelPrediction kernel;
    const bool first = prediction.kernels.empty();
    kernel.group = static_cast<int>(prediction.kernels.size());
    kernel.traffic = std::move(cost.traffic);
    kernel.flops = cost.work.flops;
    kernel.cold = cold_wait(cost, spec) + start.gap;
    if (first) kernel.cold += start.lead;
    kernel.batch = batch_wait(cost, spec) + start.again;
    kernel.bound = bound_of(cost.cold, cost.work, start.gap);
    kernel.because = because(kernel.bound, cost.cold, cost.work, spec, start, first);
    prediction.crossings += kernel.traffic.crossings;
    prediction.read += kernel.traffic.read;
    prediction.written += kernel.traffic.written;
    prediction.flops += kernel.flops;
    prediction.cold += kernel.cold;
    prediction.batch += kernel.batch;
    prediction.road += cost.cold.time();
    prediction.arithmetic += cost.work.arithmetic();
    if (kernel.cold > longest) {
      longest = kernel.cold;
      prediction.bound = kernel.bound;
    }
    prediction.kernels.push_back(std::move(kernel));
  }
  wait_for_host(prediction, start);
  return prediction;
}

bool arithmetic_first(const Prediction& fused) {
  const bool busy = fused.bound == Bound::compute || fused.bound == Bound::issue;
  return busy && fused.arithmetic.value > arithmetic_margin * fused.road.value;
}

}  // namespace model
