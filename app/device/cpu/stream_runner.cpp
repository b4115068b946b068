// Tiles of rows are dealt out like elements: contiguous parts, so that few long rows keep all threads busy.
#include "device/cpu/stream_runner.hpp"

#include "device/cpu/engine.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

constexpr Piece stream_piece{reduction_tile};

}  // namespace

std::int64_t StreamRunner::floats(const Stage& stage) {
  return Workspace::floats(stage, stream_piece, 1);
}

std::int64_t StreamRunner::floats_of_rows(const Stage& stage) {
  return TileRows::floats(stage, stream_piece.elements);
}

StreamRunner::StreamRunner(Stage stage, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
    : stage_(std::move(stage)),
      tensors_(tensors),
      pool_(pool),
      fault_(fault),
      rows_(stage_, tensors, stream_piece.elements, fault) {
  threads_.resize(static_cast<std::size_t>(pool.size()));
  for (Thread& thread : threads_)
    thread.workspace = std::make_unique<Workspace>(stage_, tensors, stream_piece, 1, false);
}

Traffic StreamRunner::run(bool counting) {
  rows_.begin();
  const std::int64_t tiles = divided_up(stage_.columns, stream_piece.elements), units = stage_.rows * tiles;
  pool_.run([&](int index) {
    Thread& thread = threads_[static_cast<std::size_t>(index)];
    thread.traffic = {};
    thread.workspace->begin(counting ? &thread.traffic : nullptr);
    if (index == 0) thread.workspace->count_splats();
    Share share = share_of(units, index, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == units) share.last = share.first;
    if (fault_ == Fault::short_tail && share.last == units) --share.last;
    for (std::int64_t unit = share.first; unit < share.last; ++unit) {
      tile(*thread.workspace, unit / tiles, unit % tiles * stream_piece.elements);
    }
  });
  rows_.combine(pool_);
  Traffic sum;
  if (counting) sum.written = written();
  for (const Thread& thread : threads_) {
    sum.read += thread.traffic.read;
    sum.written += thread.traffic.written;
  }
  return sum;
}

std::int64_t StreamRunner::written() const {
  std::int64_t bytes = 0;
  for (const RowPart& part : stage_.row_parts) {
    const Tensor& tensor = tensors_[static_cast<std::size_t>(part.value)];
    if (tensor.data != nullptr && tensor.counted) bytes += stage_.rows * size_of(tensor.format);
  }
  return bytes;
}

void StreamRunner::tile(Workspace& workspace, std::int64_t row, std::int64_t first_column) {
  const Range range{row * stage_.columns + first_column,
                    std::min(stream_piece.elements, stage_.columns - first_column)};
  for (std::size_t phase = 0; phase < stage_.phases.size(); ++phase) {
    workspace.start_rows(phase, 1);
    workspace.run_elements(phase, range, {row, 1});
    rows_.take(workspace, phase, row, first_column);
  }
}

}  // namespace device::cpu
