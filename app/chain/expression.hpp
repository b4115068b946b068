// Expressions of chain text: operators, calls, numbers, names.
#pragma once

#include "chain/builder.hpp"
#include "chain/cursor.hpp"
#include "chain/scope.hpp"

namespace chain {

/// Reads one expression and appends its ops as they are read. Left-associative operators are a loop, so only
/// parentheses, calls and minus signs nest, at most `max_nesting` deep.
class ExpressionReader {
 public:
  ExpressionReader(Cursor& cursor, Builder& builder, Scope& scope, Mistakes& mistakes)
      : cursor_(cursor), builder_(builder), scope_(scope), mistakes_(mistakes) {}

  Term read() { return sum(0); }
  /// Some mistake may be why a name is read nowhere.
  [[nodiscard]] bool lost_operands() const { return lost_operands_; }

 private:
  Term sum(int depth);
  Term product(int depth);
  Term unary(int depth);
  Term primary(int depth);
  Term number(const Span& digits);
  Term call(const Span& name, int depth);
  Term cast(const Span& name, const Term& operand);
  Term dropout(const Span& name, const Term& operand);
  /// After the comma of a reduction's operand: the word under the cursor is to say what its sum is kept in.
  [[nodiscard]] bool keeps_in_dtype(const Span& name) const;
  Term accumulated(const Span& name, const Term& operand);
  Term heads(const Span& name, const Term& operand);
  Term ranking(const Span& name, const Term& operand);
  Term scatter_add(const Span& name, const Term& operand, int depth);
  Term composition(const Span& whole, const CompositionInfo& row, const std::vector<Term>& operands);
  bool too_deep(const Span& place, int depth);
  /// No value, in a place; with or without a new mistake.
  Term broken(const Span& whole);
  Term broken(const Span& whole, const Span& place, Mistake mistake);

  Cursor& cursor_;
  Builder& builder_;
  Scope& scope_;
  Mistakes& mistakes_;
  bool lost_operands_ = false;
};

/// The dtype under the cursor, which moves on; nothing, and a mistake, if it is none.
[[nodiscard]] std::optional<Dtype> read_dtype(Cursor& cursor, Mistakes& mistakes, std::string usage);

}  // namespace chain
