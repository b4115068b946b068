// Cuts `none` and `products`: joins kernels as long as it is legal.
#pragma once

#include "plan/partition.hpp"

#include <string>
#include <vector>

namespace plan {

struct Fused {
  Partition partition;
  std::vector<std::string> notes;  ///< why neighbours stayed apart, a sentence each
};

enum class Products {
  joined,
  alone,  ///< a product takes in nothing: it stays a library's
};

[[nodiscard]] Fused fuse(const chain::Chain& chain, const machine::Limits& limits,
                         Products products = Products::joined);

}  // namespace plan
