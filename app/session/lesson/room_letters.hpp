// The lettered answers that a room puts up hands for.
#pragma once

#include "lesson/letters.hpp"
#include "session/state/desk.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace session {

using lesson::Letter;

/// A choice's sentences in brief. For counts, and ratios and shares of counts, the right number and the commonest wrong
/// ones by size, three to five in all. None where an answer hangs on a clock, or cannot be wrong.
[[nodiscard]] std::vector<Letter> letters_of(const Course& course, std::size_t step);

/// "12 30 7 11": one count a letter. Or the sentence that says what is wrong with it.
[[nodiscard]] std::expected<std::vector<int>, std::string> parse_hands(std::string_view typed, std::size_t letters);

}  // namespace session
