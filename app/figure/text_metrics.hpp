// Widths of text, from the very files that fontconfig names: the same on screen, in SVG and in PDF.
// No kerning and no ligatures anywhere: every renderer can set glyphs by their plain advances, and then all agree.
// All functions may be called from any thread; fonts and advances are read once and kept.
#pragma once

#include "figure/figure.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace figure {

struct FontFile {
  std::string path;
  std::string family;  ///< "Inter", or "DejaVu Sans" where Inter is not installed
  int index = 0;       ///< of the face in a collection
};
/// Inter / JetBrains Mono, else DejaVu. Throws MachineError naming the packages when fontconfig finds nothing.
[[nodiscard]] const FontFile& font_file(Face face);
/// font_file(face), then the files asked for characters that it lacks. Glyph::font counts in this list.
[[nodiscard]] const std::vector<FontFile>& font_files(Face face);

/// One glyph of a laid-out line.
struct Glyph {
  std::size_t font = 0;     ///< in font_files(face)
  std::uint32_t index = 0;  ///< in that font
  double x = 0;             ///< from the line's start, figure units
};
/// The glyphs of one line at `size`, left to right; control characters and bad UTF-8 show as U+FFFD.
[[nodiscard]] std::vector<Glyph> lay_out(std::string_view text, Face face, double size);

/// Advance width in figure units at `size`; unhinted, so that it scales.
[[nodiscard]] double text_width(std::string_view text, Face face, double size);
[[nodiscard]] double ascent(Face face, double size);
[[nodiscard]] double descent(Face face, double size);  ///< below the baseline, positive
/// Height of 'H': half of it below a line's middle centres figures and words on that line.
[[nodiscard]] double cap_height(Face face, double size);

/// `text` cut with an ellipsis to fit; empty when not even the ellipsis does.
[[nodiscard]] std::string fit(std::string_view text, Face face, double size, double width);
/// Broken at spaces (and at '\n') into lines that fit; a word wider than a line is broken anywhere.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, Face face, double size, double width);

}  // namespace figure
