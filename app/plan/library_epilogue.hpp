// What of a kernel's ops a library does with its product in one call.
#pragma once

#include "plan/fusion_plan.hpp"

#include <expected>
#include <string>

namespace plan {

/// act(product + residual + bias): each part of it may be missing.
struct LibraryEpilogue {
  int product = 0;                   ///< the chain's value
  int bias = -1, residual = -1;      ///< a row that is added to all rows; a tensor as large as the result; -1: none
  chain::Op act = chain::Op::input;  ///< relu or gelu; `input`: none
  bool operator==(const LibraryEpilogue&) const = default;
};

/// The call that does all of this group, or why there is none, in a sentence.
[[nodiscard]] std::expected<LibraryEpilogue, std::string> library_epilogue(const chain::Chain& chain,
                                                                           const Group& group);

}  // namespace plan
