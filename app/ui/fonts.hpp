// The faces on screen: an atlas that holds only the glyphs in use. Widths are figure's, so a page measures the same
// with and without a window.
#pragma once

#include "figure/text_metrics.hpp"

#include <imgui.h>

#include <compare>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace ui {

/// Inter, Inter SemiBold, Inter slanted, JetBrains Mono.
enum class Face { words, bold, slanted, figures };
/// Slanted words are measured as upright ones.
[[nodiscard]] figure::Face measured_as(Face face);

/// One face at one height.
struct FontKey {
  Face face = Face::words;
  int quarters = 64;  ///< height in quarters of a pixel: figures may be scaled freely
  auto operator<=>(const FontKey&) const = default;
  [[nodiscard]] double size() const { return quarters / 4.0; }
};
[[nodiscard]] FontKey font_key(Face face, double pixels);
/// Width of one line in pixels.
[[nodiscard]] double text_width(std::string_view text, FontKey key);

/// Where a glyph is in the texture, and where it goes, in pixels from the pen on the base line.
struct GlyphQuad {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  [[nodiscard]] bool empty() const { return x0 == x1; }
};

/// Draws what was asked for by need() before the last build().
class Fonts {
 public:
  explicit Fonts(ImFontAtlas& atlas);
  ~Fonts();
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;

  /// Says that `text` is about to be drawn.
  void need(std::string_view text, FontKey key);
  /// Something was needed that the atlas does not hold.
  [[nodiscard]] bool stale() const;
  /// Forgets what was in use (the scale changed); build() makes the atlas anew from what is needed after that.
  void forget();
  /// Makes the atlas anew, between frames only; the texture must be uploaded again. Throws MachineError: no fonts, or
  /// more type than one texture holds.
  void build();
  /// Null for what was not needed before the last build.
  [[nodiscard]] const GlyphQuad* find(FontKey key, const figure::Glyph& glyph) const;
  /// Whether a letter of one glyph is in use.
  [[nodiscard]] bool uses(std::string_view letter) const;
  /// Height of the smallest type in use, in pixels; 0 without any.
  [[nodiscard]] double smallest() const;
  /// Glyphs in the atlas.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Files;
  friend struct AtlasBuilder;
  using GlyphId = std::pair<std::size_t, std::uint32_t>;  // font in figure::font_files, glyph in that font

  ImFontAtlas& atlas_;
  std::unique_ptr<Files> files_;
  std::map<FontKey, std::map<GlyphId, GlyphQuad>> quads_;
  bool stale_ = true;
};

}  // namespace ui
