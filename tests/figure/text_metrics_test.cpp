// Widths, cutting and breaking of text on the installed fonts.
#include "figure/text_metrics.hpp"

#include "base/error.hpp"
#include "figure/font.hpp"
#include "figure/utf8.hpp"

#include <fontconfig/fontconfig.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace text_metrics_test {

using namespace figure;

TEST(Fonts, TheHouseFontsOrTheirFallBack) {
  EXPECT_THAT(font_file(Face::words).family, testing::AnyOf("Inter", "DejaVu Sans"));
  EXPECT_THAT(font_file(Face::figures).family, testing::AnyOf("JetBrains Mono", "DejaVu Sans Mono"));
  EXPECT_NE(font_file(Face::words).path, font_file(Face::words_bold).path);
}

TEST(Fonts, OnlyTheFamilyAskedForCounts) {
  EXPECT_TRUE(find_fonts({{"No Such Family Anywhere", FC_WEIGHT_REGULAR}}).empty());
  const auto found = find_fonts({{"No Such Family Anywhere", FC_WEIGHT_REGULAR}, {"DejaVu Sans", FC_WEIGHT_REGULAR}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].family, "DejaVu Sans");
}

TEST(Fonts, NoFontAtAllNamesThePackages) {
  try {
    const FontStack stack(std::vector<FontFile>{});
    FAIL() << "an empty stack must not be made";
  } catch (const base::MachineError& error) {
    EXPECT_NE(error.remedy.find("fonts-inter"), std::string::npos);
  }
}

TEST(Fonts, AFileThatIsNoFontIsNamed) {
  for (const char* path : {"/etc/passwd", "/no/such/font.ttf"}) {
    try {
      const FontStack stack(std::vector<FontFile>{{path, "Nobody"}});
      FAIL() << path;
    } catch (const base::MachineError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(path));
    }
  }
}

TEST(TextWidth, ScalesAndAdds) {
  for (Face face : {Face::words, Face::words_bold, Face::figures}) {
    EXPECT_EQ(text_width("", face, 14), 0);
    const double one = text_width("Same math.", face, 10);
    EXPECT_GT(one, 10);
    EXPECT_NEAR(text_width("Same math.", face, 35), 3.5 * one, 1e-9) << "unhinted";
    EXPECT_NEAR(text_width("Same", face, 10) + text_width(" math.", face, 10), one, 1e-9) << "no kerning";
  }
  EXPECT_GT(text_width("WWW", Face::words, 14), text_width("iii", Face::words, 14));
  EXPECT_GT(text_width("fused", Face::words_bold, 14), text_width("fused", Face::words, 14));
}

TEST(TextWidth, FiguresAreTabular) {
  const double one = text_width("1", Face::figures, 14);
  for (const char* text : {"8", ".", "-", "\u00B5"}) EXPECT_NEAR(text_width(text, Face::figures, 14), one, 0.1) << text;
  EXPECT_NEAR(text_width("4\u202F294\u202F967\u202F296", Face::figures, 14), 11.5 * one, 0.2)
      << "digit groups are parted by half a cell";
}

TEST(TextWidth, CharactersThatTheFontLacksComeFromTheNext) {
  const auto glyphs = lay_out("A\u2423", Face::words, 10);  // an open box: not in Inter
  ASSERT_EQ(glyphs.size(), 2u);
  EXPECT_EQ(glyphs[0].font, 0u);
  EXPECT_EQ(glyphs[0].x, 0);
  EXPECT_NEAR(glyphs[1].x, text_width("A", Face::words, 10), 1e-9);
  EXPECT_NE(glyphs[1].index, 0u) << "some font of the stack has it";
  EXPECT_LT(glyphs[1].font, font_files(Face::words).size());
}

