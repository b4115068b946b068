// Character by character.
#include "base/escape.hpp"

#include "base/visible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace base {

std::string escape_markup(std::string_view text, std::string_view quotes) {
  constexpr std::array<std::pair<char, std::string_view>, 5> entities = {
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
  std::string out;
  out.reserve(text.size());
  for (const char c : visible(text, TextKind::lines)) {
    const auto* entity = std::ranges::find(entities, c, &std::pair<char, std::string_view>::first);
    const bool quote = c == '"' || c == '\'';
    if (entity == entities.end() || (quote && !quotes.contains(c)))
      out += c;
    else
      out += entity->second;
  }
  return out;
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04X}", byte);
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace base
