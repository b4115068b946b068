// What is found by numbers: slices of a pool (a paged cache, an embedding), or one entry of each row.
#pragma once

#include "chain/chain.hpp"
#include "chain/product_shape.hpp"

#include <cstdint>
#include <optional>

namespace chain {

/// Slices that a table can number: it is i32.
inline constexpr std::int64_t max_slices = (std::int64_t{1} << 31) - 1;

/// A pool [slices, heads, page, columns] read through a table [n] or [outer, n] is [outer, heads, n * page, columns]:
/// pages end to end. Without heads, [slices, page, columns] is [outer, n * page, columns]; a pool of rows, [slices,
/// columns], is [outer, n, columns].
[[nodiscard]] ShapeOrMistake gather_shape(const Named& pool, const Named& table);

/// Where an element of what is fetched comes from.
struct Fetched {
  std::int64_t entry = 0;   ///< of the table, whose number is the slice's
  std::int64_t inside = 0;  ///< element of that slice
  bool operator==(const Fetched&) const = default;
};
[[nodiscard]] Fetched fetched(const Shape& pool, const Shape& table, std::int64_t element);

/// Rows of a slice that follow each other in the result: a page. 1 in a pool of rows.
[[nodiscard]] std::int64_t page_rows(const Shape& pool);

/// `numbers` says of each row of z, [.., columns], which entry is picked: its shape is [.., 1]. The same with the last
/// dimension left out is that too. Nothing where it is neither.
[[nodiscard]] std::optional<Shape> numbers_of_rows(const Shape& z, const Shape& numbers);

/// Read by a pick, as what says which entry; or by a gather, as its table.
[[nodiscard]] bool tells_entries(const Chain& chain, int value);
[[nodiscard]] bool tells_slices(const Chain& chain, int value);
/// Read by a scatter_add, as what says to which row; or by a grouped product, as what says where groups end.
[[nodiscard]] bool tells_rows(const Chain& chain, int value);
[[nodiscard]] bool tells_ends(const Chain& chain, int value);

/// How many things its numbers tell apart: slices of the pools that are read through this table, columns of the rows
/// that are picked from, rows that are added to, places where a group may end; 0 for what is no table.
[[nodiscard]] std::int64_t slices(const Chain& chain, int table);

/// What stands in an entry of a table of test data: all slices in a random order, none twice before each was there
/// once. A table that is longer than there are slices names some of them again.
[[nodiscard]] std::int64_t table_entry(std::uint64_t seed, std::uint64_t stream, std::int64_t entry,
                                       std::int64_t slices);

}  // namespace chain
