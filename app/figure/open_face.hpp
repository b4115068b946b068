// FreeType and a font file's face, for whoever draws with them.
#pragma once

#include "figure/text_metrics.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H

namespace figure {

/// FreeType, made ready. Throws as open_face does.
[[nodiscard]] FT_Library open_freetype();
/// A scalable face of that file, of this library. Throws MachineError where the file is none, std::bad_alloc where
/// there is no room for it.
[[nodiscard]] FT_Face open_face(FT_Library library, const FontFile& file);

}  // namespace figure
