// How well a few typed letters fit a text: what a list that is searched while one types is sorted by.
#pragma once

#include <optional>
#include <string_view>

namespace base {

/// The typed letters, blanks left out, must occur in the text in their order; capitals of ASCII do not count. Letters
/// that begin a word, and those that follow each other, are worth more. Nothing typed fits everything, with 0.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view typed, std::string_view text);

}  // namespace base
