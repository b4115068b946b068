// What stands in a table of test data: it depends on who reads it.
#pragma once

#include "chain/chain.hpp"

#include <cstdint>
#include <vector>

namespace chain {

/// How the entries of a table are made from a seed and the table's stream.
struct TableData {
  enum class Rule {
    shuffled,  ///< table_entry: of a gather or a pick
    drawn,     ///< of a scatter_add alone: any row, so that some come twice and some not at all
    ends,      ///< base::ragged_end: groups of rows, one empty, one of a single row, a few large ones
  };
  Rule rule = Rule::shuffled;
  std::int64_t entries = 0;
  std::int64_t slices = 0;  ///< entries stay below it
  bool operator==(const TableData&) const = default;

  [[nodiscard]] std::int64_t entry(std::uint64_t seed, std::uint64_t stream, std::int64_t at) const;
  [[nodiscard]] std::vector<std::int64_t> all(std::uint64_t seed, std::uint64_t stream) const;
};
/// Of an input of i32.
[[nodiscard]] TableData table_data(const Chain& chain, int table);

/// Where each group of this grouped product ends, in the test data of this seed.
[[nodiscard]] std::vector<std::int64_t> group_ends(const Chain& chain, int grouped, std::uint64_t seed);

}  // namespace chain
