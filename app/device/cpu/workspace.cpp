// The inner machinery of a stage on one thread: find the operands of a tile, call the loops, fold the sums.
#include "device/cpu/workspace.hpp"

#include "chain/dtype.hpp"
#include "device/cpu/moments.hpp"
#include "device/cpu/product/pack.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace device::cpu {
namespace {

// A shorter period is repeated once a launch instead of patched each tile.
constexpr std::int64_t longest_layout = 4096;
constexpr std::int64_t unit = 32;  // scratch is dealt out in whole cache lines, two vectors at least

std::int64_t rounded_up(std::int64_t value) {
  return (value + unit - 1) / unit * unit;
}

float element(const void* data, Format format, std::int64_t at) {
  if (format == Format::f32) return static_cast<const float*>(data)[at];
  const std::uint16_t bits = static_cast<const std::uint16_t*>(data)[at];
  return format == Format::f16 ? chain::from_f16(bits) : chain::from_bf16(bits);
}

/// Floats of staging that a reference needs.
std::int64_t staging_of(const Reference& reference, Piece piece) {
  const std::int64_t tile = piece.elements;
  switch (reference.walk) {
    case Reference::Walk::whole:
      return 0;
    case Reference::Walk::turned:
      return tile;
    case Reference::Walk::splat:
      return splat_elements;
    case Reference::Walk::per_row:
      return piece.within_row ? splat_elements : 2 * tile + splat_elements;  // spread numbers, then the numbers
    case Reference::Walk::periodic:
      if (piece.within_row) return 0;
      return reference.period <= longest_layout ? tile + reference.period : tile;
  }
  return 0;
}

/// Copies `count` elements of a sequence that repeats every `period`, beginning at `first`.
void copy_periodic(std::byte* to, const std::byte* from, std::int64_t size, std::int64_t period, std::int64_t first,
                   std::int64_t count) {
  for (std::int64_t done = 0, at = first % period; done < count; at = 0) {
    const std::int64_t piece = std::min(count - done, period - at);
    std::memcpy(to + done * size, from + at * size, static_cast<std::size_t>(piece * size));
    done += piece;
  }
}

/// Copies `count` elements of the transpose of matrices; `rows` and `columns` are the transpose's.
template <typename Element>
void copy_turned(Element* to, const Element* from, std::int64_t rows, std::int64_t columns, std::int64_t first,
                 std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at = first + i, matrix = at / (rows * columns), within = at % (rows * columns);
    to[i] = from[matrix * rows * columns + within % columns * rows + within / columns];
  }
}

/// Of a block, or of no more than a tile where each goes through all phases by itself.
std::int64_t kept_length(const Stage& stage, Piece piece) {
  return stage.streams() ? piece.elements : std::max(piece.elements, stage.columns);
}

double start(chain::Op op) {
  return op == chain::Op::max ? -std::numeric_limits<double>::infinity() : 0.0;
}

void turn(float* to, const Reference& reference, const Tensor& tensor, Range range) {
  const std::int64_t rows = reference.access.rows, columns = reference.period;
  if (tensor.format == Format::f32) {
    copy_turned(to, reinterpret_cast<const float*>(tensor.data), rows, columns, range.first, range.count);
    return;
  }
  copy_turned(reinterpret_cast<std::uint16_t*>(to), reinterpret_cast<const std::uint16_t*>(tensor.data), rows, columns,
              range.first, range.count);
}

}  // namespace

std::int64_t Workspace::floats(const Stage& stage, Piece piece, std::int64_t block_rows) {
  const std::int64_t tile = piece.elements;
  const std::int64_t block = kept_length(stage, piece);
  std::int64_t total = stage.tile_slots * rounded_up(tile) + stage.row_slots * rounded_up(block_rows);
  if (stage.kept_slots > 0) total += stage.kept_slots * rounded_up(block);
  for (const Reference& reference : stage.references) total += rounded_up(staging_of(reference, piece));
  return total + unit;
}

