// What a text from elsewhere may not do is seen; what it says stays.
#include "base/visible.hpp"

#include "base/archive.hpp"
#include "base/escape.hpp"

#include <gtest/gtest.h>

namespace visible_test {

using base::TextKind;
using base::visible;

TEST(Visible, LeavesOrdinaryTextAlone) {
  for (const char* text : {"", "NVIDIA H200 (80GB)", "8\u202F192 × é 中文 😀 \\u202E \uFFFD", "a\u00A0b … „x“"}) {
    EXPECT_EQ(visible(text), text);
    EXPECT_EQ(visible(text, TextKind::lines), text);
  }
}

TEST(Visible, ShowsWhatSteersHidesOrTurnsRound) {
  EXPECT_EQ(visible("a\x1B[2Jb"), "a\\u001B[2Jb");
  EXPECT_EQ(visible(std::string_view("\0\x7F", 2)), "\\u0000\\u007F");
  EXPECT_EQ(visible("\u0085\u009B2J"), "\\u0085\\u009B2J") << "the second kind of control characters";
  EXPECT_EQ(visible("\u202Egnp\u202C\u2066\u2069\u200E\u200F\u061C"),
            "\\u202Egnp\\u202C\\u2066\\u2069\\u200E\\u200F\\u061C");
  EXPECT_EQ(visible("a\u200Bb\u200D\u2060\uFEFF\u00AD"), "a\\u200Bb\\u200D\\u2060\\uFEFF\\u00AD");
  EXPECT_EQ(visible("\U000E0041"), "\\uDB40\\uDC41") << "a tag, as JSON has it";
  EXPECT_EQ(visible("\xFF\xC0\x80\xED\xA0\x80\xE2\x82"), "\\xFF\\xC0\\x80\\xED\\xA0\\x80\\xE2\\x82");
}

TEST(Visible, ANameIsOneLine) {
  EXPECT_EQ(visible("H200\nverified\t\r\u2028"), "H200\\u000Averified\\u0009\\u000D\\u2028");
  EXPECT_EQ(visible("a\n\tb\r\nc\rd", TextKind::lines), "a\n\tb\r\nc\\u000Dd");
  EXPECT_EQ(visible("a\x1B\n", TextKind::exact), "a\x1B\n");
}

TEST(Visible, IsTheSameTwice) {
  const std::string once = visible("\x1B\u202E\xFF\n");
  EXPECT_EQ(visible(once), once);
}

TEST(Visible, InJsonItMeansTheSame) {
  const std::string told = "x\u202E\u009B\x7F\U000E0041y\n";
  const std::string shown = visible(nlohmann::json(told).dump(), TextKind::lines);
  EXPECT_EQ(shown.find("\u202E"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(shown), told);
}

struct Named {
  std::string name, text, exact;
  std::vector<std::string> list;
  std::map<std::string, int> sizes;
};
template <class A>
void fields(A& a, Named& m) {
  a("name", m.name, 100);
  a("text", m.text, 100, TextKind::lines);
  a("exact", m.exact, TextKind::exact);
  a("list", m.list, 10, 100);
  a("sizes", m.sizes);
}

TEST(Visible, WhatIsReadOfJsonIs) {
  const auto json = nlohmann::ordered_json::parse(
      "{\"name\":\"a\\u001b\\nb\",\"text\":\"a\\n\u202E\",\"exact\":\"\\u001b\",\"list\":[\"\\n\"],\"sizes\":{\"\\n\":"
      "1}}");
  Named named;
  base::Unforgiving format;
  base::ArchiveReader(json, "named", format).all(named);
  EXPECT_EQ(named.name, "a\\u001B\\u000Ab");
  EXPECT_EQ(named.text, "a\n\\u202E");
  EXPECT_EQ(named.exact, "\x1B");
  EXPECT_EQ(named.list, std::vector<std::string>{"\\u000A"});
  EXPECT_TRUE(named.sizes.contains("\\u000A"));
}

TEST(Visible, MarkupIsToo) {
  EXPECT_EQ(base::escape_markup("<a>\x1B\u202E\n"), "&lt;a&gt;\\u001B\\u202E\n");
}

}  // namespace visible_test
