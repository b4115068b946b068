// Loads and stores of f32, f16 and bf16 as f32 vectors; included once a Highway target.
#if defined(ONETRIP_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_CONVERT_INL_H_
#undef ONETRIP_CONVERT_INL_H_
#else
#define ONETRIP_CONVERT_INL_H_
#endif

#include "device/cpu/kernels.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using DU = hn::RebindToUnsigned<D>;
using DU16 = hn::Rebind<std::uint16_t, D>;
using DF16 = hn::Rebind<hwy::float16_t, D>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;
using M = hn::Mask<D>;

#undef ONETRIP_HARDWARE_F16
/// F16C converts in hardware; elsewhere (SSE4, scalar) the integer way below.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define ONETRIP_HARDWARE_F16 1
#else
#define ONETRIP_HARDWARE_F16 0
#endif

HWY_INLINE V number(float value) {
  return hn::Set(D(), value);
}
HWY_INLINE VU bits(std::uint32_t value) {
  return hn::Set(DU(), value);
}
HWY_INLINE VU as_bits(V v) {
  return hn::BitCast(DU(), v);
}
HWY_INLINE V as_float(VU v) {
  return hn::BitCast(D(), v);
}

/// 16-bit patterns in 32-bit lanes -> f32.
HWY_INLINE V widen_f16(VU half) {
  const VU sign = hn::ShiftLeft<16>(hn::And(half, bits(0x8000)));
  const V scaled = hn::Mul(as_float(hn::ShiftLeft<13>(hn::And(half, bits(0x7FFF)))), number(0x1p112f));
  // exponent 31 must become 255: 2^112 x 2^(31-127+...) is at least 65536
  const M special = hn::Ge(scaled, number(65536.0f));
  const V magnitude = hn::IfThenElse(special, as_float(hn::Or(as_bits(scaled), bits(0x7F800000))), scaled);
  return as_float(hn::Or(as_bits(magnitude), sign));
}

/// f32 -> f16 patterns in 32-bit lanes, nearest even.
HWY_INLINE VU narrow_f16(V v) {
  const V magnitude = hn::Abs(v);
  const VU sign = hn::ShiftRight<16>(hn::And(as_bits(v), bits(0x80000000u)));
  // subnormal results: adding a half lets the hardware round at the right bit
  const VU small = hn::Sub(as_bits(hn::Add(magnitude, number(0.5f))), bits(0x3F000000));
  const VU odd = hn::And(hn::ShiftRight<13>(as_bits(magnitude)), bits(1));
  const VU normal = hn::ShiftRight<13>(hn::Add(hn::Add(as_bits(magnitude), bits(0xC8000FFFu)), odd));
  const VU finite = as_bits(hn::IfThenElse(hn::Lt(magnitude, number(0x1p-14f)), as_float(small), as_float(normal)));
  const VU big = as_bits(hn::IfThenElse(hn::Ge(magnitude, number(65520.0f)), as_float(bits(0x7C00)), as_float(finite)));
  const VU all = as_bits(hn::IfThenElse(hn::IsNaN(v), as_float(bits(0x7E00)), as_float(big)));
  return hn::Or(all, sign);
}

/// f32 -> bf16 patterns in 32-bit lanes, nearest even, NaN kept quiet.
HWY_INLINE VU narrow_bf16(V v) {
  const VU u = as_bits(v);
  const VU odd = hn::And(hn::ShiftRight<16>(u), bits(1));
  const V rounded = as_float(hn::Add(hn::Add(u, bits(0x7FFF)), odd));
  const V quiet = as_float(hn::Or(u, bits(0x400000)));
  return hn::ShiftRight<16>(as_bits(hn::IfThenElse(hn::IsNaN(v), quiet, rounded)));
}

/// Keeps the low halves of 32-bit lanes.
HWY_INLINE hn::Vec<DU16> halves(VU patterns) {
  return hn::DemoteTo(DU16(), hn::BitCast(DI(), patterns));
}

HWY_INLINE V load(const void* data, std::int64_t at, Format format) {
  const D d;
  switch (format) {
    case Format::f32:
      return hn::LoadU(d, static_cast<const float*>(data) + at);
    case Format::f16:
#if ONETRIP_HARDWARE_F16
      return hn::PromoteTo(d, hn::LoadU(DF16(), static_cast<const hwy::float16_t*>(data) + at));
#else
      return widen_f16(hn::PromoteTo(DU(), hn::LoadU(DU16(), static_cast<const std::uint16_t*>(data) + at)));
#endif
    case Format::bf16:
    case Format::bf16_cut:
    case Format::i8:
    case Format::i4_even:
    case Format::i4_odd:
      break;
  }
  const auto narrow = hn::LoadU(DU16(), static_cast<const std::uint16_t*>(data) + at);
  return as_float(hn::ShiftLeft<16>(hn::PromoteTo(DU(), narrow)));
}

