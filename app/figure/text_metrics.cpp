// Measuring, cutting and breaking lines by plain advances.
#include "figure/text_metrics.hpp"

#include "figure/font.hpp"
#include "figure/utf8.hpp"

#include <algorithm>

namespace figure {
namespace {

std::u32string points_of(std::string_view text) {
  return decode_utf8(clean_line(text));
}

double width_of(std::u32string_view points, FontStack& stack, double size) {
  double em = 0;
  for (char32_t point : points) em += stack.advance(point).em;
  return em * size;
}

std::string encode(std::u32string_view points) {
  std::string out;
  for (char32_t point : points) out += encode_utf8(point);
  return out;
}

/// How many characters fit, from the front. Each is measured once: a title may be a chain of 64 KiB.
std::size_t fitting(std::u32string_view points, FontStack& stack, double size, double width) {
  double em = 0;
  std::size_t count = 0;
  for (; count < points.size(); ++count) {
    em += stack.advance(points[count]).em;
    if (em * size > width) break;
  }
  return count;
}

/// One line without '\n' into lines that fit.
void wrap_line(const std::u32string& points, FontStack& stack, double size, double width,
               std::vector<std::string>& lines) {
  std::u32string line;
  const auto flush = [&] {
    lines.push_back(encode(line));
    line.clear();
  };
  for (std::size_t at = 0; at <= points.size();) {
    const std::size_t end = std::min(points.find(U' ', at), points.size());
    std::u32string word = points.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const std::u32string longer = line.empty() ? word : line + U' ' + word;
    if (width_of(longer, stack, size) <= width) {
      line = longer;
      continue;
    }
    if (!line.empty()) flush();
    while (width_of(word, stack, size) > width && word.size() > 1) {
      const std::size_t count = std::max<std::size_t>(1, fitting(word, stack, size, width));  // always gets shorter
      line = word.substr(0, count);
      flush();
      word.erase(0, count);
    }
    line = word;
  }
  flush();
}

}  // namespace

const FontFile& font_file(Face face) {
  return font_stack(face).files().front();
}
const std::vector<FontFile>& font_files(Face face) {
  return font_stack(face).files();
}

std::vector<Glyph> lay_out(std::string_view text, Face face, double size) {
  FontStack& stack = font_stack(face);
  std::vector<Glyph> glyphs;
  double em = 0;
  for (char32_t point : points_of(text)) {
    const FontStack::Advance advance = stack.advance(point);
    glyphs.push_back({advance.font, advance.glyph, em * size});
    em += advance.em;
  }
  return glyphs;
}

double text_width(std::string_view text, Face face, double size) {
  return width_of(points_of(text), font_stack(face), size);
}

double ascent(Face face, double size) {
  return font_stack(face).ascent * size;
}
double descent(Face face, double size) {
  return font_stack(face).descent * size;
}
double cap_height(Face face, double size) {
  return font_stack(face).cap_height * size;
}

std::string fit(std::string_view text, Face face, double size, double width) {
  FontStack& stack = font_stack(face);
  std::u32string points = points_of(text);
  if (width_of(points, stack, size) <= width) return encode(points);
  constexpr std::u32string_view ellipsis = U"\u2026";
  const double room = width - width_of(ellipsis, stack, size);
  if (room < 0) return {};
  points.resize(fitting(points, stack, size, room));
  while (!points.empty() && points.back() == U' ') points.pop_back();
  return encode(points) + encode(ellipsis);
}

std::vector<std::string> wrap(std::string_view text, Face face, double size, double width) {
  FontStack& stack = font_stack(face);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    wrap_line(points_of(text.substr(at, end - at)), stack, size, width, lines);
    at = end + 1;
  }
  return lines;
}

}  // namespace figure
