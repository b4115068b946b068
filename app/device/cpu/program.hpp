// A kernel of a plan as the CPU runs it: stages of phases of steps, each step one loop over a tile.
#pragma once

#include "device/cpu/cpu_device.hpp"
#include "device/cpu/gather_runner.hpp"
#include "device/cpu/kernels.hpp"
#include "device/cpu/product/unpack.hpp"
#include "device/cpu/product/view_copy.hpp"
#include "device/cpu/ranked.hpp"
#include "device/cpu/scatter_runner.hpp"
#include "device/cpu/table.hpp"
#include "plan/attention.hpp"
#include "plan/fusion_plan.hpp"
#include "plan/product.hpp"

#include <optional>
#include <vector>

namespace device::cpu {

/// One operand of one stage: where its numbers are and how they are walked.
struct Reference {
  enum class From { literal, tensor, tile, kept, row, sum } from = From::literal;
  enum class Walk {
    splat,     ///< one number for all
    whole,     ///< element by element
    periodic,  ///< the same `period` elements again and again: a trailing vector
    per_row,   ///< one number a row
    turned,    ///< a transpose of the tensor: `access.rows` x `period` elements a matrix, each from its place there
  } walk = Walk::whole;
  float literal = 0;
  int index = -1;  ///< tensor: value of the chain; tile, kept, row: slot; sum: product of the stage
  std::int64_t period = 0;
  chain::Access access;
  bool of_rows = false;  ///< read by the steps of the rows
  int counted_in = -1;   ///< phase in which this tensor is first read in its group: its bytes cross the road there
  [[nodiscard]] bool same(const Reference& other) const {
    return from == other.from && walk == other.walk && literal == other.literal && index == other.index &&
           of_rows == other.of_rows && access == other.access;
  }
};

/// Where a step leaves its result.
struct Destination {
  enum class To { tensor, tile, kept, row, sum } to = To::tile;
  int index = -1;  ///< tensor: value of the chain; sum: product of the stage; else slot
};

/// One loop: a kernel, or a reduction of the rows of a tile into a row slot.
struct Step {
  chain::Op op = chain::Op::input;  ///< last op of the loop; a reduction's own
  KernelSet kernel;
  Reduction reduction = nullptr;
  int numbers = -1;             ///< of a pick: the tensor (value of the chain) that says which entry of each row
  bool counted = false;         ///< its bytes cross the road here
  std::vector<Ranked> ranked;   ///< of a ranking: what is made of the largest entries of each row
  Fault planted = Fault::none;  ///< in a ranking
  std::array<int, 3> operands{-1, -1, -1};  ///< into Stage::references
  std::vector<Applied> applied;             ///< of a run: its ops
  Destination out;
  double probability = 0;
  std::uint64_t seed = 0;
  std::int64_t keys = 1, queries = 1;  ///< of causal
  [[nodiscard]] bool reduces() const { return reduction != nullptr || numbers >= 0 || !ranked.empty(); }
};

/// Between two phases every row of a block is whole: reductions end there.
struct Phase {
  std::vector<Step> elements;         ///< over the block's elements, tile by tile
  std::vector<Step> rows;             ///< then over its rows, one number a row
  std::vector<int> element_operands;  ///< references that `elements` uses
  std::vector<int> row_operands;
};

/// A reduction of a row of products or of a stream, of which a tile makes a part.
struct RowPart {
  int value = -1;                   ///< of the chain: where the row's number goes
  chain::Op op = chain::Op::input;  ///< sum, mean or max
  int slot = -1;                    ///< of the row, where its tile's part is made
  std::size_t phase = 0;
  int maximum = -1;                 ///< of a sum of exponentials: the part (index) of the maximum that is taken off
  std::vector<Ranked> ranked = {};  ///< of a ranking: what is made of it; its tiles leave entries, no number
};

/// All ops of a group over one space of rows x columns.
struct Stage {
  std::int64_t rows = 1, columns = 1;
  bool reduces = false;   ///< has row results: rows are processed in blocks
  bool in_order = false;  ///< one of them is a sum in order: a row is of one thread
  std::vector<Reference> references;
  std::vector<Phase> phases;
  std::vector<plan::Product> products;  ///< whose sums its steps begin with, a tile of the space at a time
  std::vector<RowPart> row_parts;       ///< of those sums' rows, or of a stream's: combined when all tiles are made
  int tile_slots = 0, kept_slots = 0, row_slots = 0;
  /// Goes through all its phases tile by tile: each tile leaves a part of its row, and nothing is kept beyond it.
  [[nodiscard]] bool streams() const { return products.empty() && !row_parts.empty(); }
};

/// A group whose schedule is `attention`: the ops on a tile of scores, with each row's maximum and the sum of its
/// exponentials, which take the place of the scores.
struct AttentionStage {
  plan::Attention plan;
  Stage scores;
};

/// Values that one stage leaves for another: small ones, never a group's own reads or writes. Stored as f32.
struct Program {
  std::vector<Stage> stages;
  std::vector<int> between;
  std::optional<ViewCopy> view;             ///< instead of stages: a tensor in another order
  std::optional<Unpacking> unpacking;       ///< instead of stages: packed weights in full
  std::optional<Gathering> gathering;       ///< instead of stages: slices of a pool
  std::optional<Scattering> scattering;     ///< instead of stages: rows added up
  std::optional<AttentionStage> attention;  ///< instead of stages
  std::vector<Table> tables;                ///< that it fetches through
  [[nodiscard]] bool multiplies() const;
};

/// Loops of `group` of `plan`. With a fault the first op is another one (Fault::wrong_op).
[[nodiscard]] Program compile(const plan::FusionPlan& plan, const plan::Group& group, Fault fault);

}  // namespace device::cpu
