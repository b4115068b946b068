// Both orders in which weights lie: a row of columns at a time, or each column along its depth.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "device/cpu/product/few_rows.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include "device/cpu/product/few_rows.hpp"
#include "device/cpu/product/unpack-inl.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

constexpr std::int64_t rows_ahead = 8;  // of the right operand: the prefetcher loses a row's trace at its end

template <Format format>
HWY_INLINE V load_any(const std::byte* from) {
  if constexpr (is_packed(format)) return load_packed(from, format);
  return load(from, 0, format);
}

/// `count` elements of a vector, the rest 0.
template <Format format>
HWY_INLINE V load_few(const std::byte* from, std::int64_t count) {
  HWY_ALIGN std::byte room[splat_elements * sizeof(float)] = {};
  std::memcpy(room, from, static_cast<std::size_t>(count * bytes_of(format)));
  return load_any<format>(room);
}

HWY_INLINE V few_numbers(const float* from, std::int64_t count) {
  return load_few<Format::f32>(reinterpret_cast<const std::byte*>(from), count);
}

/// out += left * w, of all rows and of one vector of columns.
template <int rows, int together, bool whole>
HWY_INLINE void add_weights(const FewRows& call, const V (&w)[together], std::int64_t at, std::int64_t column,
                            std::size_t count) {
  const D d;
  for (int row = 0; row < rows; ++row) {
    const float* left = call.left + row * call.left_step + at;
    float* out = call.out + row * call.out_step + column;
    V total = whole ? hn::LoadU(d, out) : few_numbers(out, static_cast<std::int64_t>(count));
    for (int i = 0; i < together; ++i) total = hn::MulAdd(hn::Set(d, left[i]), w[i], total);
    if constexpr (whole) {
      hn::StoreU(total, d, out);
    } else {
      HWY_ALIGN float room[splat_elements];
      hn::Store(total, d, room);
      std::memcpy(out, room, count * sizeof(float));
    }
  }
}

/// Some steps of the depth, from `at` on, times a vector of columns; `count` of them where `whole` is false.
template <Format format, int rows, int together, bool whole>
HWY_INLINE void add_columns(const FewRows& call, std::int64_t at, std::int64_t column, std::size_t count) {
  const std::int64_t step = call.right.depth_step * bytes_of(format);
  const std::byte* from = call.right.data + at * step + column * bytes_of(format);
  V w[together];
  for (int i = 0; i < together; ++i) {
    __builtin_prefetch(from + (rows_ahead + i) * step);
    if constexpr (whole) {
      w[i] = load_any<format>(from + i * step);
    } else {
      w[i] = load_few<format>(from + i * step, static_cast<std::int64_t>(count));
    }
  }
  add_weights<rows, together, whole>(call, w, at, column, count);
}

/// The same of weights of which two steps share a byte; `together` and `at` are even.
template <int rows, int together, bool whole>
HWY_INLINE void add_halves(const FewRows& call, std::int64_t at, std::int64_t column, std::size_t count) {
  const std::int64_t step = call.right.depth_step;
  const std::byte* from = call.right.data + at / 2 * step + column;
  V w[together];
  for (int i = 0; i < together; i += 2) {
    const std::byte* both = from + i / 2 * step;
    __builtin_prefetch(both + rows_ahead * step);
    HWY_ALIGN std::byte room[splat_elements] = {};
    if constexpr (!whole) std::memcpy(room, both, count);
    const auto bytes = load_bytes(whole ? both : room);
    w[i] = lower_halves(bytes);
    w[i + 1] = upper_halves(bytes);
  }
  add_weights<rows, together, whole>(call, w, at, column, count);
}

/// Steps [at, at + together) of the depth times all columns: sums stay in L1, some of the right operand's rows stream
/// by at a time.
template <Format format, int rows, int together>
HWY_INLINE void add_steps(const FewRows& call, std::int64_t at) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(D()));
  std::int64_t column = 0;
  for (; column + lanes <= call.right.count; column += lanes) {
    if constexpr (format == Format::i4_even) {
      add_halves<rows, together, true>(call, at, column, 0);
    } else {
      add_columns<format, rows, together, true>(call, at, column, 0);
    }
  }
  if (column == call.right.count) return;
  const auto rest = static_cast<std::size_t>(call.right.count - column);
  if constexpr (format == Format::i4_even) {
    add_halves<rows, together, false>(call, at, column, rest);
  } else {
    add_columns<format, rows, together, false>(call, at, column, rest);
  }
}

