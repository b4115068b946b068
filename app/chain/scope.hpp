// The names of a chain text: which are defined, which will be, which are read.
#pragma once

#include "chain/builder.hpp"
#include "chain/lexer.hpp"

#include <map>
#include <set>
#include <vector>

namespace chain {

/// Whether the tokens begin a statement that gives something a name.
[[nodiscard]] bool defines(const Statement& statement);

class Scope {
 public:
  Scope(const std::vector<Statement>& statements, Mistakes& mistakes);

  /// The statement that is being read.
  void enter(std::size_t statement) { now_ = statement; }
  /// From here on `name` is that value; -1: its line is broken, and uses of it are no further mistakes.
  void bind(const Span& name, int value);
  /// What `name` stands for; a mistake if that is not known yet, or never.
  [[nodiscard]] Term lookup(const Span& name);
  /// The value of a name that an `out` statement asks for; -1 if there is none to mark, reported where that is new.
  [[nodiscard]] int output(const Span& name);
  /// Some statement defines it, if not yet.
  [[nodiscard]] bool has(std::string_view name) const { return definitions_.contains(name); }
  /// Whether any statement, broken or not, reads the name.
  [[nodiscard]] bool is_read(std::string_view name) const { return read_.contains(name); }
  /// Where the name was defined.
  [[nodiscard]] Span place_of(std::string_view name) const;

 private:
  struct Binding {
    int value = -1;
    int line = 0;
  };
  void report_later(const Span& name, std::size_t statement);
  [[nodiscard]] bool needs(std::size_t statement, std::size_t wanted) const;
  /// No value has that name; what may be meant, or else the hint of `key`.
  [[nodiscard]] Mistake unknown(std::string_view name, std::string_view key) const;

  const std::vector<Statement>& statements_;
  Mistakes& mistakes_;
  std::size_t now_ = 0;
  std::map<std::string_view, Binding> names_;            ///< defined so far
  std::map<std::string_view, std::size_t> definitions_;  ///< every name and the first statement that defines it
  std::set<std::string_view> read_;
};

}  // namespace chain
