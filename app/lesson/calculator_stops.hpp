// Where a slider may stand: "(slider 7 G .. 405 G step 1 G)", "(slider 1 .. 256 times 2)", "(choices 2, 1, 0.5)".
#pragma once

#include "lesson/amount.hpp"
#include "lesson/calculator_cursor.hpp"

#include <expected>
#include <string_view>
#include <vector>

namespace lesson {

/// What is wrong with it, and where.
struct StopsFlaw {
  std::size_t at = 0, length = 1;
  std::string_view key = {};  ///< of its sentence, behind "lesson.calculator."
};

/// From the parenthesis to the one that closes it. Numbers are in the line's `unit`, or have one that measures the
/// same.
[[nodiscard]] std::expected<std::vector<double>, StopsFlaw> read_stops(CalculatorCursor& cursor,
                                                                       const WrittenUnit& unit);
/// One such number: "405 G", "20 GB".
[[nodiscard]] std::optional<double> read_place(CalculatorCursor& cursor, const WrittenUnit& unit);

}  // namespace lesson
