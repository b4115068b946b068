// Cuts the ops of a group by the space they run over, and each space into phases.
#pragma once

#include "chain/chain.hpp"
#include "plan/product.hpp"
#include "plan/product_rows.hpp"

#include <vector>

namespace device::cpu {

/// Ops of one space, SSA order.
struct StageOps {
  chain::Shape space;
  std::vector<int> ops;
  std::vector<plan::Product> products = {};  ///< of those ops that are one
  std::vector<plan::RowPart> parts = {};     ///< of those ops that reduce rows of these products, or of a stream
  int over_sums = -1;                        ///< the op whose result takes the place of the first product's sums
  bool sweep = false;                        ///< one of a stream: what it makes anew is in the other one too
  std::vector<int> writes = {};              ///< of a sweep: the tensors that it fills
};

/// Ops over the full space come with their row statistics; smaller values (vector x vector) come before, on their own.
/// So do products that no op reads both of; what a product unpacks on its way is in none. Where rows of products are
/// reduced, the first stage makes the tiles and their parts, and ops on the combined numbers come after it. A stream is
/// a sweep that leaves parts, the ops on its numbers, and a second sweep if anything waits for those.
[[nodiscard]] std::vector<StageOps> stages_of(const chain::Chain& chain, const plan::Group& group);

/// Where an op of a stage runs: on each element or each row, in which phase. By value of the chain; -1 outside.
struct Placing {
  std::vector<int> phase;
  std::vector<bool> per_row;
  int phases = 1;
};
[[nodiscard]] Placing place(const chain::Chain& chain, const StageOps& stage);

[[nodiscard]] bool is_reduction(const chain::Chain& chain, int value);
/// `shape` with one number a row.
[[nodiscard]] chain::Shape row_shape(const chain::Shape& shape);

}  // namespace device::cpu
