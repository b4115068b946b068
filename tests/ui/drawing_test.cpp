// Fonts, figures, keys and themes without a window.
#include <ft2build.h>
#include <gtest/gtest.h>
#include FT_FREETYPE_H

#include "headless.hpp"
#include "ui/glyph_raster.hpp"
#include "ui/renderer.hpp"

#include <numeric>

namespace drawing_test {

using tests::Headless;

TEST(Fonts, HoldOnlyWhatWasNeeded) {
  ImFontAtlas atlas;
  ui::Fonts fonts(atlas);
  const ui::FontKey body = ui::font_key(ui::Face::words, 16), big = ui::font_key(ui::Face::words, 40);
  fonts.need("onetrip", body);
  EXPECT_TRUE(fonts.stale());
  fonts.build();
  EXPECT_EQ(fonts.size(), 7u);
  fonts.need("trip", body);
  EXPECT_FALSE(fonts.stale());
  fonts.need("trips", body);
  fonts.need("1", big);
  EXPECT_TRUE(fonts.stale());
  fonts.build();
  EXPECT_EQ(fonts.size(), 9u);
  fonts.forget();
  fonts.need("x", body);
  fonts.build();
  EXPECT_EQ(fonts.size(), 1u);
}

TEST(Fonts, GlyphsCoverWhatTheyShould) {
  ImFontAtlas atlas;
  ui::Fonts fonts(atlas);
  for (ui::Face face : {ui::Face::words, ui::Face::bold, ui::Face::slanted, ui::Face::figures}) {
    fonts.need("H ", ui::font_key(face, 16));
  }
  fonts.build();
  for (ui::Face face : {ui::Face::words, ui::Face::bold, ui::Face::slanted, ui::Face::figures}) {
    const ui::FontKey key = ui::font_key(face, 16);
    const auto glyphs = figure::lay_out("H ", ui::measured_as(face), 16);
    const ui::GlyphQuad* letter = fonts.find(key, glyphs[0]);
    ASSERT_NE(letter, nullptr);
    EXPECT_NEAR(-letter->y0, figure::cap_height(ui::measured_as(face), 16), 1) << "a capital stands on the base line";
    EXPECT_NEAR(letter->y1, 0, 0.01);
    EXPECT_TRUE(fonts.find(key, glyphs[1])->empty()) << "a space shows nothing";
  }
}

TEST(GlyphRaster, AveragesOverAPixelWithoutLosingInk) {
  FT_Library library = nullptr;
  ASSERT_EQ(FT_Init_FreeType(&library), 0);
  FT_Face face = nullptr;
  ASSERT_EQ(FT_New_Face(library, figure::font_file(figure::Face::words).path.c_str(), 0, &face), 0);
  const auto ink = [&](int oversample) {
    const ui::GlyphPixels glyph = ui::raster(face, FT_Get_Char_Index(face, 'm'), 16, oversample, false);
    const double sum = std::accumulate(glyph.coverage.begin(), glyph.coverage.end(), 0.0);
    return sum / 255 / oversample;  // pixels
  };
  EXPECT_NEAR(ink(4), ink(1), 0.02 * ink(1));
  EXPECT_NEAR(ink(2), ink(1), 0.02 * ink(1));
  FT_Done_FreeType(library);
}

TEST(Renderer, DrawsEveryKindOfMarkAndKeepsItsClips) {
  Headless window(tests::sample_view(), 1280, 2000);
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  EXPECT_GT(window.vertices, 1000);
  EXPECT_EQ(list->_ClipRectStack.Size, 1) << "every clip that began has ended";
}

TEST(Keys, MatchNamesInAnyCase) {
  EXPECT_TRUE(ui::matches({"Enter"}, {"Enter", "Ctrl+Enter"}));
  EXPECT_TRUE(ui::matches({"Enter", true}, {"Enter", "Ctrl+Enter"}));
  EXPECT_FALSE(ui::matches({"Enter", false, true}, {"Enter", "Ctrl+Enter"}));
  EXPECT_TRUE(ui::matches({"A"}, {"a"}));
  EXPECT_TRUE(ui::matches({"Escape"}, {"Esc"}));
  EXPECT_FALSE(ui::matches({"E"}, {}));
}

TEST(Theme, StepsThroughItsScalesAndBack) {
  double scale = 1;
  for (int i = 0; i < 12; ++i) scale = ui::scale_step(scale, 1);
  EXPECT_DOUBLE_EQ(scale, ui::most_scale);
  for (int i = 0; i < 12; ++i) scale = ui::scale_step(scale, -1);
  EXPECT_DOUBLE_EQ(scale, ui::least_scale);
  EXPECT_DOUBLE_EQ(ui::scale_step(1.1, 1), 1.25) << "from a monitor's odd scale to the next round one";
}

TEST(Theme, ProjectorTypeCanBeReadFromTheBackRow) {
  const ui::Theme theme{figure::Theme::projector, 1};
  for (ui::Type type :
       {ui::Type::tiny, ui::Type::small, ui::Type::body, ui::Type::lead, ui::Type::title, ui::Type::display}) {
    EXPECT_GE(theme.size(type), 720.0 / 30);
  }
  EXPECT_GE(theme.hairline(), 2);
  for (const double lines : {720, 1080, 2160}) {
    EXPECT_GE(ui::fitted(theme, lines * 16 / 9, lines).size(ui::Type::tiny), lines / 30) << lines;
  }
}

}  // namespace drawing_test
