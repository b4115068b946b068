// Cuts `library`: as much as a library's own product call does after its sums, and a kernel for each other op.
#pragma once

#include "plan/partition.hpp"

namespace plan {

/// Every op apart, but for what follows a product and goes into its call (plan/library_epilogue.hpp).
[[nodiscard]] Partition by_library(const chain::Chain& chain);

}  // namespace plan
