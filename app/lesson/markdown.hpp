// Markdown prose to plain runs that a window, a terminal and a page can set (by md4c).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Run { std::string text; bool strong = false, emphasis = false, code = false; };
struct Paragraph {
  enum class Kind { text, heading, bullet, numbered, quote, code } kind = Kind::text;
  int number = 0;          ///< numbered: its number; heading: its level
  std::vector<Run> runs;
};

[[nodiscard]] std::vector<Paragraph> paragraphs(std::string_view markdown);
[[nodiscard]] std::string plain_text(const std::vector<Paragraph>& paragraphs, int columns);

}  // namespace lesson
