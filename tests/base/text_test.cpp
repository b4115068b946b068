// UTF-8, lines, numbers and "did you mean".
#include "base/text.hpp"

#include "base/units.hpp"
#include "golden.hpp"

#include <gmock/gmock.h>

#include <clocale>
#include <cstdlib>

using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::IsEmpty;

namespace text_test {

TEST(Utf8, AcceptsWhatTheStandardAccepts) {
  EXPECT_FALSE(base::invalid_utf8("plain, é, €, 😀, \u07FF\uFFFD\U0010FFFF"));
  EXPECT_FALSE(base::invalid_utf8("\0"sv));
}

TEST(Utf8, RefusesTheFirstBadByte) {
  EXPECT_EQ(base::invalid_utf8("ab\xFF"), 2u);
  EXPECT_EQ(base::invalid_utf8("\xC0\x80"), 0u) << "overlong NUL";
  EXPECT_EQ(base::invalid_utf8("é\xE0\x80\x80"), 2u) << "overlong";
  EXPECT_EQ(base::invalid_utf8("\xED\xA0\x80"), 0u) << "surrogate";
  EXPECT_EQ(base::invalid_utf8("\xF4\x90\x80\x80"), 0u) << "above U+10FFFF";
  EXPECT_EQ(base::invalid_utf8("a\xE2\x82"), 1u) << "cut off";
}

TEST(Utf8, CountsCharactersAndBadBytes) {
  EXPECT_EQ(base::count_characters("é€😀"), 3u);
  EXPECT_EQ(base::count_characters("a\xFF\xFE"), 3u);
  EXPECT_EQ(base::count_characters(""), 0u);
}

TEST(Lines, EndWithEitherEnding) {
  EXPECT_THAT(base::split_lines("a\r\nb\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(base::split_lines("a\n"), ElementsAre("a"));
  EXPECT_THAT(base::split_lines("\n"), ElementsAre(""));
  EXPECT_THAT(base::split_lines(""), IsEmpty());
  EXPECT_THAT(base::split_lines("a\rb"), ElementsAre("a\rb"));
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(base::split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(base::split("", ','), ElementsAre(""));
}

TEST(ReplaceAll, LooksAtNothingTwice) {
  std::string text = "a(b)a";
  base::replace_all(text, "a", "aa");
  EXPECT_EQ(text, "aa(b)aa");
  base::replace_all(text, "x", "y");
  EXPECT_EQ(text, "aa(b)aa");
}

TEST(Trim, TakesBlanksOffBothEnds) {
  EXPECT_EQ(base::trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(base::trim("  "), "");
}

TEST(Numbers, AreReadWholeOrNotAtAll) {
  EXPECT_EQ(base::to_number("1.5"), 1.5);
  EXPECT_EQ(base::to_number("-2e-3"), -0.002);
  for (const auto* text : {"", " 1", "1 ", "1,5", "0x10", "1.5f", "nan", "inf", "1e999", "+1"}) {
    EXPECT_FALSE(base::to_number(text)) << text;
  }
  EXPECT_EQ(base::to_integer("-9223372036854775808"), INT64_MIN);
  for (const auto* text : {"", "1.0", "9223372036854775808", "12a"}) EXPECT_FALSE(base::to_integer(text)) << text;
}

/// A locale with decimal commas while it lives; made in a folder of its own where none is installed.
class CommaLocale {
 public:
  CommaLocale() {
    found_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    if (found_) return;
    const std::string folder = (folder_.path() / "de_DE.UTF-8").string();
    if (std::system(("localedef -i de_DE -f UTF-8 " + folder + " 2>/dev/null").c_str()) != 0) return;
    ::setenv("LOCPATH", folder_.path().c_str(), 1);
    found_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  }
  ~CommaLocale() {
    std::setlocale(LC_ALL, "C");
    ::unsetenv("LOCPATH");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  [[nodiscard]] bool found() const { return found_; }

 private:
  tests::TemporaryFolder folder_;
  bool found_ = false;
};

TEST(Numbers, DoNotAskTheLocale) {
  const CommaLocale locale;
  if (!locale.found()) GTEST_SKIP() << "no locale with decimal commas here, and none could be made";
  ASSERT_STREQ(std::localeconv()->decimal_point, ",");
  EXPECT_EQ(base::to_number("1.5"), 1.5);
  EXPECT_FALSE(base::to_number("1,5"));
  EXPECT_EQ(base::exact_number(1.5), "1.5");
  EXPECT_EQ(base::show_number(1.5), "1.50");
  EXPECT_EQ(base::show(base::Seconds{0.0015}), "1.50 ms");
}

TEST(Nearest, FindsASlipOfTheFinger) {
  const std::vector<std::string_view> ops{"gelu", "relu", "sqrt", "rsqrt", "sum", "mean", "abs"};
  EXPECT_EQ(base::nearest("gelo", ops), "gelu");
  EXPECT_EQ(base::nearest("GELU", ops), "gelu");
  EXPECT_EQ(base::nearest("maen", ops), "mean");
  EXPECT_EQ(base::nearest("sqr", ops), "sqrt");
  EXPECT_FALSE(base::nearest("xyz", ops));
  EXPECT_FALSE(base::nearest("", ops));
  EXPECT_FALSE(base::nearest("k", {"a", "b"}));
  EXPECT_EQ(base::nearest("X", {"a", "x"}), "x");
  EXPECT_FALSE(base::nearest("convolution", ops));
}

}  // namespace text_test
