// One glyph as pixels: hinted up and down for crisp lines, exact from side to side for even spacing.
#pragma once

#include <cstdint>
#include <vector>

typedef struct FT_FaceRec_* FT_Face;

namespace ui {

/// Coverage, `oversample` texels a pixel across, one down; each texel already averages one whole pixel's width, so
/// that the glyph can be drawn at any fraction of a pixel.
struct GlyphPixels {
  int width = 0, height = 0;  ///< texels
  double left = 0;            ///< from the pen, pixels
  int top = 0;                ///< of the first row above the base line, pixels
  std::vector<std::uint8_t> coverage;
};

/// More texels for small type, where a third of a pixel shows.
[[nodiscard]] int oversample_for(double pixels);
[[nodiscard]] GlyphPixels raster(FT_Face face, std::uint32_t index, double pixels, int oversample, bool slanted);

}  // namespace ui
