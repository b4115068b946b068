// Rows of a product reduced in the kernel that makes it: what each tile leaves of a row, and what is made of that.
#pragma once

#include "plan/piece.hpp"

#include <string>
#include <vector>

namespace plan {

/// A tile holds some columns of a row. Of those it leaves one number a reduction, its part; a second kernel combines
/// the parts of a row in the order of the tiles. A sum of exp(z - max(z)) needs no second look at z: each tile takes
/// its own maximum off, and its sum is multiplied by exp(its maximum - the row's) when it is combined. Of a
/// ranking a tile leaves its largest entries with their numbers.
struct RowPart {
  int op = 0;                  ///< the reduction's value
  int maximum = -1;            ///< of a sum of exponentials: the row's maximum that is taken off; else -1
  std::int64_t best = 0;       ///< of a ranking: so many entries, each with its number; else 0
  std::vector<int> also = {};  ///< other rankings of the same rows, made of the same entries
  bool operator==(const RowPart&) const = default;
  [[nodiscard]] bool makes(int value) const;
  /// Numbers of four bytes that a tile leaves of a row: an entry and its number are two.
  [[nodiscard]] std::int64_t numbers() const { return best > 0 ? 2 * best : 1; }
};

/// What a kernel whose schedule is `matmul_reduce` does where. Between its two launches lies a workspace of
/// rows x tiles of columns x parts numbers of f32. It is no tensor of the chain and no crossing, small beside the
/// product that is not written; its bytes are counted in what the caches, or the memory, move.
struct ProductRows {
  std::vector<int> tile;       ///< products, what they unpack, and ops on each element; SSA order
  std::vector<int> shifted;    ///< z - max(z) and its exp, of each element
  std::vector<RowPart> parts;  ///< SSA order
  std::vector<int> rows;       ///< ops on one number a row, after all parts are combined
  bool operator==(const ProductRows&) const = default;
  [[nodiscard]] const RowPart* part(int op) const;  ///< null where `op` is no reduction of the tile
  [[nodiscard]] bool on_elements(int op) const;     ///< in `tile` or `shifted`
};
[[nodiscard]] ProductRows product_rows(const chain::Chain& chain, const std::vector<int>& ops);

/// An op that none of the lists can take, -1 if there is none: the one that spreads `statistic` over the row again.
struct Spread {
  int op = -1, statistic = -1;
};
[[nodiscard]] Spread spread_over_tiles(const Piece& piece);

}  // namespace plan