/// `stream` demands that the address is a whole number of vectors.
HWY_INLINE void store(V v, void* data, std::int64_t at, Format format, bool stream) {
  const D d;
  const DU16 half;
  switch (format) {
    case Format::f32: {
      float* to = static_cast<float*>(data) + at;
      stream ? hn::Stream(v, d, to) : hn::StoreU(v, d, to);
      return;
    }
    case Format::f16: {
#if ONETRIP_HARDWARE_F16
      const auto narrow = hn::BitCast(half, hn::DemoteTo(DF16(), v));
#else
      const auto narrow = halves(narrow_f16(v));
#endif
      std::uint16_t* to = static_cast<std::uint16_t*>(data) + at;
      stream ? hn::Stream(narrow, half, to) : hn::StoreU(narrow, half, to);
      return;
    }
    case Format::bf16:
    case Format::bf16_cut: {
      const auto narrow = halves(format == Format::bf16 ? narrow_bf16(v) : hn::ShiftRight<16>(as_bits(v)));
      std::uint16_t* to = static_cast<std::uint16_t*>(data) + at;
      stream ? hn::Stream(narrow, half, to) : hn::StoreU(narrow, half, to);
      return;
    }
    case Format::i8:
    case Format::i4_even:
    case Format::i4_odd:
      return;  // nothing writes them
  }
}

/// Two vectors of neighbours: what a 16-bit format fills one vector with.
struct Two {
  V low, high;
};

/// The second one lies `stride` bytes after the first.
HWY_INLINE Two load_two(const char* from, std::int64_t stride, Format format) {
  return {load(from, 0, format), load(from + stride, 0, format)};
}

#if HWY_TARGET != HWY_SCALAR
using DHalves = hn::Repartition<std::uint16_t, D>;
HWY_INLINE void put_halves(hn::Vec<DHalves> halves, void* to, bool stream) {
  auto* at = static_cast<std::uint16_t*>(to);
  stream ? hn::Stream(halves, DHalves(), at) : hn::StoreU(halves, DHalves(), at);
}

HWY_INLINE VU rounded_to_upper(VU u) {
  return hn::Add(hn::Add(u, bits(0x7FFF)), hn::And(hn::ShiftRight<16>(u), bits(1)));
}
/// f32 -> bf16 in the upper halves of 32-bit lanes, nearest even. NaN is looked for once for both.
HWY_INLINE void round_to_upper(VU& low, VU& high) {
  const M nan = hn::Or(hn::IsNaN(as_float(low)), hn::IsNaN(as_float(high)));
  if (HWY_UNLIKELY(!hn::AllFalse(D(), nan))) {
    low = hn::ShiftLeft<16>(narrow_bf16(as_float(low)));
    high = hn::ShiftLeft<16>(narrow_bf16(as_float(high)));
    return;
  }
  low = rounded_to_upper(low);
  high = rounded_to_upper(high);
}
#endif

/// One after the other. `stream` demands that the address is a whole number of vectors.
HWY_INLINE void store_two(Two v, void* to, Format format, bool stream) {
#if HWY_TARGET == HWY_SCALAR
  store(v.low, to, 0, format, stream);
  store(v.high, to, 1, format, stream);
#else
  const D d;
  const DHalves half;
  switch (format) {
    case Format::f32:
      store(v.low, to, 0, format, stream);
      store(v.high, to, static_cast<std::int64_t>(hn::Lanes(d)), format, stream);
      return;
    case Format::f16:
#if ONETRIP_HARDWARE_F16
      return put_halves(hn::Combine(half, hn::BitCast(DU16(), hn::DemoteTo(DF16(), v.high)),
                                    hn::BitCast(DU16(), hn::DemoteTo(DF16(), v.low))),
                        to, stream);
#else
      return put_halves(
          hn::ConcatEven(half, hn::BitCast(half, narrow_f16(v.high)), hn::BitCast(half, narrow_f16(v.low))), to,
          stream);
#endif
    case Format::bf16:
    case Format::bf16_cut: {
      VU low = as_bits(v.low), high = as_bits(v.high);
      if (format == Format::bf16) round_to_upper(low, high);
      return put_halves(hn::ConcatOdd(half, hn::BitCast(half, high), hn::BitCast(half, low)), to, stream);
    }
    case Format::i8:
    case Format::i4_even:
    case Format::i4_odd:
      return;
  }
#endif
}

HWY_INLINE V rounded_bf16(V v) {
  return as_float(hn::ShiftLeft<16>(narrow_bf16(v)));
}
HWY_INLINE V rounded_f16(V v) {
#if ONETRIP_HARDWARE_F16
  return hn::PromoteTo(D(), hn::DemoteTo(DF16(), v));
#else
  return widen_f16(narrow_f16(v));
#endif
}

HWY_INLINE constexpr std::int64_t bytes_of(Format format) {
  return bytes_between(format);
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
