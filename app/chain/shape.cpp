// Sizes, strides and the rule of broadcasting.
#include "chain/shape.hpp"

#include <algorithm>

namespace chain {

std::int64_t Shape::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t dim : dims) product *= dim;
  return product;
}

std::int64_t Shape::columns() const {
  return dims.back();
}

std::int64_t Shape::rows() const {
  return elements() / columns();
}

std::string show(const Shape& shape) {
  std::string text = "[";
  for (const std::int64_t dim : shape.dims) text += (text.size() > 1 ? ", " : "") + std::to_string(dim);
  return text + "]";
}

bool too_large(const Shape& shape, std::int64_t most) {
  std::int64_t product = 1;
  for (const std::int64_t dim : shape.dims) {
    if (dim > most / product) return true;
    product *= dim;
  }
  return false;
}

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  const Shape& longer = a.dims.size() >= b.dims.size() ? a : b;
  const Shape& shorter = a.dims.size() >= b.dims.size() ? b : a;
  Shape result = longer;
  const std::size_t offset = longer.dims.size() - shorter.dims.size();
  for (std::size_t i = 0; i < shorter.dims.size(); ++i) {
    std::int64_t& dim = result.dims[offset + i];
    if (dim != shorter.dims[i] && dim != 1 && shorter.dims[i] != 1) return std::nullopt;
    dim = std::max(dim, shorter.dims[i]);
  }
  return result;
}

std::optional<Access> access(const Shape& operand, const Shape& result) {
  // Leading dimensions of size 1 stretch like missing ones.
  const auto first = std::find_if(operand.dims.begin(), operand.dims.end() - 1, [](std::int64_t d) { return d != 1; });
  const std::size_t kept = static_cast<std::size_t>(operand.dims.end() - first);
  const std::int64_t columns = result.columns();
  const bool whole_row = operand.columns() == columns;
  if (kept > result.dims.size() || (!whole_row && operand.columns() != 1)) return std::nullopt;
  if (!std::equal(first, operand.dims.end() - 1, result.dims.end() - static_cast<std::ptrdiff_t>(kept))) {
    return std::nullopt;
  }
  const bool own_rows = operand.elements() == result.elements() || operand.rows() > 1;
  return Access{operand.rows(), own_rows ? (whole_row ? columns : 1) : 0, whole_row ? 1 : 0};
}

}  // namespace chain
