// Parts of a chain, ordered so that producers run before consumers.
#include "plan/partition.hpp"

#include "plan/scheduler.hpp"

#include <algorithm>
#include <cassert>

namespace plan {

Partition apart(const chain::Chain& chain) {
  Partition partition(chain.values.size(), -1);
  for (int value = 0; value < static_cast<int>(partition.size()); ++value) {
    if (chain.values[value].op != chain::Op::input && !chain.is_free_view(value)) partition[value] = value;
  }
  return partition;
}

std::vector<int> part(const Partition& partition, int number) {
  std::vector<int> ops;
  for (int value = 0; value < static_cast<int>(partition.size()); ++value) {
    if (partition[value] == number) ops.push_back(value);
  }
  return ops;
}

void join(Partition& partition, int into, int from) {
  std::replace(partition.begin(), partition.end(), from, into);
}

std::optional<std::vector<std::vector<int>>> ordered(const chain::Chain& chain, const Partition& partition) {
  std::vector<int> left;  // parts not placed yet, by first op
  for (const int number : partition) {
    if (number >= 0 && std::find(left.begin(), left.end(), number) == left.end()) left.push_back(number);
  }
  std::vector<bool> made(partition.size(), false);
  const auto ready = [&](int number) {
    for (int value = 0; value < static_cast<int>(partition.size()); ++value) {
      if (partition[value] != number) continue;
      for (const chain::Operand& operand : chain.values[value].operands) {
        if (operand.is_literal()) continue;
        const int read = chain.in_memory(operand.value), owner = partition[read];
        if (owner >= 0 && owner != number && !made[read]) return false;
      }
    }
    return true;
  };
  std::vector<std::vector<int>> parts;
  while (!left.empty()) {
    const auto next = std::find_if(left.begin(), left.end(), ready);
    if (next == left.end()) return std::nullopt;
    parts.push_back(part(partition, *next));
    for (const int op : parts.back()) made[op] = true;
    left.erase(next);
  }
  return parts;
}

std::vector<Group> groups_of(const chain::Chain& chain, const std::vector<std::vector<int>>& parts,
                             const machine::Limits& limits) {
  std::vector<Group> groups;
  for (const std::vector<int>& ops : parts) {
    Piece piece(chain, ops);
    const auto schedule = schedule_of(piece, limits);
    assert(schedule.has_value());
    const bool alone = piece.ops.size() == 1 && piece.has_product();
    groups.push_back({std::move(piece.ops), std::move(piece.reads), std::move(piece.writes), *schedule,
                      alone ? Engine::library : Engine::own});
  }
  return groups;
}

}  // namespace plan
