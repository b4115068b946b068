// The ops of a chain, each in one part; parts become groups in an order that can run.
#pragma once

#include "plan/fusion_plan.hpp"

#include <optional>
#include <vector>

namespace plan {

/// Which part each value is in: -1 for inputs, else a number of no meaning but equality.
using Partition = std::vector<int>;

/// Every op by itself; a free view is no kernel.
[[nodiscard]] Partition apart(const chain::Chain& chain);
/// The ops of one part, SSA order.
[[nodiscard]] std::vector<int> part(const Partition& partition, int number);
/// `from` joins `into`.
void join(Partition& partition, int into, int from);
/// All parts of a partition, by first op.
[[nodiscard]] std::vector<std::vector<int>> parts_of(const Partition& partition);
/// The parts in an order that can run, by first op where there is a choice; nothing if they wait for one another.
[[nodiscard]] std::optional<std::vector<std::vector<int>>> ordered(const chain::Chain& chain,
                                                                   const Partition& partition);
[[nodiscard]] std::optional<std::vector<std::vector<int>>> ordered(const chain::Chain& chain,
                                                                   std::vector<std::vector<int>> parts);
/// Groups with reads, writes, schedules and engines: a product by itself is the library's, a value in several parts is
/// made again in each. Every part was asked before whether it can be a kernel.
[[nodiscard]] std::vector<Group> groups_of(const chain::Chain& chain, const std::vector<std::vector<int>>& parts,
                                           const machine::Limits& limits);

}  // namespace plan
