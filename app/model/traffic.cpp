// Counts what each kernel moves.
#include "model/traffic.hpp"

#include "plan/reads.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>

namespace model {
namespace {

void add(Traffic& traffic, const plan::FusionPlan& plan, const plan::Group& group, int value, bool write,
         base::Bytes bytes, bool again = false) {
  Transfer transfer{value, write, plan::crosses(*plan.chain, group, value), bytes, again, {}};
  if (!write && plan.chain->is_pool(value)) {
    const base::Bytes once = plan::bytes_needed(*plan.chain, value);
    transfer.named_again.value = std::max<std::int64_t>(0, bytes.value - once.value);
  }
  traffic.crossings += transfer.full ? 1 : 0;
  (write ? traffic.written : traffic.read) += transfer.bytes;
  traffic.transfers.push_back(transfer);
}

}  // namespace

Traffic traffic(const plan::FusionPlan& plan, const plan::Group& group) {
  Traffic traffic;
  const std::vector<int> times = plan::times_fetched(*plan.chain, group);
  for (const int value : group.reads) {
    const base::Bytes bytes = plan::bytes_read(*plan.chain, group, value);
    for (int time = 0; time < times[value]; ++time) add(traffic, plan, group, value, false, bytes, time > 0);
  }
  for (const int value : group.writes) add(traffic, plan, group, value, true, plan.chain->values[value].bytes());
  return traffic;
}

Traffic traffic(const plan::FusionPlan& plan) {
  Traffic all;
  for (const plan::Group& group : plan.groups) {
    const Traffic one = traffic(plan, group);
    all.transfers.insert(all.transfers.end(), one.transfers.begin(), one.transfers.end());
    all.crossings += one.crossings;
    all.read += one.read;
    all.written += one.written;
  }
  return all;
}

std::vector<std::pair<std::string, int>> crossings_by_line(const plan::FusionPlan& plan) {
  std::vector<std::pair<std::string, int>> counts;
  for (const Transfer& transfer : traffic(plan).transfers) {
    if (!transfer.full) continue;
    const std::string& name = plan.chain->values[transfer.value].name;
    const std::string line = name.substr(0, name.find('.'));
    const auto known = std::ranges::find(counts, line, &std::pair<std::string, int>::first);
    if (known == counts.end()) {
      counts.emplace_back(line, 1);
    } else {
      ++known->second;
    }
  }
  return counts;
}

}  // namespace model
