// Bounds by interval where a function is steep or has an edge, by derivative elsewhere.
#include "chain/error_bound.hpp"

#include "chain/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace chain {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double half_ulp = 0x1p-24;          ///< relative rounding error of f32
constexpr double smallest_normal = 0x1p-126;  ///< of f32
constexpr double largest_f32 = 0x1.fffffep127;

double ulp32(double value) {
  return ulp(value, Dtype::f32);
}

/// The furthest that f(x) moves while x moves by its error, for a function that is steepest towards `edge` on the left.
template <class Function>
double left_of(Function f, const Bounded& x, double edge) {
  if (x.error == 0 || x.value + x.error < edge) return 0;
  return x.value - x.error <= edge ? infinity : std::abs(f(x.value - x.error) - f(x.value));
}

double quotient_error(const Bounded& x, const Bounded& y) {
  if (y.error == 0 && y.value == 0) return 0;
  if (std::abs(y.value) <= y.error) return infinity;
  if (std::isinf(y.value)) return 0;
  return (x.error + std::abs(x.value / y.value) * y.error) / (std::abs(y.value) - y.error);
}

/// Slope of x * sigmoid(k(x)) and of x * Phi(x); curvature of all three is below 1.2.
double gate_slope(Op op, double x) {
  if (op == Op::gelu_erf) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
  }
  const double c = 2 * std::sqrt(2 / std::numbers::pi);
  const double inner = op == Op::gelu ? c * (x + 0.044715 * x * x * x) : x;
  const double slope = op == Op::gelu ? c * (1 + 3 * 0.044715 * x * x) : 1;
  const double s = compute(Op::sigmoid, inner, 0);
  return s + (s == 0 || s == 1 ? 0 : x * s * (1 - s) * slope);
}

/// How far the result moves because the operands are off.
double carried(Op op, const Bounded& x, const Bounded& y, double result) {
  const auto at = [op](double v) { return compute(op, v, 0); };
  switch (op) {
    case Op::add:
    case Op::sub:
      return x.error + y.error;
    case Op::mul:
    case Op::dequant:
      return std::abs(x.value) * y.error + std::abs(y.value) * x.error + x.error * y.error;
    case Op::div:
      return quotient_error(x, y);
    case Op::reciprocal:
      return quotient_error({1, 0}, x);
    case Op::neg:
    case Op::abs:
    case Op::relu:
      return x.error;
    // Where no error can change which of them it is, the other's does not matter.
    case Op::maximum:
    case Op::minimum: {
      if (!(std::abs(x.value - y.value) > x.error + y.error)) return std::max(x.error, y.error);
      return result == x.value ? x.error : y.error;
    }
    case Op::square:
      return (2 * std::abs(x.value) + x.error) * x.error;
    case Op::sqrt:
    case Op::rsqrt:
    case Op::log:
      return left_of(at, x, 0);
    case Op::exp:
      return std::abs(result) * std::expm1(x.error);
    case Op::sin:
    case Op::cos:
      return std::min(2.0, x.error);
    case Op::tanh: {
      const double t = std::tanh(std::max(0.0, std::abs(x.value) - x.error));
      return std::min(2.0, x.error * (1 - t * t));
    }
    // The slope s (1 - s) is the same on both sides; on the left no digit of it is lost.
    case Op::sigmoid: {
      const double s = compute(Op::sigmoid, std::min(0.0, x.error - std::abs(x.value)), 0);
      return std::min(1.0, x.error * s * (1 - s));
    }
    // Its slope is sigmoid, which grows.
    case Op::softplus:
      return x.error * compute(Op::sigmoid, x.value + x.error, 0);
    case Op::gelu:
    case Op::gelu_erf:
    case Op::silu:
      return std::abs(gate_slope(op, x.value)) * x.error + 1.2 * x.error * x.error;
    case Op::input:
    case Op::sum:
    case Op::mean:
    case Op::max:
    case Op::var:
    case Op::pick:
    case Op::cast:
    case Op::dropout:
    case Op::causal:
    case Op::matmul:
    case Op::transpose:
    case Op::heads:
    case Op::merge:
    case Op::gather:
    case Op::argmax:
    case Op::topk:
    case Op::topk_index:
    case Op::grouped:
    case Op::scatter_add:
      break;
  }
  assert(false && "not a pointwise op on numbers");
  return infinity;
}

