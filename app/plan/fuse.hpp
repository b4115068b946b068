// Cuts `none`: joins kernels as long as it is legal.
#pragma once

#include "plan/partition.hpp"

#include <string>
#include <vector>

namespace plan {

struct Fused {
  Partition partition;
  std::vector<std::string> notes;  ///< why neighbours stayed apart, a sentence each
};

[[nodiscard]] Fused fuse(const chain::Chain& chain, const machine::Limits& limits);

}  // namespace plan
