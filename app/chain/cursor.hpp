// Walks the tokens of one statement and reports its one syntax error.
#pragma once

#include "chain/lexer.hpp"

namespace chain {

class Cursor {
 public:
  Cursor(const Statement& statement, Mistakes& mistakes)
      : statement_(statement), mistakes_(mistakes), mistakes_before_(mistakes.count()) {}

  [[nodiscard]] const Token& peek() const { return statement_.tokens[at_]; }
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }
  /// The token under the cursor, which then moves on; the end is never passed.
  const Token& next();
  /// Moves on if that symbol is next.
  bool accept(char symbol);
  /// The same, and a syntax error if it is not.
  bool expect(char symbol, std::string hint = {});
  /// From `first` to the last token that was taken.
  [[nodiscard]] Span since(const Span& first) const;

  /// The statement's one syntax error: its other mistakes are forgotten, the tokens that are left are skipped.
  void fail(const Span& place, Mistake mistake);
  /// "expected WANTED but found ..."
  void fail_expecting(const std::string& wanted, std::string hint = {});
  [[nodiscard]] bool failed() const { return failed_; }
  /// Nothing is wrong with the statement so far, and nothing of it is left.
  [[nodiscard]] bool finished() const { return !failed_ && !statement_.broken && at_end(); }
  /// For a statement that the lexer found broken: what it reported says it all.
  void forget_mistakes() { mistakes_.shrink(mistakes_before_); }

 private:
  const Statement& statement_;
  Mistakes& mistakes_;
  std::size_t mistakes_before_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace chain
