// Shapes of products and views, or the sentence why there is none.
#pragma once

#include "chain/mistakes.hpp"
#include "chain/op.hpp"
#include "chain/shape.hpp"

#include <cstdint>
#include <expected>
#include <string>

namespace chain {

/// A value by its name (or its text) and shape.
struct Named {
  std::string name;
  Shape shape;
};

using ShapeOrMistake = std::expected<Shape, Mistake>;

/// left [.., m, k] @ right [.., k, n] is [.., m, n]. The right's leading dimensions are equal to the left's or missing;
/// the last of them may divide the left's: heads in groups, each with one matrix on the right.
[[nodiscard]] ShapeOrMistake product_shape(const Named& left, const Named& right);

/// Which of the right's matrices multiplies the left's matrix of this number.
[[nodiscard]] std::int64_t right_matrix(const Shape& left, const Shape& right, std::int64_t matrix);

/// transpose: [.., a, b] to [.., b, a]. heads: [.., rows, columns] to [.., heads, rows, columns / heads]. merge: back.
[[nodiscard]] ShapeOrMistake view_shape(Op op, const Named& operand, std::int64_t heads);

/// The element of the operand, of shape `operand`, that the view shows as its element `element`.
[[nodiscard]] std::int64_t viewed(Op op, const Shape& operand, const Shape& view, std::int64_t element);

}  // namespace chain
