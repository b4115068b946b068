// One step at a time; after a failure the cursor stands at the end.
#include "chain/cursor.hpp"

namespace chain {

const Token& Cursor::next() {
  const Token& taken = peek();
  if (!at_end()) ++at_;
  return taken;
}

bool Cursor::accept(char symbol) {
  if (!peek().is(symbol)) return false;
  next();
  return true;
}

bool Cursor::expect(char symbol, std::string hint) {
  if (accept(symbol)) return true;
  fail_expecting(std::string("'") + symbol + "'", std::move(hint));
  return false;
}

Span Cursor::since(const Span& first) const {
  return at_ == 0 ? first : join(first, statement_.tokens[at_ - 1].span);
}

void Cursor::fail(const Span& place, Mistake mistake) {
  if (!failed_ && !statement_.broken) {
    forget_mistakes();
    mistakes_.add(place, std::move(mistake));
  }
  failed_ = true;
  at_ = statement_.tokens.size() - 1;
}

void Cursor::fail_expecting(const std::string& wanted, std::string hint) {
  const Span found = peek().span;
  const char* const key = at_end() ? "chain.line_ends" : "chain.expected";
  fail(found, {base::say(key, {{"wanted", wanted}, {"found", found.text}}), std::move(hint)});
}

}  // namespace chain
