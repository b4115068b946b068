// The very font files that figure measures with, opened for drawing: FreeType faces and Cairo faces on top of them.
#pragma once

#include "figure/text_metrics.hpp"

#include <cairo.h>

#include <string>

namespace exporter {

/// The font of font_files(face)[index] for Cairo, kept until the program ends: Cairo's own caches hold on to it.
/// Throws MachineError when it cannot be read. From any thread.
[[nodiscard]] cairo_font_face_t* cairo_face(figure::Face face, std::size_t index);

/// Where a text starts: its anchor resolved to the left end of the baseline, in figure units along the text.
[[nodiscard]] double anchor_shift(const figure::Text& text);

/// The text's glyph outlines as SVG path data, baseline start at (0, 0), not turned.
[[nodiscard]] std::string outline_path(const figure::Text& text);

}  // namespace exporter
