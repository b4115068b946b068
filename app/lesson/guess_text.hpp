// What a student types for a number: "4", "537 MB", "4 294 967 296", "2x", "50%".
#pragma once

#include "lesson/quantity.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace lesson {

/// The number meant, in the quantity's own unit (bytes, seconds), or a sentence that says what is wrong with it.
[[nodiscard]] std::expected<double, std::string> parse_guess(std::string_view text, Unit unit);

/// As one would type it: what a dragged bar writes into the field. Counts are whole, others have two figures.
[[nodiscard]] std::string guess_text(double value, Unit unit);

/// True if a guess of it stands beside the numbers of its chain's run; false of what compares chains, kernels or
/// machines.
[[nodiscard]] bool is_of_one_run(std::string_view quantity);

}  // namespace lesson
