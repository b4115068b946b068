// Lifetimes of the values between kernels.
#include "model/memory.hpp"

#include <algorithm>

namespace model {

base::Bytes memory_peak(const plan::FusionPlan& plan) {
  const chain::Chain& chain = *plan.chain;
  base::Bytes always;
  for (const chain::Value& value : chain.values) {
    if (value.op == chain::Op::input || value.output) always += value.bytes();
  }
  const std::vector<int> between = plan.intermediates();
  base::Bytes most = always;
  for (std::size_t kernel = 0; kernel < plan.groups.size(); ++kernel) {
    base::Bytes now = always;
    for (const int value : between) {
      const auto uses = [&](const plan::Group& group) {
        return std::ranges::count(group.reads, value) + std::ranges::count(group.writes, value) > 0;
      };
      const auto first = std::ranges::find_if(plan.groups, uses);
      const auto last = std::ranges::find_if(plan.groups.rbegin(), plan.groups.rend(), uses);
      const auto here = plan.groups.begin() + static_cast<std::ptrdiff_t>(kernel);
      if (first <= here && here < last.base()) now += chain.values[static_cast<std::size_t>(value)].bytes();
    }
    most = std::max(most, now);
  }
  return most;
}

}  // namespace model
