// Sizes of a chain by the names that manifests give them: what a kernel by hand is told, and what its grid is made of.
#pragma once

#include "chain/chain.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codegen {

/// Of the chain's result: n elements, rows, columns; k, terms of a sum of the first product. Of attention: heads
/// (matrices of the result), queries (rows of one matrix), keys, group (heads that share their keys). "keys / 256" are
/// parts of 256 keys, the last of which may be smaller; a number stands for itself.
[[nodiscard]] bool is_count(const std::string& text);

/// Nothing where it is no count.
[[nodiscard]] std::optional<std::int64_t> count_of(const chain::Chain& chain, const std::string& text);

/// A buffer of f32 for what one kernel of a version hands to the next: "added: f32[keys / 256, rows, columns]".
struct LibraryScratch {
  std::string name;
  std::vector<std::string> counts;
  [[nodiscard]] std::int64_t bytes(const chain::Chain& chain) const;
};
[[nodiscard]] std::optional<LibraryScratch> library_scratch(const std::string& text);

}  // namespace codegen
