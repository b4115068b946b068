// The one table of derivatives: what a gradient is multiplied by on its way back through an op, in chain text.
#pragma once

#include "chain/op.hpp"

#include <array>
#include <string_view>

namespace chain {

/// A line that a rule needs, perhaps more than once.
struct RuleHelper {
  std::string_view name;  ///< what is added to the value's name: "t_step"
  std::string_view text;
};

/// Chain text with places to fill: $a and $b the operands, $y the result, $d the gradient that comes in, $n the
/// columns of the first operand, $e a number beside zero (of a norm: its epsilon), $1 to $3 the helpers, and $g the
/// gradient times the gain of a norm that has one.
struct Rule {
  std::array<std::string_view, 3> of;  ///< by operand; empty: that operand has none
  std::array<RuleHelper, 3> helpers;
};

/// Of a pointwise op or a reduction. Empty for ops whose gradient is no product of numbers at one place: cast, dropout,
/// causal, products and views, which grad.cpp writes; and what reads integers has none (dequant, gather,
/// pick).
///
/// Where an op has a corner, one side is taken: abs, relu at 0: 0; maximum and minimum of equals: the second operand
/// has it all; max of a row: those that are largest share it. A comparison is written with a clip: x * 1e38 is above 1
/// for every normal x > 0.
[[nodiscard]] const Rule& derivative(Op op);
/// Of "softmax", "rmsnorm" or "layernorm" as a whole, which is far shorter than op by op.
[[nodiscard]] const Rule& composition_derivative(std::string_view composition);

}  // namespace chain