Workspace::Workspace(const Stage& stage, std::span<const Tensor> tensors, Piece piece, std::int64_t block_rows,
                     bool together)
    : stage_(stage), tensors_(tensors), kernels_(kernels()), piece_(piece), scratch_(nullptr, &std::free) {
  const std::int64_t tile = piece.elements;
  const auto bytes = static_cast<std::size_t>(floats(stage, piece, block_rows)) * sizeof(float);
  scratch_.reset(static_cast<float*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64)));
  if (!scratch_) throw std::bad_alloc();
  std::memset(scratch_.get(), 0, bytes);
  float* next = scratch_.get();
  const auto deal = [&](std::vector<float*>& to, int slots, std::int64_t length) {
    for (int i = 0; i < slots; ++i, next += rounded_up(length)) to.push_back(next);
  };
  deal(tiles_, stage.tile_slots, tile);
  deal(kept_, stage.kept_slots, kept_length(stage, piece));
  deal(rows_, stage.row_slots, block_rows);
  for (const Reference& reference : stage.references) deal(staging_, 1, staging_of(reference, piece));
  sums_.resize(stage.products.size());
  operands_.resize(stage.references.size());
  partial_.assign(static_cast<std::size_t>(stage.row_slots), std::vector<double>(static_cast<std::size_t>(block_rows)));
  ranked_.resize(static_cast<std::size_t>(stage.row_slots));
  for (const Phase& phase : stage.phases) {
    for (const Step& step : phase.elements) {
      if (!step.ranked.empty()) {
        ranked_[step.out.index].assign(
            static_cast<std::size_t>(block_rows),
            RankedEntries(most_entries(step.ranked), step.planted == Fault::later_of_equals));
      }
      if (!step.reduces()) continue;
      partial_[step.out.index].resize(static_cast<std::size_t>(block_rows * numbers_of(step.op)));
    }
  }
  for (const Phase& phase : stage.phases) {
    elements_.push_back(prepare(phase.elements));
    row_steps_.push_back(prepare(phase.rows));
  }
  share_out_fetches(block_rows * stage.columns, together);
}

std::vector<Workspace::Prepared> Workspace::prepare(const std::vector<Step>& steps) {
  std::vector<Prepared> all;
  for (const Step& step : steps) {
    Prepared prepared{&step, {}, step.kernel.inner, {}, 0};
    Call& call = prepared.call;
    if (step.out.to == Destination::To::tensor) {
      call.out_format = tensors_[step.out.index].format;
      call.stream = tensors_[step.out.index].stream;
    }
    bool plain = call.out_format == Format::f32;
    for (const int operand : step.operands) {
      if (operand < 0) continue;
      const Reference& reference = stage_.references[operand];
      const bool wide = reference.from != Reference::From::tensor || reference.walk == Reference::Walk::splat ||
                        reference.walk == Reference::Walk::per_row;
      plain = plain && (wide || tensors_[reference.index].format == Format::f32);
    }
    if (call.stream) prepared.kernel = step.kernel.stream;
    if (!plain) prepared.kernel = step.kernel.edge;
    const Operand** places[] = {&call.a, &call.b, &call.c};
    for (std::size_t i = 0; i < step.operands.size(); ++i) {
      if (step.operands[i] >= 0) *places[i] = &operands_[step.operands[i]];
    }
    call.seed = step.seed;
    call.threshold = static_cast<std::uint64_t>(std::ceil(step.probability * 0x1p53));
    call.scale = static_cast<float>(1 / (1 - step.probability));
    call.keys = step.keys;
    call.queries = step.queries;
    call.applied = step.applied;
    all.push_back(prepared);
  }
  return all;
}

void Workspace::begin(Traffic* traffic) {
  traffic_ = traffic;
  for (std::size_t i = 0; i < stage_.references.size(); ++i) {
    const Reference& reference = stage_.references[i];
    const bool tensor = reference.from == Reference::From::tensor;
    if (reference.walk == Reference::Walk::splat) {
      const float number =
          tensor ? element(tensors_[reference.index].data, tensors_[reference.index].format, 0) : reference.literal;
      std::fill_n(staging_[i], splat_elements, number);
      operands_[i] = {staging_[i], 0, Format::f32};
    }
    const bool crossed = reference.walk == Reference::Walk::periodic && !piece_.within_row;
    if (tensor && crossed && reference.period <= longest_layout) {
      const Tensor& from = tensors_[reference.index];
      copy_periodic(reinterpret_cast<std::byte*>(staging_[i]), from.data, size_of(from.format), reference.period, 0,
                    staging_of(reference, piece_));
    }
  }
}

