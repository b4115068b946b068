// Sizes of a chain by the names that manifests give them: what a kernel by hand is told, and what its grid is made of.
#pragma once

#include "chain/chain.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace codegen {

/// Of the chain's result: n elements, rows, columns. Of the first product: k, terms of a sum, words, its columns, and
/// experts, matrices that it multiplies with. Of a table by which rows are added up: entries. Of attention: heads
/// (matrices of the result), queries (rows of one matrix), keys, group (heads that share their keys).
/// "keys / 256" are parts of 256 keys, the last of which may be smaller; a number stands for itself; "rows / 128 + 8"
/// is a sum.
[[nodiscard]] bool is_count(const std::string& text);

/// Nothing where it is no count.
[[nodiscard]] std::optional<std::int64_t> count_of(const chain::Chain& chain, const std::string& text);

/// A buffer for what one kernel of a version hands to the next: "added: f32[keys / 256, rows, columns]".
struct LibraryScratch {
  std::string name;
  chain::Dtype dtype = chain::Dtype::f32;  ///< or bf16, i32
  std::vector<std::string> counts;
  [[nodiscard]] std::int64_t bytes(const chain::Chain& chain) const;
};
[[nodiscard]] std::optional<LibraryScratch> library_scratch(const std::string& text);

}  // namespace codegen
