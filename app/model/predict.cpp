// Time of a kernel = max(its bytes at their levels, its flops at the roof, the issue cost of its ops) + its launch.
// One max() on a CPU too: arithmetic and memory overlap well there until they come near each other.
#include "model/predict.hpp"

#include "base/words.hpp"
#include "model/residency.hpp"
#include "model/work.hpp"

#include <algorithm>
#include <array>

namespace model {
namespace {

/// What a kernel's bytes cost, by level.
struct Road {
  base::Bytes from_dram, from_cache;
  base::Bandwidth dram_bandwidth;
  base::Seconds dram, cache;
  [[nodiscard]] base::Seconds time() const { return dram + cache; }
};

Road road(const Traffic& kernel, const std::vector<double>& shares, const machine::DeviceSpec& spec) {
  double read = 0, written = 0, cached = 0;
  for (std::size_t i = 0; i < kernel.transfers.size(); ++i) {
    const Transfer& transfer = kernel.transfers[i];
    const auto bytes = static_cast<double>(transfer.bytes.value);
    const double share = spec.cache_bandwidth.value > 0 ? shares[i] : 0;
    cached += share * bytes;
    (transfer.write ? written : read) += (1 - share) * bytes;
  }
  Road road;
  road.from_dram.value = static_cast<std::int64_t>(read + written);
  road.from_cache.value = static_cast<std::int64_t>(cached);
  road.dram_bandwidth = spec.bandwidth(read + written > 0 ? read / (read + written) : 0.5, store_of(kernel, spec));
  road.dram.value = (read + written) / road.dram_bandwidth.value;
  if (cached > 0) road.cache.value = cached / spec.cache_bandwidth.value;
  return road;
}

base::Seconds slowest(const Road& road, const Work& work) {
  return std::max({road.time(), work.compute, work.issue});
}

Bound bound_of(const Road& road, const Work& work, base::Seconds launch) {
  const base::Seconds longest = slowest(road, work);
  if (launch > longest) return Bound::launch;
  if (longest == road.time()) return road.cache > road.dram ? Bound::cache : Bound::memory;
  return longest == work.issue ? Bound::issue : Bound::compute;
}

std::string because(Bound bound, const Road& road, const Work& work, const machine::DeviceSpec& spec) {
  const base::Seconds arithmetic = std::max(work.compute, work.issue);
  const std::string bytes = base::show(road.from_dram + road.from_cache);
  const std::string memory = base::show(road.time());
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
                        {"arithmetic", base::show(arithmetic)}});
    }
    case Bound::cache:
      return base::say("model.because.cache", {{"cached", base::show(road.from_cache)},
                                               {"bytes", bytes},
                                               {"memory", memory},
                                               {"arithmetic", base::show(arithmetic)}});
    case Bound::compute:
      return base::say("model.because.compute",
                       {{"flops", base::show_number(work.flops.value / 1e9)},
                        {"roof", base::show_number(spec.roofs.front().flops_per_second.value / 1e12)},
                        {"arithmetic", base::show(work.compute)},
                        {"bytes", bytes},
                        {"memory", memory}});
    case Bound::issue:
      return base::say("model.because.issue",
                       {{"arithmetic", base::show(work.issue)}, {"bytes", bytes}, {"memory", memory}});
    case Bound::launch:
      return base::say("model.because.launch", {{"launch", base::show(base::Seconds{spec.launch.value})},
                                                {"work", base::show(slowest(road, work))}});
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
  std::vector<Traffic> traffics;
  for (const plan::Group& group : plan.groups) traffics.push_back(traffic(plan, group));
  const auto cold = cached_shares(traffics, spec, Temperature::cold);
  const auto batch = cached_shares(traffics, spec, Temperature::batch);
  const base::Seconds launch{spec.launch.value};
  base::Seconds longest{-1};
  for (int group = 0; group < static_cast<int>(plan.groups.size()); ++group) {
    const Work work = model::work(plan, plan.groups[group], spec);
    const Road cold_road = road(traffics[group], cold[group], spec);
    KernelPrediction kernel;
    kernel.group = group;
    kernel.traffic = std::move(traffics[group]);
    kernel.flops = work.flops;
    kernel.cold = slowest(cold_road, work) + launch;
    kernel.batch = slowest(road(kernel.traffic, batch[group], spec), work) + launch;
    kernel.bound = bound_of(cold_road, work, launch);
    kernel.because = because(kernel.bound, cold_road, work, spec);
    prediction.crossings += kernel.traffic.crossings;
    prediction.read += kernel.traffic.read;
    prediction.written += kernel.traffic.written;
    prediction.flops += kernel.flops;
    prediction.cold += kernel.cold;
    prediction.batch += kernel.batch;
    if (kernel.cold > longest) {
      longest = kernel.cold;
      prediction.bound = kernel.bound;
    }
    prediction.kernels.push_back(std::move(kernel));
  }
  return prediction;
}

bool arithmetic_first(const Prediction& fused) {
  return fused.bound == Bound::compute || fused.bound == Bound::issue;
}

}  // namespace model
