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
        {{}, work(plan, plan.groups[i], spec), road(kernels[i], cold[i], spec), road(kernels[i], batch[i], spec)});
    costs.back().traffic = std::move(kernels[i]);
  }
  return costs;
}

base::Seconds slowest(const Road& road, const Work& work) {
  return std::max({road.time(), work.compute, work.issue});
}

base::Seconds cold_time(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  const std::vector<Traffic> kernels = traffics(plan);
  const auto shares = cached_shares(kernels, spec, Temperature::cold);
  base::Seconds time{spec.start.value};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    time +=
        slowest(road(kernels[i], shares[i], spec), work(plan, plan.groups[i], spec)) + base::Seconds{spec.launch.value};
  }
  return time;
}

}  // namespace model
