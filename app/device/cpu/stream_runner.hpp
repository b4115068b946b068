// A stage that streams: rows of any length, each tile brought through all phases at once and left with its numbers.
#pragma once

#include "device/cpu/executor.hpp"
#include "device/cpu/product/tile_rows.hpp"
#include "device/cpu/workspace.hpp"

#include <memory>
#include <span>
#include <vector>

namespace device::cpu {

/// A tile's sum of exponentials is relative to the tile's own maximum, in f32; the tiles of a row are brought to the
/// row's maximum in double (TileRows), in whatever order threads made them.
class StreamRunner {
 public:
  StreamRunner(Stage stage, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault);
  StreamRunner(const StreamRunner&) = delete;
  StreamRunner& operator=(const StreamRunner&) = delete;

  Traffic run(bool counting);
  /// Floats of a thread, and of all together.
  [[nodiscard]] static std::int64_t floats(const Stage& stage);
  [[nodiscard]] static std::int64_t floats_of_rows(const Stage& stage);

 private:
  /// Begins on a cache line of its own.
  struct alignas(64) Thread {
    std::unique_ptr<Workspace> workspace;
    Traffic traffic;
  };
  /// Bytes of the row's numbers that are written to tensors.
  [[nodiscard]] std::int64_t written() const;
  void tile(Workspace& workspace, std::int64_t row, std::int64_t first_column);

  Stage stage_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
  TileRows rows_;
  std::vector<Thread> threads_;
};

}  // namespace device::cpu
