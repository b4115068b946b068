// Row by row of a tile: there a vector of the columns, a number of the row and another tensor are read in place.
#include "device/cpu/product/product_runner.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace device::cpu {
namespace {

constexpr Piece piece{reduction_tile, true};

}  // namespace

std::size_t stages_together(const std::vector<Stage>& stages, std::size_t first) {
  std::size_t end = first + 1;
  while (end < stages.size() && !stages[end].products.empty() &&
         share_left(stages[first].products[0], stages[end].products[0])) {
    ++end;
  }
  return end - first;
}

ProductLayout layout_of(const std::vector<Stage>& stages, std::size_t first, int threads) {
  std::vector<JoinedProducts> sets;
  for (std::size_t i = 0; i < stages_together(stages, first); ++i) sets.push_back(stages[first + i].products);
  return {sets, threads, !stages[first].row_parts.empty()};
}

std::int64_t ProductRunner::floats(const Stage& stage) {
  return Workspace::floats(stage, piece, 1);
}

std::int64_t ProductRunner::floats_of_rows(const Stage& stage, int threads) {
  if (stage.row_parts.empty()) return 0;
  return TileRows::floats(stage, ProductLayout({stage.products}, threads, true).tile_columns.front());
}

ProductRunner::ProductRunner(std::vector<Stage> stages, std::span<const Tensor> tensors, ThreadPool& pool,
                             ProductRoom& room, Fault fault)
    : stages_(std::move(stages)),
      pool_(pool),
      loop_(sets(), tensors, pool, room, fault, !stages_.front().row_parts.empty()) {
  for (const Stage& stage : stages_) {
    assert((stage.phases.size() == 1 || !stage.row_parts.empty()) && "no op of a row, which no thread has whole");
    assert((stage.row_parts.empty() || stages_.size() == 1) && "rows of siblings are not reduced together");
    rows_.emplace_back(stage, tensors, loop_.layout().tile_columns[rows_.size()], fault);
    auto& of_threads = workspaces_.emplace_back();
    for (int thread = 0; thread < pool.size(); ++thread) {
      of_threads.push_back(std::make_unique<Workspace>(stage, tensors, piece, 1, false));
    }
  }
}

std::vector<ProductSet> ProductRunner::sets() {
  std::vector<ProductSet> all;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    all.push_back({stages_[i].products, [this, i](int thread, const ProductTile& tile) { finish(i, thread, tile); }});
  }
  return all;
}

void ProductRunner::run(const std::stop_token& stop) {
  for (const auto& of_threads : workspaces_) {
    for (const auto& workspace : of_threads) workspace->begin(nullptr);
  }
  for (TileRows& rows : rows_) rows.begin();
  loop_.run(stop);
  for (const TileRows& rows : rows_) rows.combine(pool_);
}

void ProductRunner::finish(std::size_t number, int thread, const ProductTile& tile) {
  const Stage& stage = stages_[number];
  Workspace& workspace = *workspaces_[number][thread];
  for (std::int64_t row = 0; row < tile.rows; ++row) {
    const Block block{tile.first_row + row, 1};
    for (std::size_t phase = 0; phase < stage.phases.size(); ++phase) {
      if (stage.reduces) workspace.start_rows(phase, 1);
      for (std::int64_t at = 0; at < tile.columns; at += piece.elements) {
        for (std::size_t i = 0; i < tile.sums.size(); ++i) {
          workspace.sums()[i] = tile.sums[i] + row * tile.row_step + at;
        }
        const std::int64_t first = block.first_row * stage.columns + tile.first_column + at;
        workspace.run_elements(phase, {first, std::min(piece.elements, tile.columns - at)},
                               stage.reduces ? block : Block{});
      }
      rows_[number].take(workspace, phase, block.first_row, tile.first_column);
    }
  }
}

}  // namespace device::cpu
