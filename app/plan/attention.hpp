// Attention as one kernel: o = softmax(ops(q @ k)) @ v, whose square of scores is never whole anywhere.
#pragma once

#include "plan/piece.hpp"
#include "plan/product.hpp"

#include <expected>
#include <string>
#include <vector>

namespace plan {

/// What a kernel whose schedule is `attention` does where. It takes some queries, and some keys at a time: their scores
/// (queries x keys), the ops on each score, and of each row a maximum, a sum of exp(z - maximum) and a sum of values
/// that are weighted by these exponentials. With keys that follow, all three are brought to the larger maximum; after
/// the last key the values are divided by the sum.
struct Attention {
  Product scores;            ///< m queries, n keys, k dimensions of a head
  std::vector<int> tile;     ///< the scores' product and the ops on each score, SSA order
  int maximum = -1;          ///< max(z)
  int shifted = -1;          ///< z - max(z)
  int exponentials = -1;     ///< exp(shifted)
  int sum = -1;              ///< sum(exponentials)
  int weights = -1;          ///< exponentials / sum: each row a softmax
  bool hides = false;        ///< the last op on a score is causal: keys beyond the diagonal count for nothing
  std::int64_t queries = 1;  ///< rows of one matrix of scores; rows of several that meet one are joined in `scores`
  Product values;            ///< m queries, n dimensions of a value, k keys
  std::vector<int> fetches;  ///< gathers by which keys and values come page by page
  bool operator==(const Attention&) const = default;
  [[nodiscard]] int score() const { return tile.back(); }  ///< z
  /// Heads beside each other that share keys and values, and whose queries lie as one matrix: rows of one tile.
  [[nodiscard]] std::int64_t heads_together() const;
  /// Of keys that begin with the first: how many may be seen from rows [first, first + rows) of all matrices' rows.
  [[nodiscard]] std::int64_t keys_seen(std::int64_t first, std::int64_t rows) const;
};

/// Dimensions of a head that a block keeps the sums of.
inline constexpr std::int64_t widest_head = 256;

/// A product here reads, as its left operand, something that is made here.
[[nodiscard]] bool is_chained(const Piece& piece);

/// Of a piece that is chained: what it does as attention, or why it is none, a sentence.
[[nodiscard]] std::expected<Attention, std::string> attention(const Piece& piece);
/// Of a group whose schedule it is.
[[nodiscard]] Attention attention(const chain::Chain& chain, const Group& group);

/// For each product whose left operand may be a softmax of scores: the ops that would be one kernel, itself last.
[[nodiscard]] std::vector<std::vector<int>> attention_candidates(const chain::Chain& chain);

}  // namespace plan
