// base::random_bits in vectors, for dropout and for filling inputs; included once a Highway target.
#if defined(ONETRIP_RANDOM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_RANDOM_INL_H_
#undef ONETRIP_RANDOM_INL_H_
#else
#define ONETRIP_RANDOM_INL_H_
#endif

#include "base/random.hpp"
#include "device/cpu/convert-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

/// Random bits of element after element, and what is made of them.
class RandomLanes {
 public:
  RandomLanes(std::uint64_t seed, std::uint64_t stream, std::uint64_t first)
      : seed_(seed), stream_(stream), next_(first) {}
  V kept(std::uint64_t threshold, float factor) {
    return number(base::random_bits(seed_, stream_, next_++) >> 11 >= threshold ? factor : 0.0f);
  }
  V elements() { return number(base::random_element(seed_, stream_, next_++)); }

 private:
  std::uint64_t seed_, stream_, next_;
};

#else

using DU64 = hn::Repartition<std::uint64_t, D>;
using DI64 = hn::Repartition<std::int64_t, D>;
using VU64 = hn::Vec<DU64>;

/// Low 64 bits of a product with a constant.
HWY_INLINE VU64 times(VU64 a, std::uint64_t factor) {
  const DU64 d;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return VU64{_mm512_mullo_epi64(a.raw, hn::Set(d, factor).raw)};
#else
  const DU d32;
  const auto low = hn::BitCast(d32, hn::Set(d, factor & 0xFFFFFFFFu));
  const auto high = hn::BitCast(d32, hn::Set(d, factor >> 32));
  const VU a_low = hn::BitCast(d32, a), a_high = hn::BitCast(d32, hn::ShiftRight<32>(a));
  const VU64 cross = hn::Add(hn::MulEven(a_low, high), hn::MulEven(a_high, low));
  return hn::Add(hn::MulEven(a_low, low), hn::ShiftLeft<32>(cross));
#endif
}

/// Random bits of element after element, a vector of f32 lanes at a time: even elements in one half of the work, odd
/// ones in the other, so that their 32-bit results interleave into order.
class RandomLanes {
 public:
  RandomLanes(std::uint64_t seed, std::uint64_t stream, std::uint64_t first) {
    const DU64 d;
    // random_bits(seed, stream, index) begins with seed * .. + stream * .. + (index + 1) * step
    const std::uint64_t base = seed * 0x9E3779B97F4A7C15ull + stream * 0xD1B54A32D192ED03ull + (first + 1) * step;
    even_ = hn::Add(hn::Set(d, base), times(hn::Iota(d, 0), 2 * step));
    stride_ = hn::Set(d, static_cast<std::uint64_t>(hn::Lanes(D())) * step);
  }

  /// `factor` in the lanes of elements whose top 53 bits reach the threshold, 0 in the others.
  V kept(std::uint64_t threshold, float factor) {
    const DI64 d;
    const auto [even, odd] = next();
    const auto limit = hn::Set(d, static_cast<std::int64_t>(threshold) - 1);
    const auto reach = [&](VU64 z) {
      return hn::BitCast(D(), hn::VecFromMask(d, hn::Gt(hn::BitCast(d, hn::ShiftRight<11>(z)), limit)));
    };
    return hn::And(hn::OddEven(reach(odd), reach(even)), number(factor));
  }

  /// base::random_element of each lane.
  V elements() {
    const auto [even, odd] = next();
    const DI d;
    const auto top = hn::OddEven(hn::BitCast(d, hn::ShiftRight<8>(odd)), hn::BitCast(d, hn::ShiftRight<40>(even)));
    const auto whole = hn::And(top, hn::Set(d, 0xFFFFFF));
    return hn::Mul(hn::ConvertTo(D(), hn::Sub(whole, hn::Set(d, 1 << 23))), number(1.0f / (1 << 22)));
  }

 private:
  struct Halves {
    VU64 even, odd;
  };
  static constexpr std::uint64_t step = 0x8CB92BA72F3D8DD7ull;

  static HWY_INLINE VU64 mixed(VU64 z) {
    z = times(hn::Xor(z, hn::ShiftRight<30>(z)), 0xBF58476D1CE4E5B9ull);
    z = times(hn::Xor(z, hn::ShiftRight<27>(z)), 0x94D049BB133111EBull);
    return hn::Xor(z, hn::ShiftRight<31>(z));
  }
  HWY_INLINE Halves next() {
    const Halves halves{mixed(even_), mixed(hn::Add(even_, hn::Set(DU64(), step)))};
    even_ = hn::Add(even_, stride_);
    return halves;
  }

  VU64 even_, stride_;
};

#endif

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
