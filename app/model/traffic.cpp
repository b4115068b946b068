// Counts what each kernel moves.
#include "model/traffic.hpp"

#include "plan/sweeps.hpp"

#include <algorithm>

namespace model {
namespace {

void add(Traffic& traffic, const plan::FusionPlan& plan, int value, bool write, bool again = false) {
  const Transfer transfer{value, write, plan.chain->is_full(value), plan.chain->values[value].bytes(), again};
  traffic.crossings += transfer.full ? 1 : 0;
  (write ? traffic.written : traffic.read) += transfer.bytes;
  traffic.transfers.push_back(transfer);
}

}  // namespace

Traffic traffic(const plan::FusionPlan& plan, const plan::Group& group) {
  Traffic traffic;
  const std::vector<int> times = plan::times_met(*plan.chain, group);
  for (const int value : group.reads) {
    for (int time = 0; time < times[value]; ++time) add(traffic, plan, value, false, time > 0);
  }
  for (const int value : group.writes) add(traffic, plan, value, true);
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