/// What the op's own kernel may add: its ulp bound, in ulps of the result or of what cancels on the way to it.
double own(Op op, double x, double result) {
  const double bound = info(op).ulp_bound;
  switch (op) {
    // 1 + tanh and 1 + erf cancel for negative x: the error is that of x / 2.
    case Op::gelu:
    case Op::gelu_erf:
      return bound * ulp32(std::max(std::abs(result), std::abs(x) / 2));
    // exp(-x) overflows a little before the result is 0.
    case Op::sigmoid:
      return bound * ulp32(result) + smallest_normal;
    case Op::silu:
      return bound * ulp32(result) + std::abs(x) * smallest_normal;
    // Beyond the first turn the argument is reduced, which costs digits beside a zero.
    case Op::sin:
    case Op::cos:
      return bound * ulp32(std::max(std::abs(result), std::abs(x) > 1 ? 0x1p-10 : 0));
    default:
      return bound * ulp32(result);
  }
}

/// Into the range of f32: beyond its largest number is infinity, or nobody knows; below its smallest normal number a
/// kernel that rounds may flush to zero.
Bounded in_range(Bounded result, bool rounds) {
  const double size = std::abs(result.value);
  if (std::isnan(result.error)) result.error = infinity;
  if (std::isfinite(size) && size + result.error > largest_f32) {
    if (size - result.error <= largest_f32) return {result.value, infinity};
    return {std::copysign(infinity, result.value), 0};
  }
  if (rounds && size > 0 && size < smallest_normal) result.error += smallest_normal;
  return result;
}

/// A sum whose terms are of this size together: those of one sign, if they come first, may leave f32 where the whole
/// does not, or is divided by its count later. Where the whole leaves it too, it does so in any order, unless those of
/// the other sign do as well.
bool may_overflow(const Bounded& sum, double magnitude, bool divided) {
  const double size = std::abs(sum.value);
  const double more = (magnitude + size) / 2 + sum.error, less = (magnitude - size) / 2 + sum.error;
  const bool surely = !divided && size - sum.error > largest_f32 && less <= largest_f32;
  return more > largest_f32 && !surely;
}

/// The error of a sum with a term that is infinite: none, but where its finite terms, of this size together, may become
/// the other infinity first.
double beside_infinity(double sum, double magnitude) {
  return std::isinf(sum) && magnitude > largest_f32 ? infinity : 0;
}

}  // namespace

Bounded apply_bounded(Op op, const Bounded& x, const Bounded& y) {
  Bounded result{compute(op, x.value, y.value), 0};
  if (std::isinf(x.error) || std::isinf(y.error)) return {result.value, infinity};
  const double moved = carried(op, x, y, result.value);
  // Infinity and NaN are exact as long as the operands do not stand at an edge.
  if (!std::isfinite(result.value)) return {result.value, std::isinf(moved) ? infinity : 0};
  result.error = moved;
  // A correctly rounded op has no error where exact operands give a number that f32 holds: sums of bf16 numbers mostly
  // do.
  const bool correctly_rounded = info(op).ulp_bound <= 0.5;
  if (correctly_rounded && moved == 0 && rounded(result.value, Dtype::f32) == result.value) return result;
  if (info(op).ulp_bound > 0) result.error += own(op, x.value, std::abs(result.value) + moved);
  return in_range(result, info(op).ulp_bound > 0);
}

Bounded scale_bounded(const Bounded& x, double factor) {
  Bounded result{x.value * factor, x.error * factor};
  if (!std::isfinite(result.value)) return result;
  result.error += info(Op::dropout).ulp_bound * ulp32(std::abs(result.value) + result.error);
  return in_range(result, true);
}

Bounded round_bounded(const Bounded& x, Dtype dtype) {
  const double value = rounded(x.value, dtype);
  if (!std::isfinite(x.value) || std::isinf(x.error)) return {value, x.error};
  // In a kernel the number was f32 already: only the reference is rounded here.
  if (dtype == Dtype::f32) return {value, std::isinf(value) ? infinity : x.error + std::abs(value - x.value)};
  const double low = rounded(x.value - x.error, dtype), high = rounded(x.value + x.error, dtype);
  if (std::isinf(value) && low == high) return {value, 0};
  return {value, std::max(high - value, value - low)};
}

/// What a kernel keeps after one more element: an addition in f32, then the rounding.
static double one_more(double kept, double x, Dtype dtype) {
  return rounded(rounded(kept + x, Dtype::f32), dtype);
}

void BoundedReduction::add_in_order(const Bounded& x) {
  kept_.value = one_more(kept_.value, x.value, *accumulate_);
  least_ = one_more(least_, x.value - x.error, *accumulate_);
  most_ = one_more(most_, x.value + x.error, *accumulate_);
  errors_ += x.error;
  ++count_;
}

Bounded BoundedReduction::sum_in_order() const {
  const double n = op_ == Op::mean ? static_cast<double>(count_) : 1;
  const double value = kept_.value / n;
  if (!std::isfinite(errors_)) return {value, infinity};
  if (!std::isfinite(value)) return {value, least_ == most_ || std::isnan(value) ? 0 : infinity};
  const double moved = std::max(most_ - kept_.value, kept_.value - least_) / n;
  if (!std::isfinite(moved)) return {value, infinity};
  const bool divides = op_ == Op::mean;
  return in_range({value, moved + (divides ? ulp32(std::abs(value) + moved) : 0)}, divides);
}

