// Time of a kernel = max(its bytes at their levels, its flops at the roof, the issue cost of its ops) + its launch; of
// a cold run's last kernel without the writes that are not waited for.
#include "model/predict.hpp"

#include "base/words.hpp"
#include "model/cost.hpp"

#include <algorithm>
#include <array>

namespace model {
namespace {

Bound bound_of(const Road& road, const Work& work, base::Seconds launch) {
  const base::Seconds longest = slowest(road, work);
  if (launch > longest) return Bound::launch;
  if (longest == road.time()) return road.cache > road.dram ? Bound::cache : Bound::memory;
  return longest == work.issue ? Bound::issue : Bound::compute;
}

/// A model that ends at a start of microseconds knows no picoseconds.
std::string shown(base::Seconds time) {
  const bool tiny = time.value > 0 && time.value < 1e-9;
  return tiny ? std::string(base::text("model.under_a_nanosecond")) : base::show(time);
}

std::string because(Bound bound, const Road& road, const Work& work, const machine::DeviceSpec& spec, bool first) {
  const base::Seconds arithmetic = std::max(work.compute, work.issue);
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
      const bool start = first && spec.start.value > 0;
      return base::say(start ? "model.because.launch.first" : "model.because.launch",
                       {{"launch", base::show(base::Seconds{spec.launch.value})},
                        {"start", base::show(base::Seconds{spec.start.value})},
                        {"work", shown(slowest(road, work))}});
    }
  }
  return {};
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

Prediction predict(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  Prediction prediction;
  prediction.plan = plan.name;
  prediction.spec = spec.id;
  const base::Seconds launch{spec.launch.value};
  const base::Seconds again{spec.batch_launch.value > 0 ? spec.batch_launch.value : spec.launch.value};
  base::Seconds longest{-1};
  for (Cost& cost : costs(plan, spec)) {
    KernelPrediction kernel;
    kernel.group = static_cast<int>(prediction.kernels.size());
    kernel.traffic = std::move(cost.traffic);
    kernel.flops = cost.work.flops;
    kernel.cold = cold_wait(cost) + launch;
    if (prediction.kernels.empty()) kernel.cold += base::Seconds{spec.start.value};
    kernel.batch = slowest(cost.batch, cost.work) + again;
    kernel.bound = bound_of(cost.cold, cost.work, launch);
    kernel.because = because(kernel.bound, cost.cold, cost.work, spec, prediction.kernels.empty());
    prediction.crossings += kernel.traffic.crossings;
    prediction.read += kernel.traffic.read;
    prediction.written += kernel.traffic.written;
    prediction.flops += kernel.flops;
    prediction.cold += kernel.cold;
    prediction.batch += kernel.batch;
    prediction.road += cost.cold.time();
    prediction.arithmetic += std::max(cost.work.compute, cost.work.issue);
    if (kernel.cold > longest) {
      longest = kernel.cold;
      prediction.bound = kernel.bound;
    }
    prediction.kernels.push_back(std::move(kernel));
  }
  return prediction;
}

bool arithmetic_first(const Prediction& fused) {
  const bool busy = fused.bound == Bound::compute || fused.bound == Bound::issue;
  return busy && fused.arithmetic.value > arithmetic_margin * fused.road.value;
}

}  // namespace model
