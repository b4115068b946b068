// The counting rule: per kernel, each distinct full tensor read is one crossing and each written is one. A kernel that
// sweeps its rows twice (plan::Schedule::streaming) reads a tensor twice: two crossings. Of a pool that is read through
// a table, the bytes are those of what is fetched; a page that is named again counts again.
#pragma once

#include "base/units.hpp"
#include "plan/fusion_plan.hpp"

#include <string>
#include <utility>
#include <vector>

namespace model {

/// One tensor on its way between DRAM and the chip.
struct Transfer {
  int value = 0;
  bool write = false;
  bool full = true;  ///< false: a broadcast operand or a row statistic; 0 crossings, bytes counted
  base::Bytes bytes;
  bool again = false;         ///< the same kernel has read it before: a second sweep over rows that do not stay on chip
  base::Bytes named_again{};  ///< of `bytes`: pages that a table names more than once, each time but the first
  bool operator==(const Transfer&) const = default;
};

struct Traffic {
  std::vector<Transfer> transfers;  ///< reads first, in the group's order
  int crossings = 0;
  base::Bytes read, written;
  bool operator==(const Traffic&) const = default;
  [[nodiscard]] base::Bytes bytes() const { return read + written; }
};

[[nodiscard]] Traffic traffic(const plan::FusionPlan& plan, const plan::Group& group);
[[nodiscard]] Traffic traffic(const plan::FusionPlan& plan);  ///< all groups together

/// Crossings of the tensors that each line of the chain's text makes: of "y" those of y.1, y.2 and y. In the order in
/// which they first move.
[[nodiscard]] std::vector<std::pair<std::string, int>> crossings_by_line(const plan::FusionPlan& plan);

}  // namespace model
