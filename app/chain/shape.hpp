// Shapes, and the one rule of broadcasting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chain {

struct Shape {
  std::vector<std::int64_t> dims;  ///< outermost first; never empty, each at least 1
  bool operator==(const Shape&) const = default;
  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] std::int64_t columns() const;  ///< the last dimension
  [[nodiscard]] std::int64_t rows() const;     ///< all the others together
};

[[nodiscard]] std::string show(const Shape& shape);  ///< "[8192, 8192]"

/// More elements than a tensor may have, found without overflow.
[[nodiscard]] bool too_large(const Shape& shape, std::int64_t most);

/// The shape both operands stretch to, aligned at the last dimension; nothing if they do not fit.
[[nodiscard]] std::optional<Shape> broadcast(const Shape& a, const Shape& b);

/// How an operand is read inside a result of shape R x C (rows x columns):
/// element (row, column) of the result reads operand[(row % rows) * row_stride + column * column_stride].
struct Access {
  std::int64_t rows = 1;           ///< rows the operand has of its own
  std::int64_t row_stride = 0;     ///< 0 (one row for all), 1 (one element a row) or C
  std::int64_t column_stride = 1;  ///< 0 or 1
  bool operator==(const Access&) const = default;
};

/// Nothing if `operand` is not a trailing part of `result` whose last dimension is either whole or 1.
[[nodiscard]] std::optional<Access> access(const Shape& operand, const Shape& result);

}  // namespace chain
