// A reduction sums the last dimension: rows become columns by transpose, and matrices one by merge.
#include "chain/gradient_shape.hpp"

#include <algorithm>
#include <cctype>

namespace chain {
namespace {

/// A plus or minus outside all parentheses, between two operands.
bool is_sum(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0 && i > 0 && (text.substr(i, 2) == "+ " || text.substr(i, 2) == "- ")) return true;
  }
  return false;
}

std::string times(const std::string& text, std::int64_t count) {
  return (is_sum(text) ? "(" + text + ")" : text) + " * " + std::to_string(count);
}

std::string call(std::string_view op, const std::string& of) {
  return std::string(op) + "(" + of + ")";
}

/// [.., rows, 1] as rows x (all that leads): a number for each.
std::string side_by_side(std::string text, std::size_t dimensions) {
  for (; dimensions > 2; --dimensions) text = call("merge", text);
  return text;
}

bool has_full_size(const Gradient& gradient, const Shape& shape) {
  return gradient.shape.elements() == shape.elements();
}

}  // namespace

bool is_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

Gradient sum_of(const Gradient& a, const Gradient& b) {
  const auto negative = [](const Gradient& one) { return one.text.starts_with('-') && !is_sum(one.text); };
  if (negative(a) && !negative(b)) return sum_of(b, a);
  const bool minus = negative(b);
  const std::string right = minus ? " - " + b.text.substr(1) : " + " + b.text;
  return {a.text + right, *broadcast(a.shape, b.shape)};
}

Gradient stretched(const Gradient& gradient, const Chain& forward, int value, BackwardText& text) {
  const Value& like = forward.values[value];
  if (has_full_size(gradient, like.shape)) return gradient;
  int zeros = value;
  for (const int input : forward.inputs()) {
    const Value& other = forward.values[input];
    if (other.shape == like.shape && other.dtype == like.dtype) zeros = input;
  }
  return {gradient.text + " + 0 * " + text.value(zeros), like.shape};
}

std::optional<Gradient> reduced_to(const Shape& target, const Gradient& gradient, const Chain& forward, int value,
                                   BackwardText& text) {
  const Shape& from = forward.values[value].shape;
  if (target.elements() >= from.elements()) return gradient;
  const std::size_t dimensions = from.dims.size();
  const bool one_column = target.columns() == 1 && from.columns() > 1;
  const std::int64_t last_rows = dimensions > 1 ? from.dims[dimensions - 2] : 1;
  const bool one_row = target.rows() == 1 && from.rows() > 1;
  const bool fewer_rows = !one_row && target.rows() < from.rows();
  if (fewer_rows && (!(target.columns() == 1) || target.rows() != last_rows)) return std::nullopt;

  Gradient now = gradient;
  const bool simple = now.shape.rows() == 1 && one_row && now.shape.columns() == from.columns();
  if (!simple && !has_full_size(now, from)) {
    // One number a row, all of them summed: as many times that number.
    const bool by_rows = one_column && now.shape.columns() == 1 && now.shape.rows() == from.rows();
    if (by_rows) now.text = times(now.text, from.columns());
    if (!by_rows) now = stretched(now, forward, value, text);
  }
  Shape columns_summed = from;
  if (one_column) {
    columns_summed.dims.back() = 1;
    if (now.shape.columns() > 1) now = {call("sum", now.text), columns_summed};
    if (simple) now = {times(now.text, from.rows()), {{1}}};
    if (simple || (!one_row && !fewer_rows)) return now;
  }
  if (simple) return Gradient{times(now.text, from.rows()), now.shape};
  if (target.columns() == 1) {
    // A column of numbers, or many of them: one row, then its sum.
    now.text = side_by_side(now.text, dimensions);
    if (dimensions > 2) now.text = call("sum", now.text);
    if (fewer_rows) return Gradient{now.text, {{last_rows, 1}}};
    return Gradient{call("sum", call("transpose", now.text)), {{1, 1}}};
  }
  now.text = call("transpose", call("sum", side_by_side(call("transpose", now.text), dimensions)));
  return Gradient{now.text, {{1, from.columns()}}};
}

}  // namespace chain
