// The faces on screen. ImGui's atlas is filled by a builder of our own: one of its two rounds every advance to a whole
// pixel and the other knows no hinting, and a page of prose shows either.
#include "ui/fonts.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "figure/open_face.hpp"
#include "ui/glyph_raster.hpp"

#include <ft2build.h>
#include <imgui_internal.h>
// The system's, as Debian's ImGui uses it: the copy among ImGui's headers has smaller rectangles.
#include <stb_rect_pack.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace ui {

figure::Face measured_as(Face face) {
  switch (face) {
    case Face::words:
    case Face::slanted:
      return figure::Face::words;
    case Face::bold:
      return figure::Face::words_bold;
    case Face::figures:
      return figure::Face::figures;
  }
  std::unreachable();
}

FontKey font_key(Face face, double pixels) {
  return {face, std::max(4, static_cast<int>(std::lround(pixels * 4)))};
}

double text_width(std::string_view text, FontKey key) {
  return figure::text_width(text, measured_as(key.face), key.size());
}

/// FreeType's handles, opened as glyphs of a file are first wanted.
struct Fonts::Files {
  FT_Library library = figure::open_freetype();
  std::map<std::pair<std::string, int>, FT_Face> faces;

  Files() = default;
  ~Files() { FT_Done_FreeType(library); }  // closes the faces too
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  [[nodiscard]] FT_Face open(const figure::FontFile& file) {
    FT_Face& face = faces[{file.path, file.index}];
    if (face == nullptr) face = figure::open_face(library, file);
    return face;
  }
};

/// Fills the atlas: ImGui's own small parts (a white pixel, line textures), then our glyphs.
struct AtlasBuilder {
  /// ImFontBuilderIO's one function. The address of the Fonts travels where ImGui expects a font file.
  static bool build(ImFontAtlas* atlas) {
    Fonts* fonts = nullptr;
    std::memcpy(&fonts, atlas->ConfigData.front().FontData, sizeof fonts);
    return AtlasBuilder{*atlas, *fonts}.run();
  }

  ImFontAtlas& atlas;
  Fonts& fonts;
  struct Placed {
    GlyphQuad* quad = nullptr;
    int oversample = 1;
    GlyphPixels pixels;
    stbrp_rect rect{};
  };
  std::vector<Placed> glyphs{};
  static constexpr int gap = 1;  // so that no glyph bleeds into its neighbour

  bool run() {
    atlas.TexID = nullptr;
    atlas.TexWidth = atlas.TexHeight = 0;
    atlas.TexUvScale = atlas.TexUvWhitePixel = ImVec2(0, 0);
    atlas.ClearTexData();
    ImFontAtlasBuildInit(&atlas);
    raster_all();
    if (!pack()) return false;
    const auto bytes = static_cast<std::size_t>(atlas.TexWidth) * static_cast<std::size_t>(atlas.TexHeight);
    atlas.TexPixelsAlpha8 = static_cast<unsigned char*>(IM_ALLOC(bytes));
    std::memset(atlas.TexPixelsAlpha8, 0, bytes);
    for (const Placed& glyph : glyphs) copy(glyph);
    set_up_own_font();
    ImFontAtlasBuildFinish(&atlas);
    return true;
  }

  void raster_all() {
    for (auto& [key, quads] : fonts.quads_) {
      const auto& files = figure::font_files(measured_as(key.face));
      const int oversample = oversample_for(key.size());
      for (auto& [id, quad] : quads) {
        FT_Face face = fonts.files_->open(files.at(id.first));
        Placed& placed = glyphs.emplace_back();
        placed.quad = &quad;
        placed.oversample = oversample;
        placed.pixels = raster(face, id.second, key.size(), oversample, key.face == Face::slanted);
      }
    }
  }

