// Rows of a product or of a stream reduced tile by tile: what each tile leaves of a row, and how the parts of a row
// become one number.
#pragma once

#include "device/cpu/program.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"
#include "device/cpu/workspace.hpp"

#include <span>
#include <vector>

namespace device::cpu {

class TileRows {
 public:
  /// Of a stage that reduces rows of its products or streams, in tiles of so many columns; none where it does not. All
  /// of it stays where it is.
  TileRows(const Stage& stage, std::span<const Tensor> tensors, std::int64_t tile_columns, Fault fault);

  /// No tile has left anything.
  void begin();
  /// Takes the parts that a phase of the workspace has come to, for a row and the tile that begins at this column. A
  /// maximum is laid out for the next phase to be taken off.
  void take(Workspace& workspace, std::size_t phase, std::int64_t row, std::int64_t first_column);
  /// Each row's parts combined, in the order of the tiles whoever made them, into the tensors that are wanted.
  void combine(ThreadPool& pool) const;
  /// Floats between the tiles and their combination.
  [[nodiscard]] static std::int64_t floats(const Stage& stage, std::int64_t tile_columns);

 private:
  struct Chunk;
  [[nodiscard]] int times(std::int64_t tile) const;
  [[nodiscard]] const float* of_row(std::size_t part, std::int64_t row) const;
  [[nodiscard]] double combined(std::size_t part, std::int64_t row, const Chunk& chunk) const;
  void finish(std::size_t part, Chunk& chunk) const;
  void finish_ranked(std::size_t part, const Chunk& chunk) const;

  const Stage& stage_;
  std::span<const Tensor> tensors_;
  std::int64_t tile_columns_ = 1, tiles_ = 1;
  Fault fault_;
  std::vector<float> left_;                         ///< [part][row][tile]
  std::vector<std::vector<RankedEntries>> ranked_;  ///< [part][row, tile]; of rankings
};

}  // namespace device::cpu
