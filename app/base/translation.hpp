// Another language's words as a file holds them.
#pragma once

#include "base/expected.hpp"
#include "base/language.hpp"

#include <cstdint>
#include <string_view>

namespace base {

inline constexpr std::uintmax_t max_word_bytes = std::uintmax_t{1} << 20;

/// A file of words: every key of the built-in ones (and of its own forms of plural) with the same {placeholders}, and
/// conditions of plural that can be read. Each mistake with its line.
[[nodiscard]] Expected<Sentences> parse_words(std::string_view toml, std::string_view file);

}  // namespace base
