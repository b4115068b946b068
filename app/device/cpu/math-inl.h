// The functions of the op table in f32 vectors; included once a Highway target. Largest errors over all of f32, in ulps
// of the result, are held by tests/device/math_test.cpp: exp 1, log 4, sin 2, cos 2, tanh 4, sigmoid 3, silu 4,
// gelu 6, gelu_erf 6.
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

/// a * b + c where c nearly cancels a * b: rounded once, or as good as.
HWY_INLINE V product_error(V a, V b, V product);
HWY_INLINE V fused(V a, V b, V c) {
#if ONETRIP_FMA
  return hn::MulAdd(a, b, c);
#else
  const V product = hn::Mul(a, b);
  return hn::Add(hn::Add(product, c), product_error(a, b, product));
#endif
}

/// a * b - product exactly, where product is a * b rounded.
HWY_INLINE V product_error(V a, V b, V product) {
#if ONETRIP_FMA
  return hn::MulSub(a, b, product);
#else
  // Dekker: halves of 12 bits multiply without rounding.
  const VU high = bits(0xFFFFF000u);
  const V a1 = as_float(hn::And(as_bits(a), high)), a2 = hn::Sub(a, a1);
  const V b1 = as_float(hn::And(as_bits(b), high)), b2 = hn::Sub(b, b1);
  const V most = hn::Sub(hn::Mul(a1, b1), product);
  return hn::Add(hn::Add(hn::Add(most, hn::Mul(a1, b2)), hn::Mul(a2, b1)), hn::Mul(a2, b2));
#endif
}

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

/// 2^r for |r| <= 0.5 (and a little more): minimax polynomial, relative error 2^-27.
HWY_INLINE V exp2_near_zero(V r) {
  V p = number(1.53458244e-4f);
  p = hn::MulAdd(p, r, number(1.33999316e-3f));
  p = hn::MulAdd(p, r, number(9.61848891e-3f));
  p = hn::MulAdd(p, r, number(5.55032878e-2f));
  p = hn::MulAdd(p, r, number(0.240226469f));
  p = hn::MulAdd(p, r, number(0.693147206f));
  return hn::MulAdd(p, r, number(1.0f));
}

HWY_INLINE V exp(V x) {
  // Beyond these the result is 0 or infinity anyway. A NaN passes both comparisons untouched.
  const V low = hn::IfThenElse(hn::Lt(x, number(-110.0f)), number(-110.0f), x);
  const V t = hn::IfThenElse(hn::Gt(low, number(100.0f)), number(100.0f), low);
  const V n = hn::Round(hn::Mul(t, number(1.44269502f)));
  V r = hn::NegMulAdd(n, number(0.693359375f), t);  // exact: 9 bits times at most 8
  r = hn::NegMulAdd(n, number(-2.12194440e-4f), r);
  V p = number(1.9875691500e-4f);  // Cephes expf
  p = hn::MulAdd(p, r, number(1.3981999507e-3f));
  p = hn::MulAdd(p, r, number(8.3334519073e-3f));
  p = hn::MulAdd(p, r, number(4.1665795894e-2f));
  p = hn::MulAdd(p, r, number(1.6666665459e-1f));
  p = hn::MulAdd(p, r, number(5.0000001201e-1f));
  return scaled(hn::Add(hn::MulAdd(p, hn::Mul(r, r), r), number(1.0f)), n);
}

/// |x| cut at `cap`. A NaN may come out as the cap: the callers multiply by x, which brings it back.
HWY_INLINE V magnitude(V x, float cap) {
  return hn::Min(hn::Abs(x), number(cap));
}
HWY_INLINE M at_least_zero(V x) {
  return hn::Ge(x, hn::Zero(D()));
}

/// The two halves of sigmoid(x): with e = exp(-|x|) it is 1 / (1 + e) or e / (1 + e), so that nothing cancels or
/// overflows.
HWY_INLINE V sigmoid(V x) {
  const V one = number(1.0f);
  const V e = exp(hn::Neg(hn::Abs(x)));
  return hn::Div(hn::IfThenElse(at_least_zero(x), one, e), hn::Add(one, e));
}
HWY_INLINE V silu(V x) {
  const V e = exp(hn::Neg(hn::Abs(x)));
  return hn::Div(hn::IfThenElse(at_least_zero(x), x, hn::Mul(x, e)), hn::Add(number(1.0f), e));
}

