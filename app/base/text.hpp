// Small text helpers that do not ask the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// Bytes of the character that begins at `at`; 0 if it is not valid UTF-8.
[[nodiscard]] std::size_t character_length(std::string_view text, std::size_t at);
/// Byte offset of the first byte that is not valid UTF-8, if any.
[[nodiscard]] std::optional<std::size_t> invalid_utf8(std::string_view text);
/// Characters (code points) in valid UTF-8; bad bytes count one each.
[[nodiscard]] std::size_t count_characters(std::string_view text);
/// Lines without their ends; \n and \r\n both end a line.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::string_view trim(std::string_view text);
/// A to Z as a to z; all else stays.
[[nodiscard]] std::string lowered(std::string_view text);
/// The runs of letters and digits in it, ASCII alone, lowered: "nvidia", "h100", "80gb" of "NVIDIA H100 (80GB)".
[[nodiscard]] std::vector<std::string> plain_words(std::string_view text);
/// Every `from` becomes `to`, which is not looked at again.
void replace_all(std::string& text, std::string_view from, std::string_view to);
/// The whole text as a finite number (decimal point only, no blanks), or nothing.
[[nodiscard]] std::optional<double> to_number(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> to_integer(std::string_view text);
/// The candidate nearest to what was typed (edit distance <= 2), for "did you mean".
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view typed,
                                                      const std::vector<std::string_view>& candidates);

}  // namespace base
