// What a text of TOML must not have before toml++ 3.3 sees it: its parser would overflow the stack, or take too long.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

inline constexpr std::size_t max_toml_bytes = std::size_t{64} * 1024;
inline constexpr int max_key_dots = 16;
inline constexpr int max_bracket_depth = 16;

struct TomlFlaw {
  int line = 1, column = 1;  ///< columns in characters
  std::string message, hint;
};
/// Nothing if toml++ may parse the text, which may have `limit` bytes.
[[nodiscard]] std::optional<TomlFlaw> toml_flaw(std::string_view text, std::size_t limit = max_toml_bytes);

}  // namespace base
