// Names are bound line by line; those of later lines are known, so that a use before its line can be told from a typo.
#include "chain/scope.hpp"

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
  const std::string line = std::to_string(earlier->second.line);
  mistakes_.add(name, mistake("chain.defined_twice", {{"name", name.text}, {"line", line}}));
}

Term Scope::lookup(const Span& name) {
  Term term;
  term.span = name;
  if (const auto found = names_.find(name.text); found != names_.end()) {
    term.value = found->second.value;
    if (term.value >= 0) term.kind = Term::Kind::value;
  } else if (const auto later = definitions_.find(name.text); later != definitions_.end()) {
    report_later(name, later->second);
  } else if (is_function(name.text)) {
    mistakes_.add(name, mistake("chain.op_alone", {{"name", name.text}}));
  } else {
    mistakes_.add(name, unknown(name.text, "chain.no_value.hint"));
  }
  return term;
}

int Scope::output(const Span& name) {
  const auto found = names_.find(name.text);
  if (found != names_.end()) return found->second.value;
  mistakes_.add(name, unknown(name.text, "chain.output_is_input.hint"));
  return -1;
}

Span Scope::place_of(std::string_view name) const {
  return statements_[definitions_.find(name)->second].tokens[0].span;
}

/// A use of a name whose line comes later, or is this very line.
void Scope::report_later(const Span& name, std::size_t statement) {
  const std::string line = std::to_string(statements_[statement].tokens[0].span.line);
  if (statement == now_) {
    mistakes_.add(name, mistake("chain.loop", {{"name", name.text}}));
  } else if (!mistakes_.full() && defines(statements_[now_]) && needs(statement, now_)) {
    const std::string_view mine = statements_[now_].tokens[0].span.text;
    mistakes_.add(name, mistake("chain.cycle", {{"mine", mine}, {"name", name.text}, {"line", line}}));
  } else {
    mistakes_.add(name, mistake("chain.too_early", {{"name", name.text}, {"line", line}}));
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

Mistake Scope::unknown(std::string_view name, std::string_view key) const {
  std::vector<std::string_view> known;
  for (const auto& [other, binding] : names_) known.push_back(other);
  auto typo = hint_for_typo(name, known);
  return {base::say("chain.no_value", {{"name", name}}), typo ? *std::move(typo) : base::say(key, {{"name", name}})};
}

}  // namespace chain
