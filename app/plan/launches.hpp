// How often a GPU is started for one group: few rows that are long are parted among blocks, and their parts joined by a
// second launch, as are the parts that tiles of a product leave of its rows. The one place where that is decided: the
// generated kernels and the model both ask here.
#pragma once

#include "plan/attention.hpp"
#include "plan/fusion_plan.hpp"

namespace plan {

/// Parts that the keys of this attention come in, each of a block's own, so that few queries over many keys keep a GPU
/// of so many multiprocessors busy; with more than one, a second launch joins them.
[[nodiscard]] std::int64_t key_parts(const Attention& attention, int multiprocessors);

/// Elements of a row that a thread moves at once: the largest power of two that divides the row, up to 16 bytes of
/// `widest`, the bytes of the largest element that the kernel moves.
[[nodiscard]] int row_width(std::int64_t columns, std::int64_t widest);

/// Blocks that each row of the group is parted among on a GPU of so many multiprocessors; 1: a row is one block's.
[[nodiscard]] std::int64_t segments(const chain::Chain& chain, const Group& group, int multiprocessors);

/// Starts of the GPU that the group takes there: 1, or 2 where its rows are parted. What lies between the two is a
/// number a segment, a few KB at most; or a number a row and tile of columns (plan/product_rows.hpp).
[[nodiscard]] int launches(const chain::Chain& chain, const Group& group, int multiprocessors);

}  // namespace plan
