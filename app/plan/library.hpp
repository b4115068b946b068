// Cuts `library`: as much as a library's own product call does after its sums, and a kernel for each other op.
#pragma once

#include "plan/partition.hpp"

#include <optional>

namespace plan {

/// What one call of cuBLASLt does: activation(left @ right + residual + bias).
struct LibraryEpilogue {
  enum class Activation { none, relu, gelu } activation = Activation::none;
  int bias = -1;      ///< one element a column
  int residual = -1;  ///< as large as the result
  bool operator==(const LibraryEpilogue&) const = default;
};

/// Of a group that is one product and what follows it; nothing where no call does just that.
[[nodiscard]] std::optional<LibraryEpilogue> library_epilogue(const chain::Chain& chain, const std::vector<int>& ops);

/// Every op apart, but for what follows a product and goes into its call.
[[nodiscard]] Partition by_library(const chain::Chain& chain);

}  // namespace plan
