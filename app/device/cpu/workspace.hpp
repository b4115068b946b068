// What one thread needs to run one stage: scratch tiles, operands as found in the current tile, calls ready to go.
#pragma once

#include "device/cpu/executor.hpp"

#include <memory>
#include <span>
#include <vector>

namespace device::cpu {

/// Bytes an element.
[[nodiscard]] constexpr std::int64_t size_of(Format format) {
  return bytes_between(format);
}

/// Part of the elements of a stage, in row-major order.
struct Range {
  std::int64_t first = 0, count = 0;
};

/// How much of the elements one pass takes.
struct Piece {
  std::int64_t elements = 0;
  bool within_row = false;  ///< ends where a row ends: then a row or a column beside the tensor is read in place
};

/// Rows and elements that a thread works on before it goes on to the next ones.
struct Block {
  std::int64_t first_row = 0, rows = 0;
};

class Workspace {
 public:
  /// Floats of scratch; `block_rows` rows at most in a block.
  [[nodiscard]] static std::int64_t floats(const Stage& stage, Piece piece, std::int64_t block_rows);
  Workspace(const Stage& stage, std::span<const Tensor> tensors, Piece piece, std::int64_t block_rows, bool together);

  /// Before the first tile of a launch: operands that are one number for all, and short periods, are laid out.
  void begin(Traffic* traffic);
  /// Counts the operands that are one number for all: once in a launch, not once a thread.
  void count_splats();
  /// Row sums of the phase start from nothing.
  void start_rows(std::size_t phase, std::int64_t rows);
  /// One tile of a phase's elements. Reductions add to the row sums.
  void run_elements(std::size_t phase, Range range, Block block);
  /// Where the sums of the stage's products lie for the elements that run_elements is given next: to be set.
  [[nodiscard]] std::span<float*> sums() { return sums_; }
  /// Row sums become row values, then the phase's row steps run.
  void finish_rows(std::size_t phase, Block block);
  /// What the reduction into this slot has come to, of a block of one row.
  [[nodiscard]] float row_part(int slot) const { return static_cast<float>(partial_[slot][0]); }
  /// The number of the block's one row that later phases find in this slot.
  void set_row(int slot, float number) { rows_[slot][0] = number; }
  /// The same of a ranking.
  [[nodiscard]] const RankedEntries& ranked_part(int slot) const { return ranked_[slot][0]; }
  /// Takes another thread's row sums into its own.
  void absorb(const Workspace& other, std::size_t phase, std::int64_t rows);

 private:
  /// A step ready to go.
  struct Prepared {
    const Step* step;
    Call call;
    Kernel kernel;
    std::vector<int> fetches;  ///< tensors (values of the chain) that it asks for ahead of time
    std::int64_t fetch_lag;    ///< so many elements beyond the tile at hand
  };

  [[nodiscard]] std::vector<Prepared> prepare(const std::vector<Step>& steps);
  [[nodiscard]] bool is_streamed(int operand) const;
  void share_out_fetches(std::int64_t block, bool together);
  void point_fetches(Prepared& prepared, Range range) const;
  void find_operands(const std::vector<int>& references, int phase, Range range, Block block, std::int64_t columns);
  void resolve(int index, Range range, Block block, std::int64_t columns);
  void spread_rows(int index, Range range, Block block, std::int64_t columns);
  void count_read(const Reference& reference, Range range, std::int64_t columns);
  /// Where an element of the block is in what is kept of it.
  [[nodiscard]] std::int64_t within(Range range, Block block, std::int64_t columns) const;
  void execute(Prepared& prepared, Range range, std::int64_t within);
  void reduce(Prepared& prepared, Range range, Block block);
  void pick(const Prepared& prepared, Range range, Block block);
  void rank(const Prepared& prepared, Range range, Block block);
  void write_ranked(const Step& step, Block block);

  const Stage& stage_;
  std::span<const Tensor> tensors_;
  const Kernels& kernels_;
  Piece piece_;
  Traffic* traffic_ = nullptr;  ///< null: nobody counts
  std::unique_ptr<float, void (*)(void*)> scratch_;
  std::vector<float*> tiles_, kept_, rows_, staging_;        ///< slots; staging by reference
  std::vector<float*> sums_;                                 ///< by product, of the tile at hand
  std::vector<Operand> operands_;                            ///< by reference, of the tile at hand
  std::vector<std::vector<double>> partial_;                 ///< [row slot][row of the block]
  std::vector<std::vector<RankedEntries>> ranked_;           ///< [row slot][row of the block]; of rankings
  std::vector<std::vector<Prepared>> elements_, row_steps_;  ///< by phase
};

}  // namespace device::cpu
