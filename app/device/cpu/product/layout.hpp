// How the work of a kernel's products is cut: tiles of the result, and what is packed before them.
#pragma once

#include "device/cpu/product/microkernel.hpp"
#include "plan/product.hpp"

#include <vector>

namespace device::cpu {

/// Products whose sums are wanted at once (gate and up): of equal sizes, over the same left rows.
using JoinedProducts = std::vector<plan::Product>;

/// Whether both are products of the same left rows, so that these are packed once for them.
[[nodiscard]] bool share_left(const plan::Product& a, const plan::Product& b);

/// Some columns of the right matrices of a set.
struct Part {
  int set = 0;
  std::int64_t first_column = 0, columns = 0;
  std::int64_t tiles = 0;   ///< of tile_columns columns; the last may be narrower
  std::int64_t offset = 0;  ///< of its first tile, packed ahead
};

/// Right operands that are packed together, then used by all who need them.
struct Round {
  std::int64_t first_right = 0, rights = 0;  ///< matrices
  std::vector<Part> parts;
  [[nodiscard]] std::int64_t tiles() const;  ///< of one row of tiles
};

/// A left matrix: its two numbers.
struct LeftMatrix {
  std::int64_t outer = 0, inner = 0;
};

/// Cut for the threads of a pool. Sets are of products that share their left rows. With `reduces`, a tile has as many
/// columns for any number of threads: a row's sum is the sum of its tiles', and shall not depend on the machine.
class ProductLayout {
 public:
  ProductLayout(const std::vector<JoinedProducts>& sets, int threads, bool reduces = false);

  bool few_rows = false;     ///< by the loop of our own
  bool packs_ahead = false;  ///< the right operand, since several rows of tiles use it; else block by block
  bool keeps_left = false;   ///< rows of the left operand are packed for their whole depth; else block by block
  std::int64_t m = 1, k = 1;
  std::int64_t tile_rows = 0, row_tiles = 0;
  std::vector<std::int64_t> tile_columns;  ///< by set
  std::vector<Round> rounds;
  std::int64_t right_floats = 0;                                   ///< packed ahead, shared by all threads
  std::int64_t left_floats = 0, block_floats = 0, sum_floats = 0;  ///< of each thread

  /// Rows are in groups, each with a right matrix of its own: tiles of rows end where a group does.
  [[nodiscard]] bool in_groups() const { return groups_ > 0; }
  /// Left matrices that meet the same right one, and which they are.
  [[nodiscard]] std::int64_t lefts() const { return (by_outer_ ? 1 : outer_) * lefts_inner(); }
  [[nodiscard]] LeftMatrix left(std::int64_t right, std::int64_t index) const;
  [[nodiscard]] std::int64_t rows_before(LeftMatrix left) const { return (left.outer * inner_ + left.inner) * m; }
  /// Floats of a tile of a set, packed.
  [[nodiscard]] std::int64_t tile_floats(int set) const;

 private:
  [[nodiscard]] std::int64_t lefts_inner() const { return by_inner_ ? share_ : inner_; }
  [[nodiscard]] std::int64_t rights_inner() const { return by_inner_ ? inner_ / share_ : 1; }
  [[nodiscard]] std::int64_t rights() const {
    return in_groups() ? groups_ : (by_outer_ ? outer_ : 1) * rights_inner();
  }
  void choose_tiles(const std::vector<JoinedProducts>& sets, int threads, bool reduces);
  void choose_rounds(const std::vector<JoinedProducts>& sets);
  void add_round(std::int64_t first_right, std::int64_t rights, std::vector<Part> parts,
                 const std::vector<JoinedProducts>& sets);
  [[nodiscard]] std::int64_t tiles_of(const std::vector<JoinedProducts>& sets) const;

  std::int64_t outer_ = 1, inner_ = 1, share_ = 1, groups_ = 0;
  bool by_outer_ = false, by_inner_ = false;  ///< whether right matrices differ along it
};

}  // namespace device::cpu
