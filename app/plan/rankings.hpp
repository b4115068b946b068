// The largest entries of rows: which ops of a kernel want them, and of what.
#pragma once

#include "plan/piece.hpp"

#include <string>
#include <vector>

namespace plan {

/// Of the rows of a product a tile leaves up to so many entries: more would be too near to the row itself (16 of 128
/// columns in f16, each with its number, are half as many bytes as those columns).
inline constexpr std::int64_t most_of_tile = 8;

/// argmax, topk and topk_index among the ops.
[[nodiscard]] std::vector<int> rankings(const Piece& piece);

/// Why a piece without products that has rankings is no kernel; empty = it is one. It walks the rows of one value,
/// makes them if they are made element by element, and keeps the largest of the entries that come by.
[[nodiscard]] std::string why_not_ranking(const Piece& piece);

/// Why tiles of a product cannot leave the entries; empty = they can, or none are asked for.
[[nodiscard]] std::string why_not_ranked_in_tiles(const Piece& piece);

}  // namespace plan
