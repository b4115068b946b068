// Words, numbers and quotes.
#include "lesson/calculator_cursor.hpp"

#include "base/text.hpp"
#include "lesson/amount.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Bytes of a sign beyond ASCII are letters: a prefix may be one.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

bool CalculatorCursor::take(std::string_view text) {
  if (!rest().starts_with(text)) return false;
  go_to(at_ + text.size());
  return true;
}

std::string_view CalculatorCursor::word() {
  std::size_t end = at_;
  while (end < line_.size() && (is_letter(line_[end]) || is_digit(line_[end]) || line_[end] == '_')) ++end;
  const std::string_view found = line_.substr(at_, end - at_);
  go_to(end);
  return found;
}

std::optional<double> CalculatorCursor::number() {
  std::size_t end = at_;
  const auto digits = [&] {
    while (end < line_.size() && is_digit(line_[end])) ++end;
  };
  digits();
  if (end + 1 < line_.size() && line_[end] == '.' && is_digit(line_[end + 1])) {
    ++end;
    digits();
  }
  const bool exponent = end + 1 < line_.size() && line_[end] == 'e';
  const std::size_t sign = exponent && (line_[end + 1] == '+' || line_[end + 1] == '-') ? 1 : 0;
  if (exponent && end + 1 + sign < line_.size() && is_digit(line_[end + 1 + sign])) {
    end += 1 + sign;
    digits();
  }
  auto value = base::to_number(line_.substr(at_, end - at_));
  if (!value) return std::nullopt;
  go_to(end);
  std::size_t behind = at_;
  while (behind < line_.size() && is_letter(line_[behind])) ++behind;
  // "TB/s" is a unit with its prefix, "G" before a unit is one by itself.
  if (const auto factor = read_prefix(line_.substr(at_, behind - at_))) {
    *value *= *factor;
    go_to(behind);
  }
  if (!std::isfinite(*value)) return std::nullopt;
  return value;
}

std::string_view CalculatorCursor::until(std::string_view ends) {
  const std::size_t end = std::min(line_.find_first_of(ends, at_), line_.size());
  const std::string_view found = base::trim(line_.substr(at_, end - at_));
  go_to(end);
  return found;
}

std::optional<std::string_view> CalculatorCursor::quoted() {
  if (next() != '"') return std::nullopt;
  const std::size_t end = line_.find('"', at_ + 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view found = base::trim(line_.substr(at_ + 1, end - at_ - 1));
  go_to(end + 1);
  return found;
}

void CalculatorCursor::skip() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
}

std::string_view without_comment(std::string_view line) {
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    if (line[i] == '#' && !in_quotes) return line.substr(0, i);
  }
  return line;
}

}  // namespace lesson
