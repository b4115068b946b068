// How errors of operands and of the op itself add up in a result.
#pragma once

#include "chain/evaluate.hpp"

#include <optional>

namespace chain {

/// The op on numbers that are off by their bounds, in f32 arithmetic: value and bound. `y` is ignored where the arity
/// is 1.
[[nodiscard]] Bounded apply_bounded(Op op, const Bounded& x, const Bounded& y);

/// x / (1 - p), the kept elements of a dropout.
[[nodiscard]] Bounded scale_bounded(const Bounded& x, double factor);

/// Rounded to the dtype, with the bound that is left (evaluate.hpp).
[[nodiscard]] Bounded round_bounded(const Bounded& x, Dtype dtype);

/// A row on its way through sum, mean, max or var. With an `accumulate` its sum is added in order and each partial sum
/// rounded: that is monotone, so beside it go the least and the largest that it may be, of operands that are off by
/// their bounds one way and the other.
class BoundedReduction {
 public:
  explicit BoundedReduction(Op op, std::optional<Dtype> accumulate = {}) : op_(op), accumulate_(accumulate) {}
  void add(const Bounded& x);
  [[nodiscard]] Bounded result() const;

 private:
  void add_in_order(const Bounded& x);
  void add_distance(const Bounded& x);
  [[nodiscard]] Bounded variance() const;
  [[nodiscard]] Bounded sum_in_order() const;

  Op op_;
  std::optional<Dtype> accumulate_;
  Bounded kept_ = {};                ///< of a sum in order; its error is not used
  double least_ = 0, most_ = 0;      ///< that it may be
  double mean_ = 0, distances_ = 0;  ///< Welford's: the mean so far, and the squared distances from it
  double errors_ = 0;                ///< of what came in: bounds, or of a variance their squares
  std::int64_t count_ = 0;
  double total_ = 0, carry_ = 0;  ///< Neumaier's compensated sum
  double magnitude_ = 0;          ///< of the finite terms
  double error_ = 0, largest_ = 0;
};

/// A sum of k products. Its bound: what the operands' errors carry into it, and 1.5 x 2^-23 x sum|ab|, which sums in
/// f32 of 16 products at a time stay below in any order (6 x 2^-23 x sqrt(k / 16) x sum|ab| / sqrt(k)); and k / 16 x
/// 2^-23 x the size of its partial sums, since a tensor core cuts them off where it should round them, each time
/// towards zero: |sum|, or where terms of both signs end near 0, sqrt(sum (ab)^2). A term that was dropped is above
/// both, but for results of a narrow dtype: for these there are exact inputs.
class BoundedProduct {
 public:
  void add(const Bounded& a, const Bounded& b);
  /// With a `roundoff`, that of each left factor as a kernel rounds it: these errors have no sign in common and add up
  /// as a walk does, below 4 x roundoff x sqrt(sum (ab)^2), seven times their standard deviation.
  [[nodiscard]] Bounded result(double roundoff = 0) const;

 private:
  double total_ = 0, carry_ = 0, magnitude_ = 0, squares_ = 0, error_ = 0;
  std::int64_t count_ = 0;
  bool whole_ = true;  ///< each product is a whole number
};

}  // namespace chain
