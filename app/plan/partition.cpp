// Parts of a chain, ordered so that producers run before consumers.
#include "plan/partition.hpp"

#include "plan/recompute.hpp"
#include "plan/scheduler.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

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

std::vector<std::vector<int>> parts_of(const Partition& partition) {
  std::vector<std::vector<int>> parts;
  std::vector<int> numbers;
  for (const int number : partition) {
    if (number < 0 || std::ranges::find(numbers, number) != numbers.end()) continue;
    numbers.push_back(number);
    parts.push_back(part(partition, number));
  }
  return parts;
}

std::optional<std::vector<std::vector<int>>> ordered(const chain::Chain& chain, const Partition& partition) {
  return ordered(chain, parts_of(partition));
}

std::optional<std::vector<std::vector<int>>> ordered(const chain::Chain& chain, std::vector<std::vector<int>> parts) {
  std::vector<bool> made(chain.values.size(), false);
  const auto ready = [&](const std::vector<int>& ops) {
    for (const int op : ops) {
      for (const chain::Operand& operand : chain.values[op].operands) {
        if (operand.is_literal()) continue;
        const int read = chain.in_memory(operand.value);
        if (chain.values[read].op != chain::Op::input && !made[read] && !lists(ops, read)) return false;
      }
    }
    return true;
  };
  std::vector<std::vector<int>> order;
  while (!parts.empty()) {
    const auto next = std::ranges::find_if(parts, ready);
    if (next == parts.end()) return std::nullopt;
    for (const int op : *next) made[op] = true;
    order.push_back(std::move(*next));
    parts.erase(next);
  }
  return order;
}

std::vector<Group> groups_of(const chain::Chain& chain, const std::vector<std::vector<int>>& parts,
                             const machine::Limits& limits) {
  std::vector<Group> groups;
  const std::vector<bool> again = made_again(chain, parts);
  for (const std::vector<int>& ops : parts) {
    Piece piece(chain, ops, again);
    const auto schedule = schedule_of(piece, limits);
    assert(schedule.has_value());
    // No library here multiplies groups of rows at once: such a product is always a kernel of ours.
    const bool alone = piece.ops.size() == 1 && chain.values[piece.ops.front()].op == chain::Op::matmul;
    std::vector<int> also;
    std::ranges::copy_if(piece.ops, std::back_inserter(also), [&](int op) { return again[op]; });
    groups.push_back({std::move(piece.ops), std::move(piece.reads), std::move(piece.writes), *schedule,
                      alone ? Engine::library : Engine::own, std::move(also)});
  }
  return groups;
}

}  // namespace plan
