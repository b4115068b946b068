// A chain: operations in SSA order over tensors.
#pragma once

#include "base/units.hpp"
#include "chain/dtype.hpp"
#include "chain/op.hpp"
#include "chain/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace chain {

/// A value of the chain, or a literal number.
struct Operand {
  int value = -1;      ///< index into Chain::values; -1 for a literal
  double literal = 0;  ///< used when value is -1
  bool operator==(const Operand&) const = default;
  [[nodiscard]] bool is_literal() const { return value < 0; }
};

/// An input tensor or the result of one op.
struct Value {
  std::string name;  ///< "x"; unnamed ones "y.1", "y.2" after the value their line makes, in SSA order
  Op op = Op::input;
  std::vector<Operand> operands;  ///< as many as the op's arity
  Dtype dtype = Dtype::f32;
  Shape shape;
  bool output = false;     ///< written to DRAM whatever the cuts
  double probability = 0;  ///< dropout: share of elements set to zero
  std::uint64_t seed = 0;  ///< dropout: its random stream
  std::int64_t heads = 0;  ///< heads: parts of the last dimension
  std::int64_t k = 0;      ///< topk, topk_index: entries of each row; of argmax 1
  /// sum, mean: the row is added in order, one element after the other, and each partial sum is rounded to this dtype.
  /// Nothing: in f32, in any order.
  std::optional<Dtype> accumulate = {};
  int composition = -1;      ///< index into Chain::compositions when expanded from one
  int line = 0, column = 0;  ///< where it was written
  bool operator==(const Value&) const = default;
  [[nodiscard]] base::Bytes bytes() const { return {(shape.elements() * bits_of(dtype) + 7) / 8}; }
};

/// A named composition that was expanded: "softmax" made values [first, last].
struct Composition {
  std::string name;
  int first = 0, last = 0;
  bool operator==(const Composition&) const = default;
};

/// At least one input and one op; values in SSA order (operands come before their users). An op's value that nobody
/// reads is an output, named by `out` or the last of all: another is refused, as an input is that nobody reads.
struct Chain {
  std::vector<Value> values;
  std::vector<Composition> compositions;
  std::string text;  ///< as written
  bool operator==(const Chain& other) const { return values == other.values; }

  [[nodiscard]] std::vector<int> inputs() const;
  [[nodiscard]] std::vector<int> ops() const;   ///< every value that is not an input
  [[nodiscard]] std::vector<int> made() const;  ///< ops that a kernel makes: all but free views
  [[nodiscard]] std::vector<int> outputs() const;
  [[nodiscard]] bool has_product() const;
  /// A sum whose order is part of what it means.
  [[nodiscard]] bool in_order(int value) const { return values[value].accumulate.has_value(); }
  [[nodiscard]] std::vector<int> consumers(int value) const;
  [[nodiscard]] int find(std::string_view name) const;  ///< -1 if there is none
  /// Elements of the chain's main tensor: the largest value; of a pool only what is fetched counts.
  [[nodiscard]] std::int64_t full_elements() const;
  /// A full tensor counts a crossing: one as large as the largest value, or of the shape of a product's operand or
  /// result, or of what scatter_add reads or writes (a row that is added to all rows is none, even where there is one
  /// row only). A pool is one where what is fetched from it is; the table of what is fetched never is.
  [[nodiscard]] bool is_full(int value) const;
  /// Read by gather only, as what it fetches from.
  [[nodiscard]] bool is_pool(int value) const;
  /// A view that only products read, if they read it at all: they walk its operand in another order, so that no kernel
  /// makes it.
  [[nodiscard]] bool is_free_view(int value) const;
  /// What lies in memory where an op names this value: itself, or what a free view is a view of.
  [[nodiscard]] int in_memory(int value) const;
  /// Ops that read the value from memory, free views looked through.
  [[nodiscard]] std::vector<int> readers(int value) const;
};

/// The expanded chain as chain text: one op a line, every value named (`.` in made-up names becomes `_`). Parses to an
/// equal structure.
[[nodiscard]] std::string expanded_text(const Chain& chain);
/// As it was written, on one line and without its comments: "x: f32[8]; y = relu(x)".
[[nodiscard]] std::string one_line(const Chain& chain);
/// The expression of one value by its operands' names: "x + b", "gelu(y.1)".
[[nodiscard]] std::string expression(const Chain& chain, int value);
/// The same by other names, one for each value.
[[nodiscard]] std::string expression(const Chain& chain, int value, const std::vector<std::string>& names);
/// By value, names a person may write: the dot of made-up ones becomes `_`, with more of them where that name is taken.
[[nodiscard]] std::vector<std::string> writable_names(const Chain& chain);
/// Names dropped, shapes and dtypes kept: equal for chains that do the same. The recordings' key is made of it.
[[nodiscard]] std::string canonical(const Chain& chain);
/// The same chain over other sizes: every dimension of an input equal to `from` becomes `to`. Dimensions that were
/// equal stay equal, so what broadcast before does so still; `from` is above 1. Throws std::invalid_argument if the
/// result is over the limits.
[[nodiscard]] Chain resized(const Chain& chain, std::int64_t from, std::int64_t to);

}  // namespace chain
