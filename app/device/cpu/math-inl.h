// The functions of the op table in f32 vectors; included once a Highway target. How far they are from the double
// reference over all of f32, on every target, is held by tests/device/math_test.cpp.
#if defined(ONETRIP_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ONETRIP_MATH_INL_H_
#undef ONETRIP_MATH_INL_H_
#else
#define ONETRIP_MATH_INL_H_
#endif

#include "device/cpu/convert-inl.h"

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

#undef ONETRIP_FMA
/// Whether MulAdd rounds once.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define ONETRIP_FMA 1
#else
#define ONETRIP_FMA 0
#endif

/// v * 2^n for whole n in [-300, 300]; underflows gradually, overflows to infinity.
HWY_INLINE V scaled(V v, V n) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  return V{_mm512_scalef_ps(v.raw, n.raw)};
#else
  const DI di;
  const auto whole = hn::ConvertTo(di, n);
  const auto half = hn::ShiftRight<1>(whole);
  const auto bias = hn::Set(di, 127);
  const V first = hn::BitCast(D(), hn::ShiftLeft<23>(hn::Add(half, bias)));
  const V second = hn::BitCast(D(), hn::ShiftLeft<23>(hn::Add(hn::Sub(whole, half), bias)));
  return hn::Mul(hn::Mul(v, first), second);
#endif
}

/// x cut to [low, high]; a NaN stays a NaN.
HWY_INLINE V cut(V x, float low, float high) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  return hn::IfThenElse(hn::IsNaN(x), x, hn::Min(hn::Max(x, number(low)), number(high)));
#else  // x86 returns the second operand of a comparison with a NaN; elsewhere a NaN wins
  return hn::Min(number(high), hn::Max(number(low), x));
#endif
}

/// The larger one; a NaN stays a NaN, and of two zeros x stays.
HWY_INLINE V at_least(V x, float low) {
#if HWY_TARGET == HWY_SSSE3 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || \
    HWY_TARGET == HWY_AVX3_DL
  return hn::Max(number(low), x);  // x86 returns the second operand of a comparison with a NaN, and of equal ones
#else
  return hn::IfThenElse(hn::Lt(x, number(low)), number(low), x);
#endif
}

/// c[0] + c[1] s + c[2] s^2 ...
template <std::size_t n>
HWY_INLINE V polynomial(V s, const float (&c)[n]) {
  V sum = number(c[n - 1]);
  for (std::size_t i = n - 1; i-- > 0;) sum = hn::MulAdd(sum, s, number(c[i]));
  return sum;
}

/// e^t = 2^n (1 + r c).
struct Power {
  V n, r, c;
};
/// For t in [-110, 100], or a NaN.
HWY_INLINE Power power_of_e(V t) {
  const V n = hn::Round(hn::Mul(t, number(1.44269502f)));
#if ONETRIP_FMA
  // r = t log2(e) - n without rounding the product; 2^r by a minimax polynomial, relative error 2^-29
  constexpr float c[] = {0.693147206f, 0.240226469f, 5.55032878e-2f, 9.61848891e-3f, 1.33999316e-3f, 1.53458244e-4f};
  const V r = hn::MulAdd(t, number(1.92596303e-8f), hn::MulSub(t, number(1.44269502f), n));
#else
  // r = t - n ln(2) in two parts, the first exact (9 bits times at most 8); e^r as in Cephes' expf
  constexpr float c[] = {
      1.0f, 5.0000001201e-1f, 1.6666665459e-1f, 4.1665795894e-2f, 8.3334519073e-3f, 1.3981999507e-3f, 1.9875691500e-4f};
  const V r = hn::NegMulAdd(n, number(-2.12194440e-4f), hn::NegMulAdd(n, number(0.693359375f), t));
#endif
  return {n, r, polynomial(r, c)};
}
HWY_INLINE V exp_in_range(V t) {
  const Power power = power_of_e(t);
  return scaled(hn::MulAdd(power.r, power.c, number(1.0f)), power.n);
}
HWY_INLINE V exp(V x) {
  return exp_in_range(cut(x, -110.0f, 100.0f));
}  // 0 and infinity begin before that

HWY_INLINE M at_least_zero(V x) {
  return hn::Ge(x, hn::Zero(D()));
}

/// e^-|x|.
HWY_INLINE V exp_down(V x) {
  return exp_in_range(cut(hn::Neg(hn::Abs(x)), -110.0f, 0.0f));
}

/// With e = e^-|x| it is 1 / (1 + e) or e / (1 + e): nothing cancels or overflows.
HWY_INLINE V sigmoid(V x) {
  const V one = number(1.0f), e = exp_down(x);
  return hn::Div(hn::IfThenElse(at_least_zero(x), one, e), hn::Add(one, e));
}
HWY_INLINE V silu(V x) {
  const V e = exp_down(x);
  return hn::Div(hn::IfThenElse(at_least_zero(x), x, hn::Mul(x, e)), hn::Add(number(1.0f), e));
}

/// max(x, 0) + log(1 + e^-|x|): nothing overflows, and below zero no digit is lost to the 1.
HWY_INLINE V softplus(V x) {
  return hn::Add(at_least(x, 0.0f), hn::Log1p(D(), exp_down(x)));
}

/// -E / (E + 2) with E = e^-2|x| - 1, formed so that nothing cancels for small x.
HWY_INLINE V tanh(V x) {
  const V one = number(1.0f);
  const Power power = power_of_e(hn::Mul(cut(hn::Abs(x), 0.0f, 16.0f), number(-2.0f)));
  const V scale = scaled(one, power.n);
  const V e = hn::MulAdd(scale, hn::Mul(power.r, power.c), hn::Sub(scale, one));
  return hn::CopySign(hn::Div(e, hn::Add(e, number(2.0f))), x);
}