template <Format format, int rows>
void across(const FewRows& call) {
  for (int row = 0; row < rows; ++row) std::fill_n(call.out + row * call.out_step, call.right.count, 0.0f);
  std::int64_t at = 0;
  for (; at + 4 <= call.right.depth; at += 4) add_steps<format, rows, 4>(call, at);
  constexpr int fewest = format == Format::i4_even ? 2 : 1;
  for (; at < call.right.depth; at += fewest) add_steps<format, rows, fewest>(call, at);
}

/// `together` columns side by side, each a dot product with every row.
template <Format format, int rows, int together>
HWY_INLINE void dot(const FewRows& call, std::int64_t column) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const Lines& right = call.right;
  const std::int64_t size = bytes_of(format), step = right.line_step * size;
  const std::byte* from = right.data + column * step;
  V sums[rows][together];
  for (auto& of_row : sums) std::fill_n(of_row, together, hn::Zero(d));
  std::int64_t at = 0;
  for (; at + lanes <= right.depth; at += lanes) {
    V w[together];
    for (int i = 0; i < together; ++i) w[i] = load_any<format>(from + i * step + at * size);
    for (int row = 0; row < rows; ++row) {
      const V left = hn::LoadU(d, call.left + row * call.left_step + at);
      for (int i = 0; i < together; ++i) sums[row][i] = hn::MulAdd(left, w[i], sums[row][i]);
    }
  }
  if (const std::int64_t rest = right.depth - at; rest > 0) {
    for (int row = 0; row < rows; ++row) {
      const V left = few_numbers(call.left + row * call.left_step + at, rest);
      for (int i = 0; i < together; ++i) {
        sums[row][i] = hn::MulAdd(left, load_few<format>(from + i * step + at * size, rest), sums[row][i]);
      }
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < together; ++i) {
      call.out[row * call.out_step + column + i] = hn::GetLane(hn::SumOfLanes(d, sums[row][i]));
    }
  }
}

template <Format format, int rows>
void along(const FewRows& call) {
  constexpr int together = rows > 4 ? 2 : 4;  // accumulators that fit the registers
  std::int64_t column = 0;
  for (; column + together <= call.right.count; column += together) dot<format, rows, together>(call, column);
  for (; column < call.right.count; ++column) dot<format, rows, 1>(call, column);
}

template <Format format, int rows>
void multiply_rows(const FewRows& call) {
  // Of a single column both lie side by side; packed halves never do along the depth.
  if constexpr (!is_packed(format)) {
    if (call.right.depth_step == 1) return along<format, rows>(call);
  }
  across<format, rows>(call);
}

template <Format format>
void of_format(const FewRows& call) {
  using Loop = void (*)(const FewRows&);
  static constexpr Loop loops[few_rows_at_most] = {
      &multiply_rows<format, 1>, &multiply_rows<format, 2>, &multiply_rows<format, 3>, &multiply_rows<format, 4>,
      &multiply_rows<format, 5>, &multiply_rows<format, 6>, &multiply_rows<format, 7>, &multiply_rows<format, 8>};
  loops[call.rows - 1](call);
}

void multiply(const FewRows& call) {
  switch (call.right.format) {
    case Format::f32:
      return of_format<Format::f32>(call);
    case Format::f16:
      return of_format<Format::f16>(call);
    case Format::bf16:
    case Format::bf16_cut:  // differs where it is written only
      return of_format<Format::bf16>(call);
    case Format::i8:
      return of_format<Format::i8>(call);
    case Format::i4_even:
    case Format::i4_odd:  // a product begins with an even step
      return of_format<Format::i4_even>(call);
  }
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace device::cpu {
HWY_EXPORT(multiply);
void multiply_few_rows(const FewRows& call) {
  HWY_DYNAMIC_DISPATCH(multiply)(call);
}
}  // namespace device::cpu
#endif
