// A strict decoder: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "figure/utf8.hpp"

#include "base/visible.hpp"

namespace figure {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// Bytes of a sequence by its first byte; 0 for a byte that starts none.
std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

}  // namespace

std::u32string decode_utf8(std::string_view text) {
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  std::u32string points;
  points.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = sequence_length(first);
    char32_t point = length == 1 ? first : length == 2 ? first & 0x1Fu : length == 3 ? first & 0x0Fu : first & 0x07u;
    bool good = length != 0 && i + length <= text.size();
    for (std::size_t k = 1; good && k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      good = (next & 0xC0u) == 0x80u;
      point = point << 6 | (next & 0x3Fu);
    }
    good = good && point >= least[length] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    points.push_back(good ? point : replacement);
    i += good ? length : 1;
  }
  return points;
}

std::string encode_utf8(char32_t point) {
  const auto tail = [](char32_t bits) { return static_cast<char>(0x80u | (bits & 0x3Fu)); };
  std::string out;
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xC0u | point >> 6);
    out += tail(point);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0u | point >> 12);
    out += tail(point >> 6);
    out += tail(point);
  } else {
    out += static_cast<char>(0xF0u | point >> 18);
    out += tail(point >> 12);
    out += tail(point >> 6);
    out += tail(point);
  }
  return out;
}

std::string clean_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return base::visible(line);
}

}  // namespace figure
