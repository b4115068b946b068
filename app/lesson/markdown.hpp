// Markdown prose to plain runs that a window, a terminal and a page can set (by md4c).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// Text of one kind inside a paragraph.
struct Run {
  std::string text;
  bool strong = false, emphasis = false, code = false;
  std::string word{};  ///< of the glossary, which it leads to; mostly empty
  bool operator==(const Run&) const = default;
};

/// One block of prose. A line break that was asked for is "\n" inside a run; so is each line end of code.
struct Paragraph {
  enum class Kind { text, heading, bullet, numbered, quote, code } kind = Kind::text;
  int number = 0;  ///< numbered: its number; heading: its level
  int indent = 0;  ///< how many lists it is inside of, beyond the first
  std::vector<Run> runs;
  bool operator==(const Paragraph&) const = default;
};

/// How a link to a word of the glossary begins: [trips](word:crossing).
inline constexpr std::string_view word_link = "word:";

/// HTML is text like any other; tables are not read; a link shows its words and, in parentheses, where it goes, unless
/// that is a word of the glossary.
[[nodiscard]] std::vector<Paragraph> paragraphs(std::string_view markdown);
/// Words of prose, as a reader counts them.
[[nodiscard]] std::size_t count_words(std::string_view markdown);
/// Its words without their marks, in one line.
[[nodiscard]] std::string unmarked(std::string_view markdown);
/// For a terminal: lines of at most `columns` characters (longer words stay whole), a blank line between paragraphs.
[[nodiscard]] std::string plain_text(const std::vector<Paragraph>& paragraphs, int columns);

}  // namespace lesson