  bool pack() {
    long area = 0;
    for (const Placed& glyph : glyphs) area += long{glyph.pixels.width + gap} * (glyph.pixels.height + gap);
    atlas.TexWidth = area > 2000 * 2000 ? 4096 : area > 1000 * 1000 ? 2048 : area > 400 * 1000 ? 1024 : 512;
    constexpr int most_height = 8192;
    std::vector<stbrp_node> nodes(static_cast<std::size_t>(atlas.TexWidth));
    stbrp_context context{};
    stbrp_init_target(&context, atlas.TexWidth, most_height, nodes.data(), static_cast<int>(nodes.size()));
    ImFontAtlasBuildPackCustomRects(&atlas, &context);
    std::vector<stbrp_rect> rects(glyphs.size());
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
      rects[i].w = static_cast<stbrp_coord>(glyphs[i].pixels.width + gap);
      rects[i].h = static_cast<stbrp_coord>(glyphs[i].pixels.height + gap);
    }
    if (stbrp_pack_rects(&context, rects.data(), static_cast<int>(rects.size())) == 0) return false;
    int height = atlas.TexHeight;
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
      glyphs[i].rect = rects[i];
      height = std::max(height, static_cast<int>(rects[i].y + rects[i].h));
    }
    atlas.TexHeight = ImUpperPowerOfTwo(height);
    atlas.TexUvScale = ImVec2(1.0f / static_cast<float>(atlas.TexWidth), 1.0f / static_cast<float>(atlas.TexHeight));
    return true;
  }

  void copy(const Placed& glyph) const {
    const GlyphPixels& pixels = glyph.pixels;
    for (int y = 0; y < pixels.height; ++y) {
      const auto from = static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels.width);
      const auto to = static_cast<std::size_t>(glyph.rect.y + y) * static_cast<std::size_t>(atlas.TexWidth) +
                      static_cast<std::size_t>(glyph.rect.x);
      std::memcpy(atlas.TexPixelsAlpha8 + to, pixels.coverage.data() + from, static_cast<std::size_t>(pixels.width));
    }
    GlyphQuad& quad = *glyph.quad;
    quad.x0 = static_cast<float>(pixels.left);
    quad.x1 = static_cast<float>(pixels.left + static_cast<double>(pixels.width) / glyph.oversample);
    quad.y0 = static_cast<float>(-pixels.top);
    quad.y1 = static_cast<float>(pixels.height - pixels.top);
    quad.u0 = static_cast<float>(glyph.rect.x) * atlas.TexUvScale.x;
    quad.u1 = static_cast<float>(glyph.rect.x + pixels.width) * atlas.TexUvScale.x;
    quad.v0 = static_cast<float>(glyph.rect.y) * atlas.TexUvScale.y;
    quad.v1 = static_cast<float>(glyph.rect.y + pixels.height) * atlas.TexUvScale.y;
  }

  /// ImGui insists on one font with a space and a fall-back; nothing of ours is set in it.
  void set_up_own_font() const {
    ImFontConfig& config = atlas.ConfigData.front();
    ImFontAtlasBuildSetupFont(&atlas, config.DstFont, &config, config.SizePixels, 0);
    for (ImWchar character : {' ', '?', '.'}) {
      config.DstFont->AddGlyph(&config, character, 0, 0, 0, 0, 0, 0, 0, 0, config.SizePixels / 2);
    }
  }
};

namespace {
constexpr ImFontBuilderIO builder{AtlasBuilder::build};
}  // namespace

Fonts::Fonts(ImFontAtlas& atlas) : atlas_(atlas), files_(std::make_unique<Files>()) {
  atlas_.FontBuilderIO = &builder;
  atlas_.Flags |= ImFontAtlasFlags_NoMouseCursors;
}

Fonts::~Fonts() = default;

void Fonts::need(std::string_view text, FontKey key) {
  auto& quads = quads_[key];
  for (const figure::Glyph& glyph : figure::lay_out(text, measured_as(key.face), 1)) {
    stale_ = quads.try_emplace({glyph.font, glyph.index}).second || stale_;
  }
}

bool Fonts::stale() const {
  return stale_;
}

void Fonts::forget() {
  quads_.clear();
  stale_ = true;
}

void Fonts::build() {
  atlas_.Clear();
  Fonts* self = this;
  ImFontConfig config;
  config.FontData = &self;
  config.FontDataSize = sizeof self;
  config.FontDataOwnedByAtlas = false;  // ImGui copies the address
  config.SizePixels = 16;
  atlas_.AddFont(&config);
  if (!atlas_.Build()) throw base::MachineError(base::say("ui.no_texture"));
  stale_ = false;
}

const GlyphQuad* Fonts::find(FontKey key, const figure::Glyph& glyph) const {
  const auto quads = quads_.find(key);
  if (quads == quads_.end()) return nullptr;
  const auto quad = quads->second.find({glyph.font, glyph.index});
  return quad == quads->second.end() ? nullptr : &quad->second;
}

bool Fonts::uses(std::string_view letter) const {
  return std::ranges::any_of(quads_, [&](const auto& face) {
    const auto glyph = figure::lay_out(letter, measured_as(face.first.face), 1).at(0);
    return face.second.contains({glyph.font, glyph.index});
  });
}

double Fonts::smallest() const {
  double least = 0;
  for (const auto& [key, glyphs] : quads_) {
    if (!glyphs.empty() && (least == 0 || key.size() < least)) least = key.size();
  }
  return least;
}

std::size_t Fonts::size() const {
  std::size_t count = 0;
  for (const auto& [key, quads] : quads_) count += quads.size();
  return count;
}

}  // namespace ui
