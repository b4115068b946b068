// Nothing is parsed before toml_flaw() has seen it.
#include "base/toml_file.hpp"

#include "base/text.hpp"

#include <utility>

namespace base {
namespace {

constexpr std::size_t most_kept = 100;  // a text that is nothing but mistakes costs no more than this

}  // namespace

std::optional<toml::table> TomlFile::parse(std::size_t limit) {
  if (auto flaw = toml_flaw(text_, limit)) {
    mistake(flaw->line, flaw->column, std::move(flaw->message), std::move(flaw->hint));
    return std::nullopt;
  }
  try {
    return toml::parse(text_, name_);
  } catch (const toml::parse_error& error) {
    mistake(error.source(), std::string(error.description()));
    return std::nullopt;
  }
}

void TomlFile::mistake(const toml::source_region& where, std::string message, std::string hint) {
  mistake(static_cast<int>(where.begin.line), static_cast<int>(where.begin.column), std::move(message),
          std::move(hint));
}

void TomlFile::mistake(int line, int column, std::string message, std::string hint) {
  if (mistakes_.size() >= most_kept) return;
  Diagnostic diagnostic{name_, line, column, 1, std::move(message), std::move(hint), {}};
  const auto lines = split_lines(text_);
  if (line >= 1 && line <= static_cast<int>(lines.size())) diagnostic.source_line = std::string(lines[line - 1]);
  mistakes_.push_back(std::move(diagnostic));
}

}  // namespace base
