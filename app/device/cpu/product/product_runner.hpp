// The stages of a kernel that begin with products: sums by the product loop, the rest of the ops on each tile of them.
#pragma once

#include "device/cpu/product/product_loop.hpp"
#include "device/cpu/product/tile_rows.hpp"
#include "device/cpu/program.hpp"
#include "device/cpu/workspace.hpp"

#include <memory>
#include <stop_token>
#include <vector>

namespace device::cpu {

/// Stages from `first` on that run together: those of products over the same left rows.
[[nodiscard]] std::size_t stages_together(const std::vector<Stage>& stages, std::size_t first);
/// How the products of those are cut.
[[nodiscard]] ProductLayout layout_of(const std::vector<Stage>& stages, std::size_t first, int threads);

class ProductRunner {
 public:
  ProductRunner(std::vector<Stage> stages, std::span<const Tensor> tensors, ThreadPool& pool, ProductRoom& room,
                Fault fault);
  ProductRunner(const ProductRunner&) = delete;
  ProductRunner& operator=(const ProductRunner&) = delete;

  /// Throws base::Cancelled. What it moves nobody counts: BLIS's kernels are not our loops.
  void run(const std::stop_token& stop);
  /// Floats of a thread's scratch beside the room.
  [[nodiscard]] static std::int64_t floats(const Stage& stage);
  /// Floats of what tiles leave of rows.
  [[nodiscard]] static std::int64_t floats_of_rows(const Stage& stage, int threads);

 private:
  void finish(std::size_t stage, int thread, const ProductTile& tile);
  [[nodiscard]] std::vector<ProductSet> sets();

  std::vector<Stage> stages_;
  std::vector<std::vector<std::unique_ptr<Workspace>>> workspaces_;  ///< [stage][thread]
  ThreadPool& pool_;
  ProductLoop loop_;
  std::vector<TileRows> rows_;  ///< [stage]
};

}  // namespace device::cpu