/// x P(x^2) / Q(x^2): minimax on [0, 9.02], relative error 2^-25.5; tanh rounds to 1 above.
HWY_INLINE V tanh(V x) {
  const V bounded = hn::IfThenElse(hn::Gt(hn::Abs(x), number(9.01f)), hn::CopySign(number(9.01f), x), x);
  const V s = hn::Mul(bounded, bounded);
  V p = number(1.33841969e-08f);
  p = hn::MulAdd(p, s, number(2.06357642e-05f));
  p = hn::MulAdd(p, s, number(0.00349745459f));
  p = hn::MulAdd(p, s, number(0.133826848f));
  p = hn::MulAdd(p, s, number(1.0f));
  V q = number(7.79021346e-07f);
  q = hn::MulAdd(q, s, number(0.000328851198f));
  q = hn::MulAdd(q, s, number(0.0258843496f));
  q = hn::MulAdd(q, s, number(0.467160061f));
  q = hn::MulAdd(q, s, number(1.0f));
  const V y = hn::Div(hn::Mul(bounded, p), q);
  const V one = number(1.0f);
  return hn::IfThenElse(hn::Gt(hn::Abs(y), one), hn::CopySign(one, y), y);
}

/// x * sigmoid(2u), which is x * (1 + tanh(u)) / 2 without its cancellation. The exponent v (k1 + k2 v^2), v = |x|, is
/// formed in two parts: at x = -8 one ulp of it would be 40 ulps of the result.
HWY_INLINE V gelu(V x) {
  const V v = magnitude(x, 11.0f);                               // exp(-2u) is 0 there
  const V k2 = number(0.102943242f), k1 = number(2.302734375f);  // k1 of 11 bits, the rest in k1_rest
  const V k1_rest = number(-5.26176882e-4f), k2_rest = number(-2.01619854e-9f);
  const V s = hn::Mul(v, v);
  const V s_rest = product_error(v, v, s);
  const V high = as_float(hn::And(as_bits(hn::MulAdd(k2, s, k1)), bits(0xFFFFF000u)));  // 12 bits: k1 - high is exact
  const V rest = hn::Add(fused(k2, s, hn::Sub(k1, high)), hn::MulAdd(k2, s_rest, hn::MulAdd(k2_rest, s, k1_rest)));
  const V n = hn::Round(hn::Mul(v, high));
  const V r = hn::MulAdd(v, rest, fused(v, high, hn::Neg(n)));
  const V e = scaled(exp2_near_zero(hn::Neg(r)), hn::Neg(n));
  return hn::Div(hn::IfThenElse(at_least_zero(x), x, hn::Mul(x, e)), hn::Add(number(1.0f), e));
}

/// x * Phi(x) with Phi(-v) = exp(-v^2 / 2) P(v) / Q(v): minimax on [0, 14.6], relative error 2^-27.
HWY_INLINE V gelu_erf(V x) {
  const V v = magnitude(x, 14.6f);
  const V s = hn::Mul(v, v);
  const V s_rest = product_error(v, v, s);
  const V h = number(0.721347511f), h_rest = number(9.62981517e-9f);  // log2(e) / 2
  const V n = hn::Round(hn::Mul(s, h));
  const V r = hn::Add(fused(s, h, hn::Neg(n)), hn::MulAdd(s_rest, h, hn::Mul(s, h_rest)));
  const V e = scaled(exp2_near_zero(hn::Neg(r)), hn::Neg(n));
  V p = number(0.00412383974f);
  p = hn::MulAdd(p, v, number(0.0406838462f));
  p = hn::MulAdd(p, v, number(0.183385118f));
  p = hn::MulAdd(p, v, number(0.43849711f));
  p = hn::MulAdd(p, v, number(0.5f));
  V q = number(0.01033681521f);
  q = hn::MulAdd(q, v, number(0.101985658f));
  q = hn::MulAdd(q, v, number(0.469866618f));
  q = hn::MulAdd(q, v, number(1.203125652f));
  q = hn::MulAdd(q, v, number(1.674879207f));
  q = hn::MulAdd(q, v, number(1.0f));
  const V tail = hn::Mul(e, p);
  // Divided before it is multiplied by x, so that a huge x does not overflow on the way.
  return hn::Mul(x, hn::Div(hn::IfThenElse(at_least_zero(x), hn::Sub(q, tail), tail), q));
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
  if constexpr (op == Op::relu) return hn::IfThenElse(hn::Lt(a, hn::Zero(D())), hn::Zero(D()), a);
  if constexpr (op == Op::gelu) return gelu(a);
  if constexpr (op == Op::gelu_erf) return gelu_erf(a);
  if constexpr (op == Op::silu) return silu(a);
  if constexpr (op == Op::maximum) return maximum(a, b);
  if constexpr (op == Op::minimum) return minimum(a, b);
}

constexpr bool is_binary(chain::Op op) {
  using chain::Op;
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::maximum || op == Op::minimum;
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
