// Rounds of two launches: the right operand is packed by all threads, then each thread makes its tiles.
#include "device/cpu/product/product_loop.hpp"

#include "base/error.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/few_rows.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <utility>

namespace device::cpu {
namespace {

std::int64_t on_a_line(std::int64_t floats) {
  constexpr std::int64_t line = 16;
  return (floats + line - 1) / line * line;
}

}  // namespace

/// A tile of the result.
struct ProductLoop::Place {
  std::int64_t right = 0;  ///< matrix, counted in its round
  LeftMatrix left;
  std::int64_t row = 0, rows = 0;  ///< in its matrix
  const Part* part = nullptr;
  std::int64_t tile = 0, column = 0, columns = 0;  ///< tile of its part; column in its matrix
};

/// What one thread has at hand.
struct ProductLoop::Thread {
  float *left, *block, *sums;
  std::vector<float*> tiles;   ///< in `sums`, by product of the set
  std::int64_t left_row = -1;  ///< of all matrices' rows: which the left panels hold
  std::int64_t row_step = 0;
};

namespace {

std::vector<JoinedProducts> products_of(const std::vector<ProductSet>& sets) {
  std::vector<JoinedProducts> all;
  for (const ProductSet& set : sets) all.push_back(set.products);
  return all;
}

}  // namespace

ProductLoop::ProductLoop(std::vector<ProductSet> sets, std::span<const Tensor> tensors, ThreadPool& pool,
                         ProductRoom& room, Fault fault, bool reduces)
    : sets_(std::move(sets)),
      tensors_(tensors),
      pool_(pool),
      room_(room),
      fault_(fault),
      layout_(products_of(sets_), pool.size(), reduces) {
  room_.reserve(layout_, pool_.size());
}

std::int64_t ProductLoop::blocks() const {
  const std::int64_t depth = microkernel().depth();
  return (layout_.k + depth - 1) / depth;
}

/// Columns from `column` on of the matrix that left matrices of this number meet.
Lines ProductLoop::right(const plan::Product& product, std::int64_t matrix, std::int64_t column) const {
  const Tensor& tensor = tensors_[product.right];
  const plan::Place& at = product.right_at;
  std::int64_t first = column * at.column;
  if (layout_.in_groups()) {
    first += matrix * product.experts.matrix;
  } else {
    const LeftMatrix met = layout_.left(matrix, 0);
    first += met.outer * at.outer + met.inner / product.share * at.inner;
  }
  return {
      tensor.data + first * size_of(tensor.format), tensor.format, at.column, at.row, product.n - column, layout_.k};
}

Lines ProductLoop::left(LeftMatrix matrix, std::int64_t row) const {
  const plan::Product& product = sets_[0].products[0];
  const Tensor& tensor = tensors_[product.left];
  const plan::Place& at = product.left_at;
  if (product.left_table >= 0) {
    const auto* const names = reinterpret_cast<const std::int32_t*>(tensors_[product.left_table].data) + row;
    return {tensor.data, tensor.format, at.row, at.column, layout_.m - row, layout_.k, names};
  }
  const std::int64_t first = matrix.outer * at.outer + matrix.inner * at.inner + row * at.row;
  return {tensor.data + first * size_of(tensor.format), tensor.format, at.row, at.column, layout_.m - row, layout_.k};
}

/// One block of the depth of one tile's columns.
void ProductLoop::pack_ahead(const Round& round, std::int64_t unit) const {
  const std::int64_t block = unit % blocks();
  std::int64_t tile = unit / blocks();
  const Panel panel = microkernel().right();
  for (const Part& part : round.parts) {
    const JoinedProducts& products = sets_[part.set].products;
    const auto count = static_cast<std::int64_t>(products.size());
    const std::int64_t all = round.rights * count * part.tiles;
    if (tile >= all) {
      tile -= all;
      continue;
    }
    const std::int64_t columns = layout_.tile_columns[part.set], column = tile % part.tiles * columns;
    const plan::Product& product = products[tile / part.tiles % count];
    const std::int64_t matrix = round.first_right + tile / (part.tiles * count);
    Lines lines = from(right(product, matrix, part.first_column + column), 0, block * microkernel().depth());
    lines.count = std::min(columns, part.columns - column);
    lines.depth = std::min(lines.depth, microkernel().depth());
    float* to = room_.right() + part.offset + tile * layout_.tile_floats(part.set);
    return pack(lines, panel, to + block * microkernel().depth() * panel.panels(lines.count) * panel.width);
  }
}

ProductLoop::Place ProductLoop::place_of(const Round& round, std::int64_t unit) const {
  Place place;
  std::int64_t tile = unit % round.tiles(), row = unit / round.tiles();
  for (const Part& part : round.parts) {
    if (tile < part.tiles) {
      place.part = &part;
      break;
    }
    tile -= part.tiles;
  }
  const std::int64_t columns = layout_.tile_columns[place.part->set];
  place.tile = tile;
  place.column = place.part->first_column + tile * columns;
  place.columns = std::min(columns, place.part->columns - tile * columns);
  if (layout_.in_groups()) {
    const auto tiles = tiles_of_groups(groups_, round.first_right, round.rights);
    const GroupTile& own = tiles[static_cast<std::size_t>(row)];
    place.right = own.group - round.first_right;
    place.row = own.row;
    place.rows = own.rows;
    return place;
  }
  place.row = row % layout_.row_tiles * layout_.tile_rows;
  place.rows = std::min(layout_.tile_rows, layout_.m - place.row);
  const std::int64_t matrix = row / layout_.row_tiles;
  place.right = matrix / layout_.lefts();
  place.left = layout_.left(round.first_right + place.right, matrix % layout_.lefts());
  return place;
}

std::int64_t ProductLoop::rows_of_tiles(const Round& round) const {
  if (layout_.in_groups()) return std::ssize(tiles_of_groups(groups_, round.first_right, round.rights));
  return round.rights * layout_.lefts() * layout_.row_tiles;
}

/// Packs the rows of a tile, unless the tile before had the same.
void ProductLoop::take_left(Thread& thread, const Place& place) const {
  const std::int64_t row = layout_.rows_before(place.left) + place.row;
  if (thread.left_row == row || !layout_.keeps_left) return;
  thread.left_row = row;
  Lines lines = left(place.left, place.row);
  lines.count = place.rows;
  if (layout_.few_rows) return lay_out(lines, thread.left, layout_.k);
  const Panel panel = microkernel().left();
  for (std::int64_t at = 0; at < layout_.k; at += microkernel().depth()) {
    Lines block = from(lines, 0, at);
    block.depth = std::min(block.depth, microkernel().depth());
    pack(block, panel, thread.left + at * panel.panels(place.rows) * panel.width);
  }
}

/// The sums of one product of a tile, block after block of the depth; the same order of adds whatever the tiles are.
void ProductLoop::multiply(Thread& thread, const Round& round, const Place& place, std::size_t number) const {
  const ProductSet& set = sets_[place.part->set];
  const Lines wanted = right(set.products[number], round.first_right + place.right, place.column);
  if (layout_.few_rows) {
    FewRows call{thread.left, layout_.k, place.rows, wanted, thread.tiles[number], thread.row_step};
    call.right.count = place.columns;
    return multiply_few_rows(call);
  }
  const Microkernel& kernel = microkernel();
  const Panel rows = kernel.left(), columns = kernel.right();
  const std::int64_t row_panels = rows.panels(place.rows), column_panels = columns.panels(place.columns);
  const auto products = static_cast<std::int64_t>(set.products.size());
  const std::int64_t ahead =
      place.part->offset +
      ((place.right * products + static_cast<std::int64_t>(number)) * place.part->tiles + place.tile) *
          layout_.tile_floats(place.part->set);
  for (std::int64_t at = 0; at < layout_.k; at += kernel.depth()) {
    const std::int64_t depth = std::min(kernel.depth(), layout_.k - at);
    const float* left_block = thread.left + at * row_panels * rows.width;
    const float* right_block = thread.block;
    if (!layout_.keeps_left) {
      Lines lines = from(left(place.left, place.row), 0, at);
      lines.count = place.rows;
      lines.depth = depth;
      pack(lines, rows, thread.left);
      left_block = thread.left;
    }
    if (layout_.packs_ahead) {
      right_block = room_.right() + ahead + at * column_panels * columns.width;
    } else {
      Lines lines = from(wanted, 0, at);
      lines.count = place.columns;
      lines.depth = depth;
      pack(lines, columns, thread.block);
    }
    multiply_panels(
        {left_block, right_block, place.rows, place.columns, depth, at > 0, thread.tiles[number], thread.row_step});
  }
}

/// Sums of packed weights, each times its column's scale: so that the loops above add whole numbers.
void ProductLoop::scale(const Thread& thread, const Place& place, std::size_t number) const {
  const plan::Product& product = sets_[place.part->set].products[number];
  if (product.scales < 0) return;
  constexpr std::int64_t together = 512;
  alignas(64) float room[together];
  const Tensor& scales = tensors_[product.scales];
  for (std::int64_t at = 0; at < place.columns; at += together) {
    const std::int64_t count = std::min(together, place.columns - at);
    const float* factors =
        bring(scales.data + (place.column + at) * size_of(scales.format), scales.format, count, room);
    for (std::int64_t row = 0; row < place.rows; ++row) {
      float* sums = thread.tiles[number] + row * thread.row_step + at;
      for (std::int64_t column = 0; column < count; ++column) sums[column] *= factors[column];
    }
  }
}

void ProductLoop::work(int index, const Round& round, const std::stop_token& stop) const {
  const std::int64_t units = rows_of_tiles(round) * round.tiles();
  Share share = share_of(units, index, pool_.size());
  if (fault_ == Fault::skipped_thread && share.last == units) share.last = share.first;
  float* own = room_.of_thread(index);
  Thread thread{own,
                own + on_a_line(layout_.left_floats),
                own + on_a_line(layout_.left_floats) + on_a_line(layout_.block_floats),
                {}};
  for (std::int64_t unit = share.first; unit < share.last; ++unit) {
    if (stop.stop_requested()) return;
    const Place place = place_of(round, unit);
    const ProductSet& set = sets_[place.part->set];
    const std::int64_t rows = layout_.few_rows ? place.rows : microkernel().left().whole(place.rows);
    thread.row_step = layout_.few_rows ? place.columns : microkernel().right().whole(place.columns);
    take_left(thread, place);
    thread.tiles.clear();
    for (std::size_t i = 0; i < set.products.size(); ++i) {
      thread.tiles.push_back(thread.sums + static_cast<std::int64_t>(i) * rows * thread.row_step);
    }
    for (std::size_t i = 0; i < set.products.size(); ++i) {
      multiply(thread, round, place, i);
      scale(thread, place, i);
    }
    ProductTile tile{layout_.rows_before(place.left) + place.row,
                     place.rows,
                     place.column,
                     place.columns,
                     thread.tiles,
                     thread.row_step};
    if (fault_ == Fault::short_tail && unit + 1 == units) --(tile.rows > 1 ? tile.rows : tile.columns);
    set.finish(index, tile);
  }
}

void ProductLoop::run(const std::stop_token& stop) {
  if (layout_.in_groups()) groups_ = group_tiles(sets_[0].products[0], tensors_, layout_.tile_rows, fault_);
  for (const Round& round : layout_.rounds) {
    if (layout_.packs_ahead) {
      std::int64_t tiles = 0;
      for (const Part& part : round.parts) {
        tiles += round.rights * static_cast<std::int64_t>(sets_[part.set].products.size()) * part.tiles;
      }
      pool_.run([&](int thread) {
        const Share share = share_of(tiles * blocks(), thread, pool_.size());
        for (std::int64_t unit = share.first; unit < share.last; ++unit) pack_ahead(round, unit);
      });
    }
    pool_.run([&](int thread) { work(thread, round, stop); });
    if (stop.stop_requested()) throw base::Cancelled();
  }
}

}  // namespace device::cpu
