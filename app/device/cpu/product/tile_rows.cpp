// Parts are added in double; a sum of exponentials is brought from its tile's maximum to the row's.
#include "device/cpu/product/tile_rows.hpp"

#include "device/cpu/engine.hpp"
#include "device/cpu/product/pack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace device::cpu {
namespace {

constexpr std::int64_t together = 256;  // rows
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

/// Rows that are combined together.
struct TileRows::Chunk {
  std::int64_t first = 0, count = 0;
  std::vector<std::vector<float>> numbers;  ///< [part][row of the chunk], as those who read them see them
};

TileRows::TileRows(const Stage& stage, std::span<const Tensor> tensors, std::int64_t tile_columns, Fault fault)
    : stage_(stage),
      tensors_(tensors),
      tile_columns_(tile_columns),
      tiles_(divided_up(stage.columns, tile_columns)),
      fault_(fault),
      left_(static_cast<std::size_t>(std::ssize(stage.row_parts) * stage.rows * tiles_)) {
  for (const RowPart& part : stage.row_parts) {
    const auto places = static_cast<std::size_t>(part.ranked.empty() ? 0 : stage.rows * tiles_);
    ranked_.emplace_back(places, RankedEntries(most_entries(part.ranked), fault == Fault::later_of_equals));
  }
}

std::int64_t TileRows::floats(const Stage& stage, std::int64_t tile_columns) {
  constexpr std::int64_t of_entry = sizeof(chain::Entry) / sizeof(float);
  std::int64_t of_tile = 0;
  for (const RowPart& part : stage.row_parts) of_tile += 1 + of_entry * most_entries(part.ranked);
  return of_tile * stage.rows * divided_up(stage.columns, tile_columns);
}

void TileRows::begin() {
  std::ranges::fill(left_, std::numeric_limits<float>::quiet_NaN());  // what no tile has made shows
  for (auto& places : ranked_) {
    for (RankedEntries& place : places) place.spoil();
  }
}

const float* TileRows::of_row(std::size_t part, std::int64_t row) const {
  return left_.data() + (static_cast<std::int64_t>(part) * stage_.rows + row) * tiles_;
}

void TileRows::take(Workspace& workspace, std::size_t phase, std::int64_t row, std::int64_t first_column) {
  const std::int64_t tile = first_column / tile_columns_;
  for (std::size_t i = 0; i < stage_.row_parts.size(); ++i) {
    const RowPart& part = stage_.row_parts[i];
    if (part.phase != phase) continue;
    if (!part.ranked.empty()) {
      ranked_[i][static_cast<std::size_t>(row * tiles_ + tile)] = workspace.ranked_part(part.slot);
      continue;
    }
    const float number = workspace.row_part(part.slot);
    left_[static_cast<std::size_t>(of_row(i, row) - left_.data() + tile)] = number;
    // Of nothing but minus infinity each exponential is 0 beside the others of its row, not what infinities differ by.
    const bool nothing = part.op == chain::Op::max && number == -std::numeric_limits<float>::infinity();
    workspace.set_row(part.slot, nothing ? 0 : number);
  }
}

/// How often a row has this tile: once, but for planted faults.
int TileRows::times(std::int64_t tile) const {
  if (tile + 1 < tiles_) return 1;
  return fault_ == Fault::dropped_tile ? 0 : fault_ == Fault::tile_twice ? 2 : 1;
}

double TileRows::combined(std::size_t part, std::int64_t row, const Chunk& chunk) const {
  const RowPart& of = stage_.row_parts[part];
  const float* numbers = of_row(part, row);
  double all = of.op == chain::Op::max ? -infinity : 0;
  if (of.maximum < 0) {
    for (std::int64_t tile = 0; tile < tiles_; ++tile) {
      const double more = static_cast<double>(numbers[tile]);
      if (of.op != chain::Op::max) {
        all += times(tile) * more;
      } else if (times(tile) > 0 && (std::isnan(more) || more > all)) {
        all = more;
      }
    }
  } else {
    const auto maximum = static_cast<std::size_t>(of.maximum);
    const float* tops = of_row(maximum, row);
    const auto top = static_cast<double>(chunk.numbers[maximum][static_cast<std::size_t>(row - chunk.first)]);
    for (std::int64_t tile = 0; tile < tiles_; ++tile) {
      const bool stale = fault_ == Fault::stale_maximum && tile + 1 == tiles_;
      const double less = stale ? 0 : static_cast<double>(tops[tile]) - top;
      all += times(tile) * static_cast<double>(numbers[tile]) * std::exp(less);
    }
  }
  return of.op == chain::Op::mean ? all / static_cast<double>(stage_.columns) : all;
}

void TileRows::finish_ranked(std::size_t part, const Chunk& chunk) const {
  const std::vector<Ranked>& ranked = stage_.row_parts[part].ranked;
  for (std::int64_t row = chunk.first; row < chunk.first + chunk.count; ++row) {
    RankedEntries all(most_entries(ranked), fault_ == Fault::later_of_equals);
    for (std::int64_t tile = 0; tile < tiles_; ++tile) {
      for (int time = 0; time < times(tile); ++time)
        all.join(ranked_[part][static_cast<std::size_t>(row * tiles_ + tile)]);
    }
    all.write(row, ranked, tensors_);
  }
}

/// Into the tensor, if there is one, and back as it is rounded there.
void TileRows::finish(std::size_t part, Chunk& chunk) const {
  if (!stage_.row_parts[part].ranked.empty()) return finish_ranked(part, chunk);
  std::vector<float>& numbers = chunk.numbers[part];
  numbers.resize(static_cast<std::size_t>(chunk.count));
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    numbers[static_cast<std::size_t>(i)] = static_cast<float>(combined(part, chunk.first + i, chunk));
  }
  const Tensor& tensor = tensors_[stage_.row_parts[part].value];
  if (tensor.data == nullptr) return;
  const Operand from{numbers.data(), 1, Format::f32};
  Call call;
  call.a = &from;
  call.out = tensor.data + chunk.first * size_of(tensor.format);
  call.out_format = tensor.format;
  call.count = chunk.count;
  kernels().copy.edge(call);
  alignas(64) float room[together];
  const float* stored = bring(static_cast<std::byte*>(call.out), tensor.format, chunk.count, room);
  std::copy_n(stored, chunk.count, numbers.begin());
}

void TileRows::combine(ThreadPool& pool) const {
  if (stage_.row_parts.empty()) return;
  pool.run([&](int thread) {
    const Share share = share_of(stage_.rows, thread, pool.size());
    for (std::int64_t row = share.first; row < share.last; row += together) {
      Chunk chunk{row, std::min(together, share.last - row), {}};
      chunk.numbers.resize(stage_.row_parts.size());
      for (std::size_t part = 0; part < stage_.row_parts.size(); ++part) finish(part, chunk);
    }
  });
}

}  // namespace device::cpu