TEST(TextWidth, BadBytesAreMeasuredAsWhatIsDrawn) {
  EXPECT_EQ(text_width("\xFF", Face::words, 14), text_width("\\xFF", Face::words, 14));
  EXPECT_EQ(text_width(std::string_view("a\0b", 3), Face::words, 14), text_width("a\\u0000b", Face::words, 14));
}

TEST(TextWidth, HeightsAreThoseOfLetters) {
  EXPECT_GT(ascent(Face::words, 10), cap_height(Face::words, 10));
  EXPECT_GT(cap_height(Face::words, 10), 5);
  EXPECT_LT(cap_height(Face::words, 10), 9);
  EXPECT_GT(descent(Face::figures, 10), 0);
}

TEST(TextWidth, ManyThreadsAgree) {
  const std::string text = "y = gelu(x + b)  \u03B1\u03B2\u03B3";
  const double expected = text_width(text, Face::words, 13);
  std::vector<double> widths(4);
  {
    std::vector<std::jthread> threads;
    for (double& width : widths) threads.emplace_back([&] { width = text_width(text, Face::words, 13); });
  }
  for (double width : widths) EXPECT_EQ(width, expected);
}

TEST(Fit, CutsWithAnEllipsis) {
  EXPECT_EQ(fit("short", Face::words, 14, 500), "short");
  const std::string cut = fit("a rather long sentence", Face::words, 14, 80);
  EXPECT_TRUE(cut.ends_with("\u2026")) << cut;
  EXPECT_LE(text_width(cut, Face::words, 14), 80);
  EXPECT_GT(text_width(cut, Face::words, 14), 60) << "as much as fits";
  EXPECT_EQ(fit("anything", Face::words, 14, 2), "");
  EXPECT_EQ(fit("", Face::words, 14, 0), "");
}

TEST(Wrap, BreaksAtSpacesIntoLinesThatFit) {
  const std::string text = "The fused kernel keeps the value in a register and writes it once.";
  const auto lines = wrap(text, Face::words, 14, 120);
  ASSERT_GT(lines.size(), 2u);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(text_width(line, Face::words, 14), 120) << line;
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
}

TEST(Wrap, KeepsLineEndsAndBreaksGiants) {
  EXPECT_THAT(wrap("one\n\ntwo", Face::words, 14, 500), testing::ElementsAre("one", "", "two"));
  EXPECT_THAT(wrap("", Face::words, 14, 500), testing::ElementsAre(""));
  std::string joined;
  for (const std::string& line : wrap(std::string(100, 'm'), Face::words, 14, 60)) {
    EXPECT_LE(text_width(line, Face::words, 14), 60);
    joined += line;
  }
  EXPECT_EQ(joined, std::string(100, 'm'));
  EXPECT_EQ(wrap("mm", Face::words, 14, 1).size(), 2u) << "one character a line at worst, never none";
}

TEST(Utf8, DecodesStrictly) {
  EXPECT_EQ(decode_utf8("a\u00B5\u202F\U0001F600"), U"a\u00B5\u202F\U0001F600");
  EXPECT_EQ(decode_utf8("\xC0\x80"), U"\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(decode_utf8("\xED\xA0\x80"), U"\uFFFD\uFFFD\uFFFD") << "surrogate";
  EXPECT_EQ(decode_utf8("\xE2\x82"), U"\uFFFD\uFFFD") << "cut short";
  EXPECT_EQ(decode_utf8("\xF4\x90\x80\x80").size(), 4u) << "above the last code point";
  for (char32_t point : {U'a', U'\u00E9', U'\u20AC', U'\U0010FFFF'}) {
    EXPECT_EQ(decode_utf8(encode_utf8(point)), std::u32string(1, point));
  }
}

TEST(Utf8, CleanLinesHaveNoControls) {
  EXPECT_EQ(clean_line("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(clean_line("\x1B[31m\x7F\u0085\uFFFE\u202E"), "\\u001B[31m\\u007F\\u0085\\uFFFE\\u202E");
}

}  // namespace text_metrics_test
