// Prices traffic at its levels.
#include "model/cost.hpp"

#include "model/attention_kernel.hpp"
#include "model/levels.hpp"
#include "model/overlap.hpp"
#include "model/product.hpp"
#include "model/starts.hpp"
#include "plan/launches.hpp"

#include <algorithm>

namespace model {
namespace {

/// A kernel that writes for less than so many ramps never has the road full of writes.
constexpr double ramps_until_full = 2;

/// What a kernel moves beyond each of its tensors once.
struct More {
  double again = 0;      ///< bytes read from DRAM more than once
  double strided = 0;    ///< bytes that its cache brings beside those that are used, where a transpose is read in place
  double workspace = 0;  ///< bytes written, and read, between its two launches
};

Road road(const Traffic& kernel, const More& more, const std::vector<double>& shares, const machine::DeviceSpec& spec) {
  const double kept = more.workspace * still_cached(more.workspace, spec), spilled = more.workspace - kept;
  double read = more.again + spilled, written = spilled, cache_read = kept, cached = 2 * kept;
  if (spec.cache_bandwidth.value > 0) cache_read += more.strided, cached += more.strided;
  for (std::size_t i = 0; i < kernel.transfers.size(); ++i) {
    const Transfer& transfer = kernel.transfers[i];
    const auto bytes = static_cast<double>(transfer.bytes.value);
    const double share = spec.cache_bandwidth.value > 0 ? shares[i] : 0;
    cached += share * bytes;
    if (!transfer.write) cache_read += share * bytes;
    (transfer.write ? written : read) += (1 - share) * bytes;
  }
  const machine::Store store = store_of(kernel, spec);
  Road road;
  road.from_dram.value = static_cast<std::int64_t>(read + written);
  road.at_dram = {{static_cast<std::int64_t>(read)}, {static_cast<std::int64_t>(written)}};
  road.from_cache.value = static_cast<std::int64_t>(cached);
  road.dram_bandwidth = spec.bandwidth(read + written > 0 ? read / (read + written) : 0.5, store);
  road.dram.value = (read + written) / road.dram_bandwidth.value;
  if (cached > 0) {
    // What lies in the cache comes no later than it would from DRAM, where more reads may go beside the same writes.
    const double all = read + written + cached, all_read = read + cache_read;
    const double far = all / spec.bandwidth(all_read / all, store).value;
    road.cache.value =
        std::min(cached / spec.from_cache(cache_read / cached).value, std::max(0.0, far - road.dram.value));
  }
  road.ramp.value = std::min(spec.ramp.value, written / road.dram_bandwidth.value / ramps_until_full);
  return road;
}

/// Bytes of a write end in the L2; DRAM gets them when the room is needed. So at the end of a cold run the tail of what
/// the last kernel wrote (as much as the L2 holds beside the tail of what it read) has come no further, beyond those
/// tensors that are priced as absorbed whole.
base::Bytes tail_of(const Traffic& last, const std::vector<double>& shares, const machine::DeviceSpec& spec) {
  if (spec.kind == machine::Kind::cpu || spec.cache_bandwidth.value <= 0) return {};
  double absorbed = 0;
  for (std::size_t i = 0; i < last.transfers.size(); ++i) {
    if (last.transfers[i].write) absorbed += shares[i] * static_cast<double>(last.transfers[i].bytes.value);
  }
  const auto written = static_cast<double>(last.written.value);
  const double room = knee(spec.kind).begins * spec.last_level_cache.value;
  const double tail = std::min(written, room * written / (written + static_cast<double>(last.read.value)));
  return {static_cast<std::int64_t>(std::max(0.0, tail - absorbed))};
}

/// The L2 takes the tail while the rest is on the road: it takes no time of its own.
base::Seconds time_of_tail(base::Bytes tail, const Road& road, const machine::DeviceSpec& spec) {
  if (spec.from_cache(0).value <= road.dram_bandwidth.value) return {};
  return base::Seconds{static_cast<double>(tail.value) / road.dram_bandwidth.value};
}

/// A processor's own loops are started once, however few rows there are.
int launches(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  return spec.kind == machine::Kind::gpu ? plan::launches(*plan.chain, group, spec.processors) : 1;
}

More beyond(const plan::FusionPlan& plan, const plan::Group& group, const machine::DeviceSpec& spec) {
  More more;
  if (group.schedule == plan::Schedule::attention) {
    more.workspace = attention_workspace(plan::attention(*plan.chain, group), spec);
    return more;
  }
  if (group.schedule == plan::Schedule::pointwise) {
    const plan::Piece piece(*plan.chain, group);
    const double fetched = spec.kind == machine::Kind::gpu ? sector_bytes : line_bytes;
    for (const int op : piece.turned()) {
      const chain::Value& value = piece.value(op);
      more.strided +=
          static_cast<double>(value.shape.elements()) * (fetched - static_cast<double>(chain::size_of(value.dtype)));
    }
    return more;
  }
  if (!plan::multiplies(group.schedule)) return more;
  for (const plan::Product& product : plan::products(*plan.chain, group))
    more.again += read_again(*plan.chain, product, spec);
  more.workspace = workspace(*plan.chain, group, spec.kind);
  return more;
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
    const More more = beyond(plan, plan.groups[i], spec);
    costs.push_back({launches(plan, plan.groups[i], spec),
                     {},
                     work(plan, plan.groups[i], spec),
                     road(kernels[i], more, cold[i], spec),
                     road(kernels[i], more, batch[i], spec),
                     {},
                     {}});
    costs.back().traffic = std::move(kernels[i]);
  }
  if (!costs.empty()) {
    Cost& last = costs.back();
    last.tail = tail_of(last.traffic, cold.back(), spec);
    last.unwaited = time_of_tail(last.tail, last.cold, spec);
  }
  return costs;
}

base::Seconds joined(base::Seconds road, const Work& work, const machine::DeviceSpec& spec) {
  const double p = work.loops > 1 ? spec.loops_overlap.value : spec.overlap.value;
  return {together(road.value, work.arithmetic().value, p)};
}

base::Seconds cold_wait(const Cost& cost, const machine::DeviceSpec& spec) {
  const base::Seconds road{cost.cold.time().value - cost.unwaited.value};
  return joined(road, cost.work, spec) + cost.cold.ramp + cost.work.latency;
}

base::Seconds batch_wait(const Cost& cost, const machine::DeviceSpec& spec) {
  return joined(cost.batch.time(), cost.work, spec) + cost.batch.ramp + cost.work.latency;
}

base::Seconds cold_time(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  const std::vector<Traffic> kernels = traffics(plan);
  const auto shares = cached_shares(kernels, spec, Temperature::cold);
  const Starts start = starts(spec);
  base::Seconds time = start.lead;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const int launched = launches(plan, plan.groups[i], spec);
    Cost cost{launched,
              {},
              work(plan, plan.groups[i], spec),
              road(kernels[i], beyond(plan, plan.groups[i], spec), shares[i], spec),
              {},
              {},
              {}};
    if (i + 1 == kernels.size()) cost.unwaited = time_of_tail(tail_of(kernels[i], shares[i], spec), cost.cold, spec);
    time += cold_wait(cost, spec) + base::Seconds{launched * start.gap.value};
  }
  return time;
}

}  // namespace model
