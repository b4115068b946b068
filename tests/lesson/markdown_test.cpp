// Markdown to paragraphs of runs, and to lines of a terminal.
#include "lesson/markdown.hpp"

#include "base/text.hpp"

#include <gtest/gtest.h>

namespace lesson {

/// For messages: "bullet 0 1 [*strong*|plain]".
void PrintTo(const Paragraph& p, std::ostream* out) {
  *out << static_cast<int>(p.kind) << ' ' << p.number << ' ' << p.indent << " [";
  for (const Run& run : p.runs)
    *out << (run.strong ? "*" : "") << (run.emphasis ? "/" : "") << (run.code ? "`" : "") << run.text << '|';
  *out << ']';
}

namespace markdown_test {

using Kind = Paragraph::Kind;
using All = std::vector<Paragraph>;

Run plain(std::string text) {
  return {.text = std::move(text)};
}
Paragraph of(Kind kind, std::string text, int number = 0, int indent = 0) {
  return {kind, number, indent, {plain(std::move(text))}};
}

TEST(Markdown, Emphasis) {
  EXPECT_EQ(paragraphs("A **strong**, an *emphatic* and a `code` word,\n***both***."),
            (All{{Kind::text,
                  0,
                  0,
                  {plain("A "),
                   {.text = "strong", .strong = true},
                   plain(", an "),
                   {.text = "emphatic", .emphasis = true},
                   plain(" and a "),
                   {.text = "code", .code = true},
                   plain(" word, "),
                   {.text = "both", .strong = true, .emphasis = true},
                   plain(".")}}}));
}

TEST(Markdown, Blocks) {
  EXPECT_EQ(paragraphs("### Head\n\nOne\ntwo.\n\n> Quoted.\n\n```cpp\na = 1;\n\nb {}\n```\n"),
            (All{of(Kind::heading, "Head", 3),
                 of(Kind::text, "One two."),
                 of(Kind::quote, "Quoted."),
                 {Kind::code, 0, 0, {{.text = "a = 1;\n\nb {}", .code = true}}}}));
}

TEST(Markdown, Lists) {
  EXPECT_EQ(paragraphs("- one\n- two\n  - inner\n\n3. three\n4. four\n\n   more of four\n"),
            (All{of(Kind::bullet, "one"), of(Kind::bullet, "two"), of(Kind::bullet, "inner", 0, 1),
                 of(Kind::numbered, "three", 3), of(Kind::numbered, "four", 4), of(Kind::text, "more of four", 0, 1)}));
  EXPECT_EQ(paragraphs("0. zero\n"), (All{of(Kind::numbered, "zero", 0)}));
}

TEST(Markdown, WhatIsNotMarkupIsText) {
  EXPECT_EQ(paragraphs("a <b>c</b> &amp; &times; &bogus; \\{x} 1 < 2"),
            (All{of(Kind::text, "a <b>c</b> & \u00d7 &bogus; {x} 1 < 2")}));
  EXPECT_EQ(paragraphs("hard  \nbreak"), (All{of(Kind::text, "hard\nbreak")}));
  EXPECT_EQ(paragraphs("[the site](https://x.org/) and <https://y.org/>"),
            (All{of(Kind::text, "the site (https://x.org/) and https://y.org/")}));
  EXPECT_EQ(paragraphs(""), All{});
  EXPECT_EQ(paragraphs("-\n"), All{}) << "an empty item is no paragraph";
}

TEST(PlainText, WrapsAndIndents) {
  EXPECT_EQ(
      plain_text(paragraphs("One two three four five six.\n\n- item one is long enough\n- b\n\n> a quote that is long"),
                 20),
      "One two three four\nfive six.\n\n- item one is long\n  enough\n- b\n\n> a quote that is\n> long\n");
}

TEST(PlainText, CountsCharactersAndKeepsLongWords) {
  const std::string text = plain_text(paragraphs("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4 "
                                                 "\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc "
                                                 "incomprehensibilities-of-the-first-order"),
                                      20);
  const auto lines = base::split_lines(text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(base::count_characters(lines[0]), 20u);
  EXPECT_EQ(lines[1], "incomprehensibilities-of-the-first-order");
}

TEST(PlainText, CodeIsNotWrapped) {
  EXPECT_EQ(plain_text(paragraphs("```\nx: f32[4096, 8192]  # a long comment here\n```"), 20),
            "    x: f32[4096, 8192]  # a long comment here\n");
}

}  // namespace markdown_test
}  // namespace lesson
