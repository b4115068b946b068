// A vector of bytes is widened and converted; of two weights in a byte, the even row's are its lower half.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "device/cpu/product/unpack.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include "base/error.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/pack.hpp"
#include "device/cpu/product/unpack-inl.h"
#include "device/cpu/product/unpack.hpp"
#include "device/cpu/workspace.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

template <Format format>
void unpack_row(const std::byte* data, std::int64_t count, float* out) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t at = 0;
  for (; at + lanes <= count; at += lanes) hn::StoreU(load_packed(data + at, format), d, out + at);
  if (at >= count) return;
  const auto rest = static_cast<std::size_t>(std::min(count - at, splat_elements));
  HWY_ALIGN std::byte bytes[splat_elements] = {};
  HWY_ALIGN float numbers[splat_elements];
  std::memcpy(bytes, data + at, rest);
  hn::Store(load_packed(bytes, format), d, numbers);
  std::memcpy(out + at, numbers, rest * sizeof(float));
}

void unpack_any(const std::byte* data, Format format, std::int64_t count, float* out) {
  if (format == Format::i8) return unpack_row<Format::i8>(data, count, out);
  if (format == Format::i4_even) return unpack_row<Format::i4_even>(data, count, out);
  return unpack_row<Format::i4_odd>(data, count, out);
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace device::cpu {
HWY_EXPORT(unpack_any);

namespace {
constexpr std::int64_t piece_columns = 1024;
}

void unpack(const std::byte* data, Format format, std::int64_t count, float* out) {
  HWY_DYNAMIC_DISPATCH(unpack_any)(data, format, count, out);
}

Unpacking unpacking(const chain::Chain& chain, int dequant) {
  const chain::Value& value = chain.values[dequant];
  return {value.operands[0].value, value.operands[1].value, dequant, value.shape.rows(), value.shape.columns()};
}

std::int64_t UnpackRunner::pieces() const {
  return divided_up(what_.columns, piece_columns);
}

void UnpackRunner::piece(std::int64_t unit, bool last) const {
  alignas(64) float numbers[piece_columns];
  alignas(64) float room[piece_columns];
  const Tensor &from = tensors_[what_.weights], &scales = tensors_[what_.scales], &to = tensors_[what_.to];
  const std::int64_t row = unit / pieces(), column = unit % pieces() * piece_columns;
  const std::int64_t count = std::min(piece_columns, what_.columns - column);
  const Lines lines{from.data, from.format, 1, what_.columns, what_.columns, what_.rows};
  const Lines here = device::cpu::from(lines, column, row);
  unpack(here.data, here.format, count, numbers);
  const Operand weights{numbers, 1, Format::f32};
  const Operand factors{bring(scales.data + column * size_of(scales.format), scales.format, count, room), 1,
                        Format::f32};
  Call call;
  call.a = &weights;
  call.b = &factors;
  call.out = to.data + (row * what_.columns + column) * size_of(to.format);
  call.out_format = to.format;
  call.count = count - (fault_ == Fault::short_tail && last ? 1 : 0);
  const chain::Op op = fault_ == Fault::wrong_op ? chain::Op::add : chain::Op::mul;
  kernels().ops[static_cast<std::size_t>(op)].edge(call);
}

Traffic UnpackRunner::run(bool counting, const std::stop_token& stop) {
  const std::int64_t units = what_.rows * pieces();
  pool_.run([&](int thread) {
    Share share = share_of(units, thread, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == units) share.last = share.first;
    for (std::int64_t unit = share.first; unit < share.last && !stop.stop_requested(); ++unit) {
      piece(unit, unit + 1 == units);
    }
  });
  if (stop.stop_requested()) throw base::Cancelled();
  if (!counting) return {};
  const std::int64_t elements = what_.rows * what_.columns;
  const bool halves = tensors_[what_.weights].format != Format::i8;
  return {elements / (halves ? 2 : 1) + what_.columns * size_of(tensors_[what_.scales].format),
          elements * size_of(tensors_[what_.to].format)};
}

}  // namespace device::cpu
#endif
