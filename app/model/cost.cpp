// Prices traffic at its levels.
#include "model/cost.hpp"

#include <algorithm>

namespace model {
namespace {

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

/// A write ends in the L2; DRAM gets it when the room is needed. So at the end of a cold run the tail of what the last
/// kernel wrote (as much as the L2 holds beside the tail of what it read) has come no further, at the L2's pace.
base::Seconds unwaited(const Traffic& last, const std::vector<double>& shares, const Road& road,
                       const machine::DeviceSpec& spec) {
  const double cache = spec.cache_bandwidth.value, dram = road.dram_bandwidth.value;
  if (spec.kind == machine::Kind::cpu || cache <= dram) return {};
  double absorbed = 0;  // those that fit whole are priced so already
  for (std::size_t i = 0; i < last.transfers.size(); ++i) {
    if (last.transfers[i].write) absorbed += shares[i] * static_cast<double>(last.transfers[i].bytes.value);
  }
  const auto written = static_cast<double>(last.written.value);
  const double room = knee_begins * spec.last_level_cache.value;
  const double tail = std::min(written, room * written / (written + static_cast<double>(last.read.value)));
  return base::Seconds{std::max(0.0, tail - absorbed) * (1 / dram - 1 / cache)};
}

std::vector<Traffic> traffics(const plan::FusionPlan& plan) {
  std::vector<Traffic> all;
  for (const plan::Group& group : plan.groups) all.push_back(traffic(plan, group));
  return all;
}

}  // namespace

std::vector<Cost> costs(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  std::vector<Traffic> kernels = traffics(plan);
  const auto cold = cached_shares(kernels, spec, Temperature::cold);
  const auto batch = cached_shares(kernels, spec, Temperature::batch);
  std::vector<Cost> costs;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    costs.push_back(
        {{}, work(plan, plan.groups[i], spec), road(kernels[i], cold[i], spec), road(kernels[i], batch[i], spec), {}});
    costs.back().traffic = std::move(kernels[i]);
  }
  if (!costs.empty()) costs.back().unwaited = unwaited(costs.back().traffic, cold.back(), costs.back().cold, spec);
  return costs;
}

base::Seconds cold_wait(const Cost& cost) {
  return std::max({base::Seconds{cost.cold.time().value - cost.unwaited.value}, cost.work.compute, cost.work.issue});
}

base::Seconds slowest(const Road& road, const Work& work) {
  return std::max({road.time(), work.compute, work.issue});
}

base::Seconds cold_time(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  const std::vector<Traffic> kernels = traffics(plan);
  const auto shares = cached_shares(kernels, spec, Temperature::cold);
  base::Seconds time{spec.start.value};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    Cost cost{{}, work(plan, plan.groups[i], spec), road(kernels[i], shares[i], spec), {}, {}};
    if (i + 1 == kernels.size()) cost.unwaited = unwaited(kernels[i], shares[i], cost.cold, spec);
    time += cold_wait(cost) + base::Seconds{spec.launch.value};
  }
  return time;
}

}  // namespace model