void Workspace::count_splats() {
  if (traffic_ == nullptr) return;
  for (const Reference& reference : stage_.references) {
    const bool tensor = reference.from == Reference::From::tensor && reference.walk == Reference::Walk::splat;
    if (tensor && reference.counted_in >= 0) traffic_->read += size_of(tensors_[reference.index].format);
  }
}

void Workspace::resolve(int index, Range range, Block block, std::int64_t columns) {
  const Reference& reference = stage_.references[index];
  Operand& operand = operands_[index];
  switch (reference.from) {
    case Reference::From::literal:
      return;
    case Reference::From::tile:
      operand = {tiles_[reference.index], 1, Format::f32};
      return;
    case Reference::From::kept:
      operand = {kept_[reference.index] + within(range, block, columns), 1, Format::f32};
      return;
    case Reference::From::row:
      if (reference.walk == Reference::Walk::per_row) return spread_rows(index, range, block, columns);
      operand = {rows_[reference.index] + (range.first - block.first_row), 1, Format::f32};
      return;
    case Reference::From::sum:
      operand = {sums_[reference.index], 1, Format::f32};
      return;
    case Reference::From::tensor:
      break;
  }
  const Tensor& tensor = tensors_[reference.index];
  const std::int64_t size = size_of(tensor.format);
  switch (reference.walk) {
    case Reference::Walk::splat:
      return;
    case Reference::Walk::whole:
      operand = {tensor.data + range.first * size, 1, tensor.format};
      return;
    case Reference::Walk::periodic: {
      const std::int64_t at = range.first % reference.period;
      auto* staging = reinterpret_cast<std::byte*>(staging_[index]);
      if (at + range.count <= reference.period) {
        operand = {tensor.data + at * size, 1, tensor.format};
      } else if (reference.period <= longest_layout) {
        operand = {staging + at * size, 1, tensor.format};
      } else {
        copy_periodic(staging, tensor.data, size, reference.period, at, range.count);
        operand = {staging, 1, tensor.format};
      }
      return;
    }
    case Reference::Walk::per_row:
      return spread_rows(index, range, block, columns);
    case Reference::Walk::turned:
      turn(staging_[index], reference, tensor, range);
      operand = {staging_[index], 1, tensor.format};
      return;
  }
}

/// One number a row, repeated for each element of the tile.
void Workspace::spread_rows(int index, Range range, Block block, std::int64_t columns) {
  const Reference& reference = stage_.references[index];
  const bool tensor = reference.from == Reference::From::tensor;
  const std::int64_t row = block.rows == 1 ? block.first_row : range.first / columns;
  const auto number = [&](std::int64_t of) {
    const Tensor& from = tensors_[reference.index];
    return element(from.data, from.format, of % reference.access.rows * reference.access.row_stride);
  };
  float* to = staging_[index];
  const std::int64_t first = (row + 1) * columns - range.first;  // elements of the first row that lie in the tile
  if (range.count <= first) {
    std::fill_n(to, splat_elements, tensor ? number(row) : rows_[reference.index][row - block.first_row]);
    operands_[index] = {to, 0, Format::f32};
    return;
  }
  operands_[index] = {to, 1, Format::f32};
  if (!tensor) {
    kernels_.spread(rows_[reference.index] + (row - block.first_row), first, columns, range.count, to);
    return;
  }
  float* numbers = to + piece_.elements + splat_elements;
  const std::int64_t rows = 1 + (range.count - first + columns - 1) / columns;
  for (std::int64_t i = 0; i < rows; ++i) numbers[i] = number(row + i);
  kernels_.spread(numbers, first, columns, range.count, to);
}