/// Welford's: as stable as two passes.
void BoundedReduction::add_distance(const Bounded& x) {
  ++count_;
  const double before = x.value - mean_;
  mean_ += before / static_cast<double>(count_);
  distances_ += before * (x.value - mean_);
  magnitude_ += std::abs(x.value);
  errors_ += x.error * x.error;
}

/// What the operands' errors carry in is at most 2 x the distances' root mean square x that of the errors, and the
/// square of the latter. A kernel's own: each of its means is off by some roundings of the elements' size, which moves
/// every distance from it.
Bounded BoundedReduction::variance() const {
  const auto n = static_cast<double>(count_);
  const double value = distances_ / n;
  if (std::isinf(errors_) || std::isnan(errors_)) return {value, infinity};
  if (!std::isfinite(value)) return {value, 0};
  const double steps = (std::min(n, 1024.0) + 7) / 8 + 8;
  const double spread = std::sqrt(value), carried = std::sqrt(errors_ / n);
  const double off = carried + steps * half_ulp * (magnitude_ / n + carried);
  const double error = 2 * spread * off + off * off + steps * half_ulp * value;
  if (may_overflow({distances_, n * error}, distances_, true)) return {value, infinity};
  return in_range({value, error + info(op_).ulp_bound * ulp32(value + error)}, true);
}

void BoundedReduction::add(const Bounded& x) {
  if (accumulate_) return add_in_order(x);
  if (op_ == Op::var) return add_distance(x);
  if (op_ == Op::max) {
    largest_ = count_ == 0 ? x.value : compute(Op::maximum, largest_, x.value);
    error_ = std::max(error_, x.error);
  } else {
    const double next = total_ + x.value;
    if (std::isfinite(next)) {
      carry_ += std::abs(total_) >= std::abs(x.value) ? (total_ - next) + x.value : (x.value - next) + total_;
    }
    total_ = next;
    if (std::isfinite(x.value)) magnitude_ += std::abs(x.value);
    error_ += x.error;
  }
  ++count_;
}

Bounded BoundedReduction::result() const {
  if (accumulate_) return sum_in_order();
  if (op_ == Op::var) return variance();
  if (op_ == Op::max) return {largest_, error_};
  const double n = op_ == Op::mean ? static_cast<double>(count_) : 1;
  const double value = (total_ + carry_) / n;
  if (std::isinf(error_)) return {value, infinity};
  if (!std::isfinite(value)) return {value, beside_infinity(value, magnitude_ + error_)};
  const std::int64_t depth = (std::min<std::int64_t>(count_, 1024) + 7) / 8 + 8;
  const auto steps = static_cast<double>(depth);
  if (may_overflow({value * n, error_}, magnitude_, op_ == Op::mean)) return {value, infinity};
  const double error = (error_ + steps * half_ulp * (magnitude_ + error_)) / n;
  return in_range({value, error + info(op_).ulp_bound * ulp32(std::abs(value) + error)}, true);
}

void BoundedProduct::add(const Bounded& a, const Bounded& b) {
  ++count_;
  const double product = a.value * b.value, next = total_ + product;
  if (std::isfinite(next)) {
    carry_ += std::abs(total_) >= std::abs(product) ? (total_ - next) + product : (product - next) + total_;
  }
  total_ = next;
  if (std::isfinite(product)) magnitude_ += std::abs(product);
  squares_ += product * product;
  whole_ = whole_ && product == std::floor(product);
  if (a.error == 0 && b.error == 0) return;
  error_ += std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error;
}

Bounded BoundedProduct::result(double roundoff) const {
  const double value = total_ + carry_, of_factors = 4 * roundoff * std::sqrt(squares_);
  if (std::isnan(error_) || std::isinf(error_)) return {value, infinity};
  if (!std::isfinite(value)) return {value, beside_infinity(value, magnitude_ + error_)};
  // Where every partial sum is a number that f32 holds, no order of them rounds: of inputs of -1, 0 and 1.
  const bool exact = whole_ && error_ == 0 && magnitude_ < 0x1p24;
  if (exact && roundoff == 0) return {value, 0};
  if (may_overflow({value, error_}, magnitude_, false)) return {value, infinity};
  const double in_any_order = 3 * half_ulp * (magnitude_ + error_);
  const double partial = std::max(std::abs(value), std::sqrt(squares_));
  const double cut_off = static_cast<double>(count_) / 16 * 2 * half_ulp * (partial + error_);
  return in_range({value, error_ + in_any_order + cut_off + of_factors}, true);
}

}  // namespace chain
