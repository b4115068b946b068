// Gradients in the shape of what they are gradients of: summed where it was stretched, stretched where it was summed.
#pragma once

#include "chain/backward_text.hpp"

#include <optional>

namespace chain {

/// An expression, and the shape of its result.
struct Gradient {
  std::string text;
  Shape shape;
};

/// Nothing but a name.
[[nodiscard]] bool is_name(std::string_view text);
/// The sum of two; a leading minus sign becomes a minus.
[[nodiscard]] Gradient sum_of(const Gradient& a, const Gradient& b);

/// Of the size of `value`: where it is one number for a whole row, 0 * x stretches it, x being an input of that size
/// if there is one.
[[nodiscard]] Gradient stretched(const Gradient& gradient, const Chain& forward, int value, BackwardText& text);

/// The gradient of an operand of shape `target` that was stretched to `value`: summed over what was stretched. It may
/// stay narrower than the target, but stretches to it. Nothing where no op can sum so: over what leads a matrix.
[[nodiscard]] std::optional<Gradient> reduced_to(const Shape& target, const Gradient& gradient, const Chain& forward,
                                                 int value, BackwardText& text);

}  // namespace chain
