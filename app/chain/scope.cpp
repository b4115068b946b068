// Names are bound line by line; those of later lines are known, so that a use before its line can be told from a typo.
#include "chain/scope.hpp"

#include "base/text.hpp"
#include "chain/hints.hpp"

namespace chain {

using Kind = Token::Kind;

bool defines(const Statement& statement) {
  const auto& tokens = statement.tokens;
  return tokens.size() >= 2 && tokens[0].kind == Kind::name && (tokens[1].is(':') || tokens[1].is('='));
}

Scope::Scope(const std::vector<Statement>& statements, Mistakes& mistakes)
    : statements_(statements), mistakes_(mistakes) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const auto& tokens = statements[i].tokens;
    const bool names = defines(statements[i]);
    if (names) definitions_.emplace(tokens[0].span.text, i);
    for (std::size_t t = names ? 1 : 0; t < tokens.size(); ++t) {
      if (tokens[t].kind == Kind::name) read_.insert(tokens[t].span.text);
    }
  }
}

void Scope::bind(const Span& name, int value) {
  const auto [earlier, fresh] = names_.try_emplace(name.text, Binding{value, name.line});
  if (fresh) return;
  mistakes_.add(name,
                std::string(name.text) + " is defined twice; first in line " + std::to_string(earlier->second.line),
                "every value is given once: choose another name");
}

Term Scope::lookup(const Span& name) {
  Term term;
  term.span = name;
  const std::string text(name.text);
  if (const auto found = names_.find(name.text); found != names_.end()) {
    term.value = found->second.value;
    if (term.value >= 0) term.kind = Term::Kind::value;
  } else if (const auto later = definitions_.find(name.text); later != definitions_.end()) {
    report_later(name, later->second);
  } else if (is_function(name.text)) {
    mistakes_.add(name, text + " is an op and needs its operand", "write " + text + "(x)");
  } else {
    mistakes_.add(name, "there is no value named '" + text + "'",
                  near_hint(name.text, "give it a line above: " + text + ": f32[...]"));
  }
  return term;
}

int Scope::output(const Span& name) {
  const auto found = names_.find(name.text);
  if (found != names_.end()) return found->second.value;
  mistakes_.add(name, "there is no value named '" + std::string(name.text) + "'",
                near_hint(name.text, "an output is the name of a line with '='"));
  return -1;
}

Span Scope::place_of(std::string_view name) const {
  return statements_[definitions_.find(name)->second].tokens[0].span;
}

/// A use of a name whose line comes later, or is this very line.
void Scope::report_later(const Span& name, std::size_t statement) {
  const std::string text(name.text);
  const std::string line = std::to_string(statements_[statement].tokens[0].span.line);
  if (statement == now_) {
    mistakes_.add(name, text + " is made from itself", "a chain has no loops: give the new value another name");
  } else if (!mistakes_.full() && defines(statements_[now_]) && needs(statement, now_)) {
    const std::string mine(statements_[now_].tokens[0].span.text);
    mistakes_.add(name, mine + " and " + text + " (line " + line + ") need each other",
                  "a chain has no cycles: one of them must come first");
  } else {
    mistakes_.add(name, text + " is used before its line (line " + line + ")", "move that line up");
  }
}

/// Whether what `statement` defines needs, directly or not, what `wanted` defines.
bool Scope::needs(std::size_t statement, std::size_t wanted) const {
  std::set<std::size_t> seen{statement};
  std::vector<std::size_t> open{statement};
  while (!open.empty()) {
    const auto& tokens = statements_[open.back()].tokens;
    open.pop_back();
    for (std::size_t t = 1; t < tokens.size(); ++t) {
      const auto found = tokens[t].kind == Kind::name ? definitions_.find(tokens[t].span.text) : definitions_.end();
      if (found == definitions_.end()) continue;
      if (found->second == wanted) return true;
      if (seen.insert(found->second).second) open.push_back(found->second);
    }
  }
  return false;
}

std::string Scope::near_hint(std::string_view name, std::string otherwise) const {
  std::vector<std::string_view> known;
  for (const auto& [other, binding] : names_) known.push_back(other);
  const auto near = base::nearest(name, known);
  return near ? "did you mean '" + std::string(*near) + "'?" : std::move(otherwise);
}

}  // namespace chain
