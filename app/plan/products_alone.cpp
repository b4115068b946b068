// Parts the group, and asks whether each part can be a kernel.
#include "plan/products_alone.hpp"

#include "plan/partition.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>

namespace plan {

std::optional<FusionPlan> products_alone(const FusionPlan& plan, std::size_t group, const machine::Limits& limits) {
  const chain::Chain& chain = *plan.chain;
  Partition partition(chain.values.size(), -1);
  for (std::size_t g = 0; g < plan.groups.size(); ++g) {
    int rest = -1;
    for (const int op : plan.groups[g].ops) {
      const bool alone = g == group && chain::multiplies(chain.values[op].op);
      if (!alone && rest < 0) rest = op;
      partition[op] = alone ? op : rest;
    }
    if (g == group && rest < 0) return std::nullopt;
  }
  const auto parts = ordered(chain, partition);
  if (!parts) return std::nullopt;
  const bool made = std::ranges::all_of(
      *parts, [&](const std::vector<int>& ops) { return schedule_of(Piece(chain, ops), limits).has_value(); });
  if (!made) return std::nullopt;
  FusionPlan out;
  out.groups = groups_of(chain, *parts, limits);
  out.chain = plan.chain;
  return out;
}

}  // namespace plan
