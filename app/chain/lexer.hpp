// Chain text to statements of tokens.
#pragma once

#include "chain/mistakes.hpp"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace chain {

inline constexpr std::size_t longest_name = 64;
/// `wanted`, with `_` behind it where that is taken, shorter and with a number where it is longer than a name may be;
/// taken from now on.
[[nodiscard]] std::string unused_name(std::set<std::string, std::less<>>& taken, std::string wanted);

struct Token {
  enum class Kind { name, number, symbol, end };
  Kind kind = Kind::end;
  Span span;
  [[nodiscard]] bool is(char symbol) const { return kind == Kind::symbol && span.text[0] == symbol; }
};

/// One statement: a line, or a part of it between semicolons. `tokens` closes with an `end`.
struct Statement {
  std::vector<Token> tokens;
  bool broken = false;  ///< something in it is no token; the mistake is reported already, the tokens go up to there
};

/// Every statement that is not empty. Bad UTF-8, control characters and unknown signs are reported, one a statement.
[[nodiscard]] std::vector<Statement> lex(std::string_view text, Mistakes& mistakes);

}  // namespace chain
