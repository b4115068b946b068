// Character by character, once something is found: most texts are copied whole.
#include "base/visible.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace base {
namespace {

/// Characters that move the cursor, hide or reverse text: they would make a text say something else than it does.
bool deceives(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c & 0xFFFE) == 0xFFFE || (c >= 0xE0000 && c <= 0xE0FFF);
}

char32_t decode(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  char32_t c = first & (0x7Fu >> character.size());
  for (const char next : character.substr(1)) c = c << 6 | (static_cast<unsigned char>(next) & 0x3Fu);
  return c;
}

std::string hex(std::string mark, char32_t number, int digits) {
  for (int i = digits - 1; i >= 0; --i) mark += "0123456789ABCDEF"[number >> (4 * i) & 15];
  return mark;
}

/// Bytes of what begins at `at` if it may be shown as it is; else 0.
std::size_t shown_length(std::string_view text, std::size_t at, TextKind kind) {
  const char c = text[at];
  if (c >= 0x20 && c < 0x7F) return 1;
  if (kind == TextKind::lines) {
    if (c == '\n' || c == '\t') return 1;
    if (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') return 1;  // a line end of Windows
  }
  const std::size_t length = character_length(text, at);
  return length == 0 || deceives(decode(text.substr(at, length))) ? 0 : length;
}

}  // namespace

std::size_t count_visible(std::string_view text, TextKind kind) {
  if (kind == TextKind::exact) return text.size();
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = shown_length(text, at, kind);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::string visible_character(std::string_view character) {
  if (character_length(character, 0) == 0) return hex("\\x", static_cast<unsigned char>(character[0]), 2);
  const char32_t c = decode(character);
  if (c < 0x10000) return hex("\\u", c, 4);
  return hex("\\u", 0xD800 + ((c - 0x10000) >> 10), 4) + hex("\\u", 0xDC00 + (c & 0x3FF), 4);
}

std::string visible(std::string_view text, TextKind kind) {
  std::string out;
  while (!text.empty()) {
    const std::size_t good = count_visible(text, kind);
    out += text.substr(0, good);
    text.remove_prefix(good);
    if (text.empty()) break;
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, character_length(text, 0)));
    out += visible_character(character);
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace base
