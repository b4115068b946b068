// By the names in a line and the sign behind the first: nothing is parsed.
#include "codegen/line_values.hpp"

#include "base/text.hpp"
#include "codegen/cuda_lexer.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace codegen {
namespace {

using Does = LineValue::Does;

struct Named {
  std::string_view prefix;
  int value = -1;
  std::size_t end = 0;  ///< byte behind it
};

constexpr std::array<std::string_view, 8> value_prefixes = {"v", "p", "a", "b", "kept", "own", "out", "part"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/// "v3", "kept0": letters of the table and a number, nothing else.
std::optional<Named> value_named(std::string_view word) {
  for (const std::string_view prefix : value_prefixes) {
    if (!word.starts_with(prefix)) continue;
    const auto digits = word.substr(prefix.size());
    if (digits.empty() || digits.size() > 6 || digits.front() < '0' || digits.front() > '9') continue;
    if (const auto value = base::to_integer(digits)) return Named{prefix, static_cast<int>(*value), 0};
  }
  return std::nullopt;
}

/// The emitter's names in a line's code, comments left out.
std::vector<Named> names_in(std::string_view line, bool& in_comment) {
  std::vector<Named> found;
  for (const Piece& piece : pieces_of(line, in_comment)) {
    if (piece.token != Token::plain) continue;
    for (std::size_t at = piece.begin; at < piece.end; ++at) {
      if (!is_letter(line[at]) || (at > piece.begin && is_letter(line[at - 1]))) continue;
      std::size_t end = at;
      while (end < piece.end && is_letter(line[end])) ++end;
      if (auto one = value_named(line.substr(at, end - at))) {
        one->end = end;
        found.push_back(*one);
      }
    }
  }
  return found;
}

/// Whether an '=' stands behind the first name, be it with an index: "b5[e] = ", "own4 += ".
bool is_assigned(std::string_view line, std::size_t from) {
  const auto equals = line.find('=', from);
  if (equals == std::string_view::npos || (equals + 1 < line.size() && line[equals + 1] == '=')) return false;
  const std::string_view between = line.substr(from, equals - from);
  return between.find_first_of("(;,<>!") == std::string_view::npos;
}

LineValue about(std::string_view line, const std::vector<Named>& names) {
  if (names.empty()) return {};
  const Named& first = names.front();
  const auto is = [&](std::string_view prefix) { return first.prefix == prefix; };
  if (line.find("store") != std::string_view::npos && is("p")) return {Does::writes, first.value};
  if (line.find("__restrict__") != std::string_view::npos && is("p")) {
    return {line.find("const") == std::string_view::npos ? Does::writes : Does::reads, first.value};
  }
  if (!is_assigned(line, first.end)) return {};
  if (is("b") || is("out")) return {Does::writes, first.value};
  if (is("a") || (is("kept") && line.find("load") != std::string_view::npos)) return {Does::reads, first.value};
  // Taken out of what was read: the value is there already.
  const bool taken =
      is("v") && (line.find("to_f32(") != std::string_view::npos || line.find("= kept") != std::string_view::npos);
  if (taken) return {Does::reads, first.value};
  if (is("v") || is("own") || is("part") || is("kept")) return {Does::makes, first.value};
  return {};
}

}  // namespace

std::vector<LineValue> values_of_lines(std::string_view source) {
  std::vector<LineValue> all;
  bool in_comment = false;
  for (const auto line : base::split_lines(source)) all.push_back(about(line, names_in(line, in_comment)));
  return all;
}

}  // namespace codegen
