// One glyph as pixels: hinted up and down for crisp lines, exact from side to side for even spacing.
#include "ui/glyph_raster.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <cmath>
#include <cstddef>

namespace ui {

int oversample_for(double pixels) {
  return pixels < 26 ? 4 : 2;
}

GlyphPixels raster(FT_Face face, std::uint32_t index, double pixels, int oversample, bool slanted) {
  GlyphPixels glyph;
  FT_Set_Char_Size(face, 0, std::lround(pixels * 64), 72, 72);
  // Light hinting snaps heights to the pixel grid and leaves widths alone.
  if (FT_Load_Glyph(face, index, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0) return glyph;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return glyph;
  constexpr FT_Fixed one = 0x10000;
  const FT_Matrix wide{one * oversample, slanted ? one * oversample / 6 : 0, 0, one};
  FT_Outline_Transform(&face->glyph->outline, &wide);
  if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0) return glyph;
  const FT_Bitmap& bitmap = face->glyph->bitmap;
  if (bitmap.width == 0 || bitmap.rows == 0) return glyph;

  const int columns = static_cast<int>(bitmap.width);
  glyph.width = columns + oversample - 1;
  glyph.height = static_cast<int>(bitmap.rows);
  // The average below reaches (oversample - 1) texels to the left; half of it centres the window.
  glyph.left = (face->glyph->bitmap_left - (oversample - 1) / 2.0) / oversample;
  glyph.top = face->glyph->bitmap_top;
  glyph.coverage.resize(static_cast<std::size_t>(glyph.width) * static_cast<std::size_t>(glyph.height));
  for (int y = 0; y < glyph.height; ++y) {
    const unsigned char* row = bitmap.buffer + static_cast<std::ptrdiff_t>(y) * bitmap.pitch;
    int sum = 0;
    for (int x = 0; x < glyph.width; ++x) {
      if (x < columns) sum += row[x];
      if (x >= oversample) sum -= row[x - oversample];
      glyph.coverage[static_cast<std::size_t>(y * glyph.width + x)] = static_cast<std::uint8_t>(sum / oversample);
    }
  }
  return glyph;
}

}  // namespace ui