/// Bytes of a tensor that this tile is the first to touch.
void Workspace::count_read(const Reference& reference, Range range, std::int64_t columns) {
  const std::int64_t size = size_of(tensors_[reference.index].format);
  const std::int64_t end = range.first + range.count;
  switch (reference.walk) {
    case Reference::Walk::splat:
      return;  // counted when the launch began
    case Reference::Walk::whole:
    case Reference::Walk::turned:
      traffic_->read += range.count * size;
      return;
    case Reference::Walk::periodic:
      traffic_->read += std::max<std::int64_t>(0, std::min(end, reference.period) - range.first) * size;
      return;
    case Reference::Walk::per_row: {
      const std::int64_t first_row = (range.first + columns - 1) / columns, end_row = (end + columns - 1) / columns;
      traffic_->read += std::max<std::int64_t>(0, std::min(end_row, reference.access.rows) - first_row) * size;
      return;
    }
  }
}

void Workspace::find_operands(const std::vector<int>& references, int phase, Range range, Block block,
                              std::int64_t columns) {
  for (const int index : references) {
    resolve(index, range, block, columns);
    if (traffic_ == nullptr) continue;
    const Reference& reference = stage_.references[index];
    if (reference.counted_in == phase) count_read(reference, range, columns);
  }
}

void Workspace::run_elements(std::size_t phase, Range range, Block block) {
  find_operands(stage_.phases[phase].element_operands, static_cast<int>(phase), range, block, stage_.columns);
  for (Prepared& prepared : elements_[phase]) {
    if (prepared.step->reduces()) {
      reduce(prepared, range, block);
    } else {
      execute(prepared, range, within(range, block, stage_.columns));
    }
  }
}

std::int64_t Workspace::within(Range range, Block block, std::int64_t columns) const {
  return stage_.streams() ? 0 : range.first - block.first_row * columns;
}

/// `within`: place of the range in its block.
void Workspace::execute(Prepared& prepared, Range range, std::int64_t within) {
  const Step& step = *prepared.step;
  Call& call = prepared.call;
  point_fetches(prepared, range);
  call.count = range.count;
  call.index = range.first;
  switch (step.out.to) {
    case Destination::To::tensor: {
      const std::int64_t size = size_of(call.out_format);
      call.out = tensors_[step.out.index].data + range.first * size;
      if (traffic_ != nullptr && tensors_[step.out.index].counted) traffic_->written += range.count * size;
      break;
    }
    case Destination::To::tile:
      call.out = tiles_[step.out.index];
      break;
    case Destination::To::kept:
      call.out = kept_[step.out.index] + within;
      break;
    case Destination::To::row:
      call.out = rows_[step.out.index] + within;
      break;
    case Destination::To::sum:
      call.out = sums_[step.out.index];
      break;
  }
  prepared.kernel(call);
}

/// Of each row in the range, if its entry is in it: else the sum stays as it is, and that began at 0.
void Workspace::pick(const Prepared& prepared, Range range, Block block) {
  const Step& step = *prepared.step;
  const Operand& from = *prepared.call.a;
  const auto* numbers = reinterpret_cast<const std::int32_t*>(tensors_[step.numbers].data);
  const std::int64_t columns = stage_.columns, end = range.first + range.count;
  for (std::int64_t row = range.first / columns; row * columns < end; ++row) {
    if (traffic_ != nullptr && step.counted && row * columns >= range.first) traffic_->read += sizeof(std::int32_t);
    const std::int64_t at = row * columns + numbers[row] - range.first;
    if (at < 0 || at >= range.count) continue;
    const float picked = element(from.data, from.format, at * from.step);
    partial_[step.out.index][block.rows == 1 ? 0 : row - block.first_row] = static_cast<double>(picked);
  }
}

