// A product inside a kernel: its sizes, and where its operands and its result lie in memory.
#pragma once

#include "plan/fusion_plan.hpp"

#include <cstdint>
#include <vector>

namespace plan {

/// Where the matrices of an operand or a result lie: element (outer, inner, row, column) is at
/// outer * outer_stride + inner * inner_stride + row * row_stride + column * column_stride, all in elements.
struct Place {
  std::int64_t outer = 0, inner = 0, row = 0, column = 1;  ///< strides; 0 where all share one matrix
  bool operator==(const Place&) const = default;
};

/// How the rows of a right operand are found that are fetched through a table: row r of matrix (outer, inner) is row
/// r % rows of slice table[outer * outer_stride + inner * inner_stride + r / rows] of a pool. Strides are entries.
struct Pages {
  int table = -1;  ///< value of the chain; -1: there is none
  std::int64_t rows = 1;
  std::int64_t slice = 0, slices = 0;  ///< elements of a slice of the pool; how many it has
  std::int64_t outer = 0, inner = 0;
  bool operator==(const Pages&) const = default;
  [[nodiscard]] bool any() const { return table >= 0; }
};

/// Rows of the left operand in groups: those that end at entry e of a table meet the right matrix e, `matrix` elements
/// after the one before.
struct Experts {
  int ends = -1;  ///< the table, a value of the chain; -1: there is none
  std::int64_t count = 0, matrix = 0;
  bool operator==(const Experts&) const = default;
  [[nodiscard]] bool any() const { return ends >= 0; }
};

/// result[o, i, m, n] = sum over k of left[o, i, m, k] * right[o, i / share, k, n], for all of outer x inner matrices.
struct Product {
  int op = 0;                         ///< the chain's value that it makes
  std::int64_t outer = 1, inner = 1;  ///< leading dimensions; a left operand alone in having them counts as rows
  std::int64_t m = 1, n = 1, k = 1;
  int left = 0, right = 0;  ///< tensors in memory, views looked through; the packed one where the kernel unpacks it
  int scales = -1;          ///< of the columns, where `right` is packed: each sum is multiplied by its column's
  Place left_at;            ///< rows m, columns k
  Place right_at;           ///< rows k, columns n; a transposed operand has row 1 and column k's length
  Pages pages;              ///< `right` then is the pool, and right_at tells of one slice
  Experts experts;          ///< right_at then tells of one expert's matrix
  int left_table = -1;      ///< row m of the left is row table[m] of `left`, a pool of rows; -1: they lie in order
  std::int64_t share = 1;   ///< neighbours in `inner` that share a matrix on the right: grouped heads
  bool operator==(const Product&) const = default;

  [[nodiscard]] std::int64_t matrices() const { return outer * inner; }
  [[nodiscard]] double flops() const;  ///< 2 m n k for each matrix
  /// Rows that meet one matrix, group by group as test data has them, in no order; {m} where there are no experts.
  [[nodiscard]] std::vector<std::int64_t> group_rows() const;
  /// Tiles of so many rows of one matrix, or of all groups: none of two groups.
  [[nodiscard]] std::int64_t row_tiles(std::int64_t rows) const;
};

/// The dequant of this group that a product here reads: done to its right operand on the way. -1 = none.
[[nodiscard]] int unpacked_here(const chain::Chain& chain, const Group& group, int product);

/// The gather of this group that a product here reads, perhaps turned: keys or values come page by page. -1 = none.
[[nodiscard]] int fetched_here(const chain::Chain& chain, const Group& group, int product);

/// The gather of this group whose rows a grouped product here multiplies: they come by their table. -1 = none.
[[nodiscard]] int named_here(const chain::Chain& chain, const Group& group, int product);

/// The products of a kernel that begins with them, in SSA order; one, or siblings that share `left`.
[[nodiscard]] std::vector<Product> products(const chain::Chain& chain, const Group& group);

/// How a kernel reads a tensor. Only what is walked relates to the kernel's space by chain::access; scales of packed
/// weights are, a row for all.
struct Roles {
  bool walked = false, left = false, right = false;
  bool pool = false, table = false;  ///< slices of it are fetched; it says which, or where experts' rows end
  bool operator==(const Roles&) const = default;
};
[[nodiscard]] Roles roles(const chain::Chain& chain, const Group& group, int read);

/// [value]: which of products() it is made of in this kernel, by index; empty for what is not made here. An op of
/// several needs siblings of equal sizes, whose sums are at hand at once (gate and up); else each sibling stands alone.
[[nodiscard]] std::vector<std::vector<int>> made_of(const chain::Chain& chain, const Group& group);

}  // namespace plan
