// The last two dimensions are a matrix; those before it are so many of them.
#include "chain/product_shape.hpp"

#include "base/words.hpp"
#include "chain/parser.hpp"

#include <algorithm>

namespace chain {
namespace {

std::int64_t from_end(const Shape& shape, std::size_t place) {
  return shape.dims[shape.dims.size() - place];
}

/// Of the right: equal to the left's, missing, or a divisor of the last.
bool leading_fit(const Shape& left, const Shape& right) {
  if (right.dims.size() > left.dims.size()) return false;
  for (std::size_t place = 3; place <= right.dims.size(); ++place) {
    const std::int64_t a = from_end(left, place), b = from_end(right, place);
    if (a != b && (place > 3 || a % b != 0)) return false;
  }
  return true;
}

}  // namespace

ShapeOrMistake product_shape(const Named& left, const Named& right) {
  for (const Named* operand : {&left, &right}) {
    const auto refuse = [&](std::string_view key) {
      return std::unexpected(mistake(key, {{"value", operand->name},
                                           {"shape", show(operand->shape)},
                                           {"size", std::to_string(operand->shape.columns())},
                                           {"most", std::to_string(max_product_dimensions)}}));
    };
    if (operand->shape.dims.size() < 2) return refuse("chain.product_vector");
    if (operand->shape.dims.size() > max_product_dimensions) return refuse("chain.product_dimensions");
  }
  const std::int64_t inner = left.shape.columns(), other = from_end(right.shape, 2);
  const auto refuse = [&](std::string_view key) {
    return std::unexpected(mistake(key, {{"a", left.name},
                                         {"a_shape", show(left.shape)},
                                         {"b", right.name},
                                         {"b_shape", show(right.shape)},
                                         {"inner", std::to_string(inner)},
                                         {"other", std::to_string(other)}}));
  };
  if (inner != other) return refuse(right.shape.columns() == inner ? "chain.inner_transposed" : "chain.inner");
  if (!leading_fit(left.shape, right.shape)) return refuse("chain.product_leading");
  Shape result = left.shape;
  result.dims.back() = right.shape.columns();
  const std::int64_t largest = std::max({from_end(result, 2), result.columns(), inner});
  if (too_large(result, max_elements) || largest > max_product_size) return refuse("chain.product_large");
  return result;
}

std::int64_t right_matrix(const Shape& left, const Shape& right, std::int64_t matrix) {
  if (right.dims.size() < 3) return 0;
  const std::int64_t heads = from_end(left, 3), groups = from_end(right, 3);
  const std::int64_t outer = right.dims.size() > 3 ? matrix / heads : 0;
  return outer * groups + matrix % heads / (heads / groups);
}

ShapeOrMistake view_shape(Op op, const Named& operand, std::int64_t heads) {
  const auto refuse = [&](std::string_view key) {
    return std::unexpected(mistake(key, {{"op", info(op).name},
                                         {"value", operand.name},
                                         {"shape", show(operand.shape)},
                                         {"columns", std::to_string(operand.shape.columns())},
                                         {"heads", std::to_string(heads)}}));
  };
  Shape shape = operand.shape;
  std::vector<std::int64_t>& dims = shape.dims;
  if (dims.size() < 2) return refuse("chain.view_vector");
  if (dims.size() > max_product_dimensions) return refuse("chain.view_dimensions");
  if (op == Op::transpose) {
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  } else if (op == Op::heads) {
    if (dims.size() == max_product_dimensions) return refuse("chain.heads_dimensions");
    if (dims.back() % heads != 0) return refuse("chain.heads_divide");
    dims.back() /= heads;
    dims.insert(dims.end() - 2, heads);
  } else {
    if (dims.size() < 3) return refuse("chain.merge_dimensions");
    const std::int64_t joined = *(dims.end() - 3) * dims.back();
    dims.erase(dims.end() - 3);
    dims.back() = joined;
  }
  return shape;
}

std::int64_t viewed(Op op, const Shape& operand, const Shape& view, std::int64_t element) {
  const std::int64_t columns = view.columns();
  const std::int64_t row = element / columns, column = element % columns;
  if (op == Op::transpose) {
    const std::int64_t high = from_end(view, 2);  // rows of the view, columns of the operand
    return (row / high * columns + column) * high + row % high;
  }
  // heads: [outer, heads, rows, columns] shows [outer, rows, heads, columns]; merge shows it the other way round.
  const bool splits = op == Op::heads;
  const std::int64_t rows = from_end(view, 2), heads = from_end(splits ? view : operand, 3);
  if (splits) {
    const std::int64_t outer = row / rows / heads, head = row / rows % heads;
    return ((outer * rows + row % rows) * heads + head) * columns + column;
  }
  const std::int64_t part = operand.columns(), head = column / part;
  return ((row / rows * heads + head) * rows + row % rows) * part + column % part;
}

}  // namespace chain