/// x (1 + T(x)) / 2 with a rational T, which is exactly -1 and 1 at the ends of its interval.
template <std::size_t n>
HWY_INLINE V gated(V x, float end, const float (&p)[n], const float (&q)[n]) {
  const V b = cut(x, -end, end), s = hn::Mul(b, b), half = hn::Mul(x, number(0.5f));
  const V t = hn::Div(hn::Mul(b, polynomial(s, p)), polynomial(s, q));
  return hn::MulAdd(half, t, half);
}
/// T(x) = tanh(sqrt(2 / pi) (x + 0.044715 x^3)): minimax, absolute error 2^-26.
HWY_INLINE V gelu(V x) {
  constexpr float p[] = {0.79788466f, 0.0601435170f, 7.26295808e-3f, 2.63940428e-4f, 1.43614356e-5f, 5.05483283e-8f};
  constexpr float q[] = {1.0f, 0.242871214f, 0.0242082410f, 1.29255425e-3f, 7.59260110e-5f, 1.36044861e-6f};
  return gated(x, 5.45f, p, q);
}
/// T(x) = erf(x / sqrt(2)): minimax, absolute error 2^-25.7.
HWY_INLINE V gelu_erf(V x) {
  constexpr float p[] = {0.797884443f, 0.0687522826f, 9.41452374e-3f, 3.47702336e-4f, 1.27130835e-5f, 4.42906503e-8f};
  constexpr float q[] = {1.0f, 0.252833921f, 0.0289401083f, 1.91298048e-3f, 7.51021038e-5f, 1.18021311e-6f};
  return gated(x, 5.63f, p, q);
}

/// Highway's, with what it leaves out: zero, infinity, negative numbers.
HWY_INLINE V log(V x) {
  const D d;
  const V zero = hn::Zero(d), infinity = hn::Inf(d);
  V y = hn::Log(d, x);
  y = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), y);
  y = hn::IfThenElse(hn::Eq(x, infinity), infinity, y);
  return hn::IfThenElse(hn::Ge(x, zero), y, hn::NaN(d));
}

/// Highway reduces arguments up to 39000; lanes beyond ask the C library, one by one.
template <class Fast, class Slow>
HWY_INLINE V with_far_lanes(V x, Fast fast, Slow slow) {
  const D d;
  const M near = hn::Le(hn::Abs(x), number(39000.0f));
  if (HWY_LIKELY(hn::AllTrue(d, near))) return fast(x);
  HWY_ALIGN float in[splat_elements];
  HWY_ALIGN float out[splat_elements];
  hn::Store(x, d, in);
  hn::Store(fast(hn::IfThenElseZero(near, x)), d, out);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    if (!(std::abs(in[i]) <= 39000.0f)) out[i] = static_cast<float>(slow(static_cast<double>(in[i])));
  }
  return hn::Load(d, out);
}
struct FastSin {
  HWY_INLINE V operator()(V x) const { return hn::Sin(D(), x); }
};
struct FastCos {
  HWY_INLINE V operator()(V x) const { return hn::Cos(D(), x); }
};
struct SlowSin {
  double operator()(double x) const { return std::sin(x); }
};
struct SlowCos {
  double operator()(double x) const { return std::cos(x); }
};

/// NaN if either is, like the reference.
HWY_INLINE V maximum(V a, V b) {
  return hn::IfThenElse(hn::IsNaN(a), a, hn::IfThenElse(hn::Gt(a, b), a, b));
}
HWY_INLINE V minimum(V a, V b) {
  return hn::IfThenElse(hn::IsNaN(a), a, hn::IfThenElse(hn::Lt(a, b), a, b));
}

/// One op of the table on vectors; unary ones ignore b.
template <chain::Op op>
HWY_INLINE V apply(V a, V b) {
  using chain::Op;
  static_cast<void>(b);
  if constexpr (op == Op::add) return hn::Add(a, b);
  if constexpr (op == Op::sub) return hn::Sub(a, b);
  if constexpr (op == Op::mul) return hn::Mul(a, b);
  if constexpr (op == Op::div) return hn::Div(a, b);
  if constexpr (op == Op::neg) return hn::Neg(a);
  if constexpr (op == Op::abs) return hn::Abs(a);
  if constexpr (op == Op::square) return hn::Mul(a, a);
  if constexpr (op == Op::sqrt) return hn::Sqrt(a);
  if constexpr (op == Op::rsqrt) return hn::Div(number(1.0f), hn::Sqrt(a));
  if constexpr (op == Op::reciprocal) return hn::Div(number(1.0f), a);
  if constexpr (op == Op::exp) return exp(a);
  if constexpr (op == Op::log) return log(a);
  if constexpr (op == Op::sin) return with_far_lanes(a, FastSin(), SlowSin());
  if constexpr (op == Op::cos) return with_far_lanes(a, FastCos(), SlowCos());
  if constexpr (op == Op::tanh) return tanh(a);
  if constexpr (op == Op::sigmoid) return sigmoid(a);
  if constexpr (op == Op::relu) return at_least(a, 0.0f);
  if constexpr (op == Op::gelu) return gelu(a);
  if constexpr (op == Op::gelu_erf) return gelu_erf(a);
  if constexpr (op == Op::silu) return silu(a);
  if constexpr (op == Op::softplus) return softplus(a);
  if constexpr (op == Op::maximum) return maximum(a, b);
  if constexpr (op == Op::minimum) return minimum(a, b);
}

constexpr bool is_cheap_op(chain::Op op) {
  using chain::Op;
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::neg || op == Op::abs || op == Op::square ||
         op == Op::relu || op == Op::maximum || op == Op::minimum;
}
constexpr bool is_binary(chain::Op op) {
  using chain::Op;
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::maximum || op == Op::minimum;
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
