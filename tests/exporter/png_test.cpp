// PNG: read back through libpng: size, resolution, texts, pixels.
#include "base/error.hpp"
#include "exporter/sample_figure.hpp"
#include "exporter/write.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <png.h>

#include <cstring>
#include <map>

namespace png_test {

using namespace figure;
using exporter::Options;
using tests::sample_figure;

struct Png {
  std::uint32_t width = 0, height = 0, dots_per_meter = 0;
  int color_type = 0;
  std::map<std::string, std::string> texts;
  std::vector<std::vector<std::uint8_t>> rows;
  [[nodiscard]] Color pixel(std::uint32_t x, std::uint32_t y) const {
    const std::size_t channels = color_type == PNG_COLOR_TYPE_RGB ? 3 : 4;
    const std::uint8_t* at = &rows[y][channels * x];
    return {at[0], at[1], at[2]};
  }
};

struct Source {
  const std::string& bytes;
  std::size_t at = 0;
};

Png read_png(const std::string& bytes) {
  Png out;
  Source source{bytes};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_read_fn(png, &source, [](png_structp self, png_bytep to, png_size_t length) {
    auto* from = static_cast<Source*>(png_get_io_ptr(self));
    if (from->at + length > from->bytes.size()) png_error(self, "cut short");
    std::memcpy(to, from->bytes.data() + from->at, length);
    from->at += length;
  });
  png_read_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  out.width = png_get_image_width(png, info);
  out.height = png_get_image_height(png, info);
  out.color_type = png_get_color_type(png, info);
  out.dots_per_meter = png_get_x_pixels_per_meter(png, info);
  png_textp texts = nullptr;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  for (int i = 0; i < count; ++i) out.texts[texts[i].key] = texts[i].text;
  png_bytepp rows = png_get_rows(png, info);
  for (std::uint32_t y = 0; y < out.height; ++y) out.rows.emplace_back(rows[y], rows[y] + png_get_rowbytes(png, info));
  png_destroy_read_struct(&png, &info, nullptr);
  EXPECT_EQ(source.at, bytes.size()) << "nothing after the end";
  return out;
}

TEST(Png, SameInputSameBytes) {
  EXPECT_EQ(exporter::to_png(sample_figure()), exporter::to_png(sample_figure()));
}

TEST(Png, HasItsSizeAndResolution) {
  const Png twice = read_png(exporter::to_png(sample_figure()));
  EXPECT_EQ(twice.width, 960u);
  EXPECT_EQ(twice.height, 540u);
  EXPECT_EQ(twice.dots_per_meter, 7559u);  // 192 dots an inch
  Options options;
  options.scale = 1;
  options.dots_per_inch = 300;
  const Png once = read_png(exporter::to_png(sample_figure(), options));
  EXPECT_EQ(once.width, 480u);
  EXPECT_EQ(once.dots_per_meter, 11811u);
}

TEST(Png, CarriesItsTexts) {
  const Png png = read_png(exporter::to_png(sample_figure()));
  EXPECT_EQ(png.texts.at("Title"), "Fused moves half the bytes & none is lost");
  EXPECT_EQ(png.texts.at("device"), "Testor 3000 <rev & 2>");
  EXPECT_EQ(png.texts.at("date"), "2026-01-02");
  const auto json = nlohmann::json::parse(png.texts.at("onetrip:figure"));
  EXPECT_EQ(json["scene"], sample_figure().scene);
  EXPECT_EQ(png.texts.at("Description"), sample_figure().description) << "its line end too";
}

TEST(Png, PaintsTheThemesColours) {
  for (const Theme theme : {Theme::light, Theme::dark, Theme::high_contrast, Theme::projector}) {
    Options options;
    options.theme = theme;
    const Png png = read_png(exporter::to_png(sample_figure(), options));
    EXPECT_EQ(png.pixel(0, 0), color(theme, Role::page, Shade::fill));
    EXPECT_EQ(png.pixel(2 * 300, 2 * 100), color(theme, Role::unfused, Shade::fill));
    EXPECT_EQ(png.pixel(2 * 200, 2 * 180), color(theme, Role::page, Shade::fill)) << "the guess is hollow";
  }
}

TEST(Png, EdgesAndHairlinesAreCrisp) {
  Figure figure;
  figure.width = figure.height = 20;
  figure.marks = {{Polyline{{{5.3, 0}, {5.3, 20}}, {{Role::ink}, 0.75, 0}}},
                  {Rect{{10.4, 2.2}, 5, 5, 0, Paint{Role::fused}}}};
  const Color page = color(Theme::light, Role::page, Shade::fill), ink = color(Theme::light, Role::ink, Shade::fill),
              fused = color(Theme::light, Role::fused, Shade::fill);
  for (const double scale : {1.0, 1.5, 2.0, 3.0}) {
    Options options;
    options.scale = scale;
    const Png png = read_png(exporter::to_png(figure, options));
    for (std::uint32_t x = 0; x < png.width; ++x) {
      EXPECT_THAT(png.pixel(x, png.height / 4), testing::AnyOf(page, ink, fused)) << scale << ", column " << x;
    }
  }
}

TEST(Png, TransparentKeepsAlpha) {
  Options options;
  options.transparent = true;
  const Png png = read_png(exporter::to_png(sample_figure(), options));
  ASSERT_EQ(png.color_type, PNG_COLOR_TYPE_RGBA);
  EXPECT_EQ(png.rows[0][3], 0);
  EXPECT_EQ(png.rows[200][4 * 600 + 3], 255);
  EXPECT_EQ(read_png(exporter::to_png(sample_figure())).color_type, PNG_COLOR_TYPE_RGB);
}

TEST(Png, TooLargeIsTheMachines) {
  Options options;
  options.scale = 1000;
  EXPECT_THROW((void)exporter::to_png(sample_figure(), options), base::MachineError);
}

TEST(EncodePng, RoundTrip) {
  const std::vector<std::uint8_t> rgba = {255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 1, 2, 3, 4};
  const Png png = read_png(exporter::encode_png(2, 2, rgba, 96, {{"Title", "x"}}));
  EXPECT_EQ(png.rows,
            (std::vector<std::vector<std::uint8_t>>{{255, 0, 0, 255, 0, 255, 0, 128}, {0, 0, 255, 0, 1, 2, 3, 4}}));
  EXPECT_EQ(png.dots_per_meter, 3780u);
}

TEST(EncodePng, AwkwardTextsAreMadeLegal) {
  const std::string bad_value = std::string("a\xFF") + '\0' + "b\x1B\nc";
  const Png png = read_png(exporter::encode_png(
      1, 1, {0, 0, 0, 255}, 96,
      {{"", "no key"}, {" key \u00E9  two ", bad_value}, {std::string(200, 'k'), std::string(5000, 'v')}}));
  EXPECT_EQ(png.texts.at("Comment"), "no key");
  EXPECT_EQ(png.texts.at("key two"), "a\\xFF\\u0000b\\u001B\nc");
  EXPECT_EQ(png.texts.at(std::string(79, 'k')), std::string(5000, 'v'));
}

TEST(EncodePng, AKeyWithNothingToPrintIsAComment) {
  // libpng refuses a picture with a text whose key is empty once it has been cleaned.
  for (const char* key : {"", " ", "\x7F", "\x7F \u00E9"}) {
    const Png png = read_png(exporter::encode_png(1, 1, {0, 0, 0, 255}, 96, {{key, "kept"}}));
    EXPECT_EQ(png.texts, (std::map<std::string, std::string>{{"Comment", "kept"}})) << key;
  }
}

TEST(EncodePng, AKeyIsCutAfterItsSpacesAreGone) {
  const std::string long_key(79, 'k');
  const Png png = read_png(exporter::encode_png(1, 1, {0, 0, 0, 255}, 96, {{"   " + long_key, "kept"}}));
  EXPECT_EQ(png.texts, (std::map<std::string, std::string>{{long_key, "kept"}}));
}

}  // namespace png_test