/// The part of each row in the range; numbers of entries are their columns.
void Workspace::rank(const Prepared& prepared, Range range, Block block) {
  constexpr std::int64_t together = 512;
  alignas(64) float room[together];
  const Step& step = *prepared.step;
  const Operand& from = *prepared.call.a;
  const std::int64_t columns = stage_.columns, end = range.first + range.count;
  for (std::int64_t at = range.first; at < end;) {
    const std::int64_t row = at / columns, count = std::min({together, end - at, (row + 1) * columns - at});
    const auto* place = static_cast<const std::byte*>(from.data) + (at - range.first) * size_of(from.format);
    const float* entries = bring(place, from.format, count, room);
    const std::int64_t first = step.planted == Fault::number_in_tile ? at - range.first : at - row * columns;
    RankedEntries& of_row = ranked_[step.out.index][block.rows == 1 ? 0 : row - block.first_row];
    of_row.take(entries, count, first, step.planted == Fault::wrong_op);
    at += count;
  }
}

void Workspace::write_ranked(const Step& step, Block block) {
  for (std::int64_t row = 0; row < block.rows; ++row) {
    const std::int64_t bytes = ranked_[step.out.index][row].write(block.first_row + row, step.ranked, tensors_);
    if (traffic_ != nullptr) traffic_->written += bytes;
  }
}

void Workspace::reduce(Prepared& prepared, Range range, Block block) {
  const Step& step = *prepared.step;
  if (step.numbers >= 0) return pick(prepared, range, block);
  if (!step.ranked.empty()) return rank(prepared, range, block);
  Call& call = prepared.call;
  point_fetches(prepared, range);
  call.count = range.count;
  const std::int64_t row = block.rows == 1 ? 0 : range.first / stage_.columns - block.first_row;
  step.reduction(call, stage_.columns, partial_[step.out.index].data() + row * numbers_of(step.op));
}

void Workspace::start_rows(std::size_t phase, std::int64_t rows) {
  for (const Prepared& prepared : elements_[phase]) {
    if (!prepared.step->reduces()) continue;
    const chain::Op op = prepared.step->op;
    if (!prepared.step->ranked.empty()) {
      for (RankedEntries& row : ranked_[prepared.step->out.index]) row.clear();
      continue;
    }
    std::fill_n(partial_[prepared.step->out.index].begin(), rows * numbers_of(op), start(op));
  }
}

void Workspace::absorb(const Workspace& other, std::size_t phase, std::int64_t rows) {
  for (const Prepared& prepared : elements_[phase]) {
    if (!prepared.step->reduces()) continue;
    const auto slot = static_cast<std::size_t>(prepared.step->out.index);
    for (std::size_t row = 0; row < ranked_[slot].size(); ++row) ranked_[slot][row].join(other.ranked_[slot][row]);
    if (!prepared.step->ranked.empty()) continue;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t at = row * numbers_of(prepared.step->op);
      double& sum = partial_[prepared.step->out.index][at];
      const double& more = other.partial_[prepared.step->out.index][at];
      if (prepared.step->op == chain::Op::var) {
        Moments::in(&sum).join(Moments::in(&more)).keep(&sum);
      } else if (prepared.step->op != chain::Op::max) {
        sum += more;
      } else if (std::isnan(more) || more > sum) {
        sum = more;
      }
    }
  }
}

void Workspace::finish_rows(std::size_t phase, Block block) {
  for (const Prepared& prepared : elements_[phase]) {
    if (!prepared.step->reduces()) continue;
    if (!prepared.step->ranked.empty()) {
      write_ranked(*prepared.step, block);
      continue;
    }
    const std::vector<double>& sums = partial_[prepared.step->out.index];
    float* const rows = rows_[prepared.step->out.index];
    const double by = prepared.step->op == chain::Op::mean ? static_cast<double>(stage_.columns) : 1.0;
    for (std::int64_t row = 0; row < block.rows; ++row) {
      const bool variance = prepared.step->op == chain::Op::var;
      rows[row] = static_cast<float>(variance ? Moments::in(&sums[row * numbers_of(chain::Op::var)]).variance()
                                              : sums[row] / by);
    }
  }
  const Range range{block.first_row, block.rows};
  find_operands(stage_.phases[phase].row_operands, static_cast<int>(phase), range, block, 1);
  for (Prepared& prepared : row_steps_[phase]) execute(prepared, range, 0);
}

}  // namespace device::cpu
