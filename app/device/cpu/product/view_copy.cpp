// Blocks of rows and columns: 64 by 64 elements cross L1, so that both sides go by whole cache lines.
#include "device/cpu/product/view_copy.hpp"

#include "base/error.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace device::cpu {
namespace {

constexpr std::int64_t block_rows = 64, block_columns = 64, longest_run = 4096;
constexpr std::int64_t lines_ahead = 4;  // of one run after another

/// to[row * block_columns + column] = from[row + column * column_step]. Each column of the block is a few cache lines
/// far from the next one: no prefetcher finds them, so they are asked for.
template <class Bits>
void gather(const std::byte* from, std::int64_t column_step, std::int64_t rows, std::int64_t columns, Bits* to) {
  constexpr std::int64_t ahead = 16, line = 64 / sizeof(Bits);
  const auto* at = reinterpret_cast<const Bits*>(from);
  for (std::int64_t column = 0; column < columns; ++column, at += column_step, ++to) {
    for (std::int64_t row = 0; row < rows; row += line) __builtin_prefetch(at + ahead * column_step + row);
    for (std::int64_t row = 0; row < rows; ++row) to[row * block_columns] = at[row];
  }
}

}  // namespace

ViewCopy view_copy(const chain::Chain& chain, int view) {
  const chain::Value& value = chain.values[view];
  ViewCopy copy{value.operands[0].value, view};
  const std::vector<std::int64_t>& from = chain.values[copy.from].shape.dims;
  const std::int64_t rows = *(from.end() - 2), columns = from.back();
  std::int64_t before = 1;
  for (std::size_t i = 0; i + 2 < from.size(); ++i) before *= from[i];
  switch (value.op) {
    case chain::Op::transpose:
      copy.sizes = {1, before, columns, rows};
      copy.steps = {0, rows * columns, 1, columns};
      break;
    case chain::Op::heads: {  // [before, rows, columns] as [before, heads, rows, part]
      const std::int64_t part = value.shape.dims.back();
      copy.sizes = {before, columns / part, rows, part};
      copy.steps = {rows * columns, part, columns, 1};
      break;
    }
    case chain::Op::merge: {  // [before, heads, rows, columns] as [before, rows, heads, columns]
      const std::int64_t heads = value.shape.dims.back() / columns;
      copy.sizes = {before / heads, rows, heads, columns};
      copy.steps = {heads * rows * columns, columns, rows * columns, 1};
      break;
    }
    default:
      assert(false && "no view");
  }
  return copy;
}

/// Rows are the second last dimension of the result, columns the last; a unit is a block of them.
void ViewRunner::block(std::int64_t unit, bool last) const {
  const Tensor &from = tensors_[copy_.from], &to = tensors_[copy_.to];
  const std::int64_t size = size_of(from.format);
  const auto& [n0, n1, rows, columns] = copy_.sizes;
  const bool runs = copy_.steps[3] == 1;
  const std::int64_t wide = runs ? longest_run : block_columns;
  const std::int64_t across = divided_up(columns, wide), down = divided_up(rows, block_rows);
  const std::int64_t column = unit % across * wide, row = unit / across % down * block_rows;
  const std::int64_t matrix = unit / across / down;
  const std::int64_t count = std::min(wide, columns - column), lines = std::min(block_rows, rows - row);
  const std::byte* source = from.data + size * (matrix / n1 * copy_.steps[0] + matrix % n1 * copy_.steps[1] +
                                                row * copy_.steps[2] + column * copy_.steps[3]);
  alignas(64) std::byte room[block_rows * block_columns * sizeof(float)];
  if (!runs && size == 4) {
    gather(source, copy_.steps[3], lines, count, reinterpret_cast<std::uint32_t*>(room));
  } else if (!runs) {
    gather(source, copy_.steps[3], lines, count, reinterpret_cast<std::uint16_t*>(room));
  }
  const bool wrong = fault_ == Fault::wrong_op;
  const KernelSet& kernel = wrong ? kernels().ops[static_cast<std::size_t>(chain::Op::neg)] : kernels().copy;
  for (std::int64_t i = 0; i < lines; ++i) {
    const std::byte* line = runs ? source + i * copy_.steps[2] * size : room + i * block_columns * size;
    const Operand operand{line, 1, from.format};
    Call call;
    call.a = &operand;
    call.out = to.data + size * (((matrix * rows) + row + i) * columns + column);
    call.out_format = to.format;
    call.stream = to.stream;
    if (runs) {
      call.fetch[0] = line + lines_ahead * copy_.steps[2] * size;
      call.fetch_size = size;
    }
    call.count = count - (fault_ == Fault::short_tail && last && i + 1 == lines ? 1 : 0);
    kernel.edge(call);
  }
}

Traffic ViewRunner::run(bool counting, const std::stop_token& stop) {
  const auto& [n0, n1, rows, columns] = copy_.sizes;
  const std::int64_t wide = copy_.steps[3] == 1 ? longest_run : block_columns;
  const std::int64_t units = n0 * n1 * divided_up(rows, block_rows) * divided_up(columns, wide);
  pool_.run([&](int thread) {
    Share share = share_of(units, thread, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == units) share.last = share.first;
    for (std::int64_t unit = share.first; unit < share.last && !stop.stop_requested(); ++unit) {
      block(unit, unit + 1 == units);
    }
  });
  if (stop.stop_requested()) throw base::Cancelled();
  if (!counting) return {};
  const std::int64_t bytes = n0 * n1 * rows * columns * size_of(tensors_[copy_.from].format);
  return {bytes, bytes};
}

}  // namespace device::cpu
