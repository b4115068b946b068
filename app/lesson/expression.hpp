// The arithmetic of a misconception: "{reads.unfused} / 2" over computed quantities.
#pragma once

#include "lesson/values.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace lesson {

/// Why an expression cannot be read, and where (bytes from its start).
struct ExpressionFlaw {
  std::size_t offset = 0;
  std::string message;
};

/// Nothing if `text` is numbers, {quantities}, + - * / and parentheses in a form that can be computed.
[[nodiscard]] std::optional<ExpressionFlaw> check_expression(std::string_view text);
/// Its value; nothing if a quantity is missing or the result is not finite.
[[nodiscard]] std::optional<double> evaluate(std::string_view text, const Quantities& quantities,
                                             std::string_view chain);

}  // namespace lesson
