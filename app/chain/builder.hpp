// Appends ops to a chain under construction, each checked: operands, dtypes, shapes, limits.
#pragma once

#include "chain/chain.hpp"
#include "chain/mistakes.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace chain {

/// What an expression is so far: a number, a value of the chain, or nothing (its mistake is reported already).
struct Term {
  enum class Kind { broken, literal, value };
  Kind kind = Kind::broken;
  double literal = 0;
  int value = -1;
  Span span;
  [[nodiscard]] bool is_broken() const { return kind == Kind::broken; }
  [[nodiscard]] bool is_literal() const { return kind == Kind::literal; }
};

class Builder {
 public:
  explicit Builder(Mistakes& mistakes) : mistakes_(mistakes) {}

  int input(std::string name, Dtype dtype, Shape shape, const Span& place);
  /// The op over its operands; numbers alone are folded. `whole` is what a mistake underlines.
  Term apply(Op op, const std::vector<Term>& operands, const Span& whole);
  Term cast(const Term& operand, Dtype dtype, const Span& whole);
  /// sum or mean whose partial sums are kept in `dtype`; `place` is where that is written.
  Term accumulate(Op op, const Term& operand, Dtype dtype, const Span& place, const Span& whole);
  Term dropout(const Term& operand, double probability, std::uint64_t seed, const Span& whole);
  /// left @ right: the last two dimensions multiply.
  Term matmul(const Term& left, const Term& right, const Span& whole);
  /// transpose, merge, or heads with so many of them.
  Term view(Op op, const Term& operand, std::int64_t heads, const Span& whole);
  /// Packed weights as numbers of the scales' dtype.
  Term dequant(const Term& weights, const Term& scales, const Span& whole);
  /// Slices of `pool` in the order of `table`.
  Term gather(const Term& pool, const Term& table, const Span& whole);
  /// Of each row of `z` the entry whose number `numbers` gives.
  Term pick(const Term& z, const Term& numbers, const Span& whole);
  /// argmax, topk or topk_index: the `k` largest entries of each row, or their numbers; `place` is where k is written
  /// (0: no whole number is).
  Term ranking(Op op, const Term& z, std::int64_t k, const Span& place, const Span& whole);
  /// Rows of operands[0] by the matrices of operands[1], group after group as operands[2] says.
  Term grouped(const std::vector<Term>& operands, const Span& whole);
  /// `rows` added up in `count` rows, each where `table` says.
  Term scatter_add(const Term& rows, const Term& table, std::int64_t count, const Span& whole);
  /// rmsnorm, layernorm, softmax or cross_entropy, expanded.
  Term compose(std::string_view composition, const std::vector<Term>& operands, const Span& whole);

  /// Forgets the values and compositions made since (a statement that turned out to be broken).
  void rewind(std::size_t value_count, std::size_t composition_count);
  [[nodiscard]] Chain& chain() { return chain_; }

 private:
  [[nodiscard]] Dtype dtype(const Term& term) const { return chain_.values[term.value].dtype; }
  Term fold(Op op, const std::vector<Term>& operands, const Span& whole);
  std::optional<Dtype> common_dtype(const std::vector<Term>& operands, const Span& whole);
  std::optional<Shape> common_shape(Op op, const std::vector<Term>& operands, const Span& whole);
  static Term broken(const Span& whole) { return {Term::Kind::broken, 0, -1, whole}; }
  Term refuse(const Span& whole, const Mistake& mistake);
  /// Whether one of them is i8 or i4, which only dequant reads, or i32, which ops with tables do (none that the chain
  /// computes); that is reported.
  bool reads_whole(const std::vector<Term>& operands, const Span& whole);
  /// Numbers that the chain computes; they are read by nobody.
  [[nodiscard]] bool is_made(const Term& numbers) const { return chain_.values[numbers.value].op != Op::input; }
  Term refuse_made(const Term& numbers);
  /// Why `table` cannot tell this op one of so many things; nothing if it can.
  [[nodiscard]] std::optional<Mistake> no_table(Op op, const Term& table, std::int64_t slices_now) const;
  Term cross_entropy(const Term& z, const Term& numbers, const Span& whole);
  Term append(Value value, const std::vector<Term>& operands, const Span& whole);
  [[nodiscard]] std::string describe(const Term& term) const;

  Mistakes& mistakes_;
  Chain chain_;
  bool too_many_reported_ = false;
};

/// The names of the compositions and how many operands each may have.
struct CompositionInfo {
  std::string_view name;
  std::size_t least, most;
};
[[nodiscard]] std::span<const CompositionInfo> composition_table();

}  // namespace chain
