// Cuts by hand: the pieces between cut values, or why they cannot be kernels.
#pragma once

#include "plan/partition.hpp"

#include <expected>
#include <string>
#include <vector>

namespace plan {

/// What is wrong with a set of cuts, and what would mend it.
struct Refusal {
  std::string message;
  std::string hint;
};

/// Ops joined wherever a value that is not cut goes from one to another. Inputs join nothing.
[[nodiscard]] Partition between(const chain::Chain& chain, const std::vector<bool>& cut);

/// Values whose kernels are one though nothing goes from one to another.
using Siblings = std::vector<std::vector<int>>;

/// Products of one left operand.
[[nodiscard]] Siblings all_siblings(const chain::Chain& chain);
/// Those of them joined that can be one kernel beside what they are joined with already.
void join_siblings(const chain::Chain& chain, Partition& partition, const machine::Limits& limits);

/// What cuts by hand come to.
struct ByHand {
  std::vector<bool> cut;    ///< per value: parted from its readers
  std::vector<bool> again;  ///< per value: cut, but not written: each kernel that reads it makes it again
  Siblings siblings;
};

/// The pieces in an order that can run; each can be a kernel. What is made again is in several of them.
[[nodiscard]] std::expected<std::vector<std::vector<int>>, Refusal> pieces(const chain::Chain& chain,
                                                                           const ByHand& asked,
                                                                           const machine::Limits& limits);

}  // namespace plan
