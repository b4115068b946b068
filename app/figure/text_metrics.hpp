// Widths of text, from the very files that fontconfig names: the same on screen, in SVG and in PDF.
#pragma once

#include <string>
#include <string_view>

#include "figure/figure.hpp"

namespace figure {

struct FontFile {
  std::string path;
  std::string family;  ///< "Inter", or "DejaVu Sans" where Inter is not installed
};
/// Inter / JetBrains Mono, else DejaVu. Throws MachineError naming the packages when fontconfig finds nothing.
[[nodiscard]] const FontFile& font_file(Face face);

/// Advance width in figure units at `size`; unhinted, so that it scales.
[[nodiscard]] double text_width(std::string_view text, Face face, double size);
[[nodiscard]] double ascent(Face face, double size);

/// `text` cut with an ellipsis to fit.
[[nodiscard]] std::string fit(std::string_view text, Face face, double size, double width);
/// Broken at spaces into lines that fit.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, Face face, double size, double width);

}  // namespace figure
