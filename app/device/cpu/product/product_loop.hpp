// Runs the products of one kernel on all threads, tile by tile, and hands each tile of sums over while it is in cache.
#pragma once

#include "device/cpu/cpu_device.hpp"
#include "device/cpu/product/layout.hpp"
#include "device/cpu/product/pack.hpp"
#include "device/cpu/product/room.hpp"
#include "device/cpu/product/row_groups.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <array>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace device::cpu {

/// Sums of a part of the result, whole.
struct ProductTile {
  std::int64_t first_row = 0, rows = 0;  ///< of all matrices' rows one after the other
  std::int64_t first_column = 0, columns = 0;
  std::span<float* const> sums;  ///< one for each product of the set
  std::int64_t row_step = 0;     ///< floats from one row to the next
};

/// Products, and what becomes of their sums; called on the thread of that number.
struct ProductSet {
  JoinedProducts products;
  std::function<void(int thread, const ProductTile& tile)> finish;
};

class ProductLoop {
 public:
  /// `tensors` by value of the chain; they and `room` stay where they are. All products share their left rows. With
  /// `reduces`, rows of the tiles are reduced (ProductLayout).
  ProductLoop(std::vector<ProductSet> sets, std::span<const Tensor> tensors, ThreadPool& pool, ProductRoom& room,
              Fault fault, bool reduces = false);

  /// Throws base::Cancelled, at the end of a tile.
  void run(const std::stop_token& stop);
  /// What it takes beside the tensors.
  [[nodiscard]] const ProductLayout& layout() const { return layout_; }

 private:
  struct Place;
  struct Thread;
  [[nodiscard]] Lines right(const plan::Product& product, std::int64_t matrix, std::int64_t column) const;
  [[nodiscard]] Lines left(LeftMatrix matrix, std::int64_t row) const;
  void pack_ahead(const Round& round, std::int64_t unit) const;
  void take_left(Thread& thread, const Place& place) const;
  void multiply(Thread& thread, const Round& round, const Place& place, std::size_t product) const;
  void work(int thread, const Round& round, const std::stop_token& stop) const;
  void scale(const Thread& thread, const Place& place, std::size_t product) const;
  [[nodiscard]] Place place_of(const Round& round, std::int64_t unit) const;
  [[nodiscard]] std::int64_t blocks() const;
  /// Rows of tiles of a round.
  [[nodiscard]] std::int64_t rows_of_tiles(const Round& round) const;

  std::vector<ProductSet> sets_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  ProductRoom& room_;
  Fault fault_;
  ProductLayout layout_;
  std::vector<GroupTile> groups_;  ///< of rows in groups, as the table has them in this run
};

}  // namespace device::cpu
