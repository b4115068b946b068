// The variance of a row tile by tile: each tile's own by two passes over what L1 holds, then joined (Chan); included
// once a Highway target.
#if defined(ONETRIP_VARIANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_VARIANCE_INL_H_
#undef ONETRIP_VARIANCE_INL_H_
#else
#define ONETRIP_VARIANCE_INL_H_
#endif

#include "device/cpu/loops-inl.h"
#include "device/cpu/moments.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

/// Elements [at, at + count) in f32, `count` of them at most a tile.
HWY_INLINE void read_tile(const Inputs& from, std::int64_t at, std::int64_t count, float* values) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::Store(compute<Copy>(from, at + i), d, values + i);
  if (i < count) hn::Store(compute_few<Copy>(from, at + i, count - i), d, values + i);
}

/// Of these numbers, in f32 lanes; whole vectors, then the rest one by one.
HWY_INLINE Moments moments(const float* values, std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const std::int64_t whole = count / lanes * lanes;
  V sum = hn::Zero(d), squares = hn::Zero(d);
  for (std::int64_t i = 0; i < whole; i += lanes) sum = hn::Add(sum, hn::Load(d, values + i));
  double total = static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)));
  for (std::int64_t i = whole; i < count; ++i) total += static_cast<double>(values[i]);
  const double mean = total / static_cast<double>(count);
  const V near = number(static_cast<float>(mean));
  for (std::int64_t i = 0; i < whole; i += lanes) {
    const V distance = hn::Sub(hn::Load(d, values + i), near);
    squares = hn::Add(squares, hn::Mul(distance, distance));
  }
  double distances = static_cast<double>(hn::GetLane(hn::SumOfLanes(d, squares)));
  for (std::int64_t i = whole; i < count; ++i) {
    const double distance = static_cast<double>(values[i] - static_cast<float>(mean));
    distances += distance * distance;
  }
  // The distances were taken from the mean as f32 holds it.
  const double off = mean - static_cast<double>(static_cast<float>(mean));
  const double all = static_cast<double>(count);
  return {all, mean, distances - all * off * off};
}

/// Rows of a tile into their three numbers each.
inline void variance(const Call& call, std::int64_t columns, double* sums) {
  HWY_ALIGN float values[reduction_tile + splat_elements];
  const Inputs from = inputs_of<Copy>(call);
  for (std::int64_t at = 0; at < call.count; at += columns, sums += numbers_of(chain::Op::var)) {
    const std::int64_t count = std::min(call.count - at, columns);
    read_tile(from, at, count, values);
    Moments::in(sums).join(moments(values, count)).keep(sums);
  }
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
