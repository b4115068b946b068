// Each kernel asks backwards for what it writes, until it comes to what lies in memory.
#include "plan/recompute.hpp"

#include <algorithm>

namespace plan {
namespace {

class Copier {
 public:
  Copier(const chain::Chain& chain, const Partition& partition, const std::vector<bool>& again)
      : chain_(chain), partition_(partition), stored_(chain.values.size(), false) {
    for (const int op : chain.made()) {
      const auto elsewhere = [&](int reader) { return partition[reader] != partition[op]; };
      stored_[op] = chain.values[op].output || (!again[op] && std::ranges::any_of(chain.readers(op), elsewhere));
    }
  }

  /// All that this part has to compute, copies and its own; SSA order.
  std::vector<int> needed(const std::vector<int>& part) {
    wanted_.assign(chain_.values.size(), false);
    for (const int op : part) wanted_[op] = stored_[op];
    std::vector<int> ops;
    for (int op = static_cast<int>(wanted_.size()) - 1; op >= 0; --op) {
      if (!wanted_[op]) continue;
      ops.push_back(op);
      for (const chain::Operand& operand : chain_.values[op].operands) want(operand, partition_[part.front()]);
    }
    std::ranges::reverse(ops);
    return ops;
  }

 private:
  void want(const chain::Operand& operand, int here) {
    if (operand.is_literal()) return;
    const int read = chain_.in_memory(operand.value);
    const bool is_input = chain_.values[read].op == chain::Op::input;
    if (!is_input && (partition_[read] == here || !stored_[read])) wanted_[read] = true;
  }

  const chain::Chain& chain_;
  const Partition& partition_;
  std::vector<bool> stored_;  // by some part, for the others or as an output
  std::vector<bool> wanted_;
};

}  // namespace

bool may_be_made_again(const chain::Chain& chain, int value) {
  std::vector<int> readers = chain.readers(value);
  std::ranges::sort(readers);
  const auto same = std::ranges::unique(readers);
  return !chain.values[value].output && std::ranges::distance(readers.begin(), same.begin()) > 1;
}

std::vector<std::vector<int>> with_copies(const chain::Chain& chain, const Partition& partition,
                                          const std::vector<bool>& again) {
  std::vector<std::vector<int>> parts = parts_of(partition);
  if (std::ranges::count(again, true) == 0) return parts;
  Copier copier(chain, partition, again);
  for (std::vector<int>& part : parts) part = copier.needed(part);
  std::erase_if(parts, [](const std::vector<int>& part) { return part.empty(); });
  return parts;
}

std::vector<bool> made_again(const chain::Chain& chain, const std::vector<std::vector<int>>& parts) {
  std::vector<bool> made(chain.values.size(), false), again(chain.values.size(), false);
  for (const std::vector<int>& part : parts) {
    for (const int op : part) {
      again[op] = again[op] || made[op];
      made[op] = true;
    }
  }
  return again;
}

}  // namespace plan
