// The arithmetic of a misconception, "{reads.unfused} / 2" over computed quantities; and of a calculator's formula over
// its names, which have units.
#pragma once

#include "lesson/amount.hpp"
#include "lesson/values.hpp"

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lesson {

/// Why an expression cannot be read, and where (bytes from its start).
struct ExpressionFlaw {
  std::size_t offset = 0;
  std::string message;
  std::size_t length = 1;
};

/// Nothing if `text` is numbers, {quantities}, + - * / and parentheses in a form that can be computed.
[[nodiscard]] std::optional<ExpressionFlaw> check_expression(std::string_view text);
/// Its value; nothing if a quantity is missing or the result is not finite.
[[nodiscard]] std::optional<double> evaluate(std::string_view text, const Quantities& quantities,
                                             std::string_view chain);

/// What a name comes to, or a sentence that says why it stands for nothing here.
using NamedAmounts = std::function<std::expected<Amount, std::string>(std::string_view)>;
/// A formula over names: numbers, names, + - * /, parentheses, min(a, b) and max(a, b). Amounts of two units are never
/// added. The result may be infinite, or no number.
[[nodiscard]] std::expected<Amount, ExpressionFlaw> evaluate(std::string_view text, const NamedAmounts& names);

}  // namespace lesson
