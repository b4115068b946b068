// The reference in double precision, with error bounds, at chosen elements. Source of every verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chain/chain.hpp"

namespace chain {

/// A value and how far a correct f32 kernel may be from it.
struct Bounded {
  double value = 0;
  double error = 0;
};

/// Element of input `value` (index into Chain::values), already rounded to its dtype.
using InputElement = std::function<double(int value, std::int64_t element)>;

/// base::random_element with the input's position as stream, rounded to its dtype: what every device fills with.
[[nodiscard]] InputElement random_inputs(const Chain& chain, std::uint64_t seed);

/// Elements `elements` of value `value`. `stored[v]` says that the plan writes v to DRAM: it is rounded there to its dtype.
/// Error bound: each op adds its ulp bound (op table, in f32 ulps of its result) + |derivative| x operand bound;
/// a stored value of a narrow dtype adds half an ulp of that dtype.
[[nodiscard]] std::vector<Bounded> evaluate(const Chain& chain, const std::vector<bool>& stored, const InputElement& input,
                                            int value, std::span<const std::int64_t> elements);

/// Whether dropout keeps an element: the same decision on every device.
[[nodiscard]] bool dropout_keeps(std::uint64_t seed, std::int64_t element, double probability);

}  // namespace chain
