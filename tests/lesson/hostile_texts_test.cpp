// Texts that were written to keep the loader busy: time and memory grow as the text does, and stay small.
#include "lesson/lint.hpp"
#include "lesson/loader.hpp"
#include "machine/device_spec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

namespace hostile_texts_test {

constexpr std::size_t longest = static_cast<std::size_t>(lesson::max_lesson_bytes);

struct Hostile {
  const char* name;
  std::function<std::string(std::size_t bytes)> text;
};

constexpr const char* front = "+++\nid = \"07\"\ntitle = \"T\"\nminutes = 5\ngoal = \"G\"\n+++\n## S\n";
constexpr const char* chain = "```chain c\nx: f32[64]\ny = relu(x)\n```\n";

/// `head`, then `piece` until so many bytes are full.
Hostile filled(const char* name, std::string head, std::string piece, std::string end = {}) {
  return {name, [=](std::size_t bytes) {
            std::string text = front + head;
            while (text.size() + piece.size() + end.size() < bytes) text += piece;
            return text + end;
          }};
}

/// `head`, then a piece that is another one each time.
Hostile counted(const char* name, std::string head, std::function<std::string(std::size_t)> piece, std::string end) {
  return {name, [=](std::size_t bytes) {
            std::string text = front + head;
            for (std::size_t i = 1;; ++i) {
              const std::string next = piece(i);
              if (text.size() + next.size() + end.size() >= bytes) return text + end;
              text += next;
            }
          }};
}

std::vector<Hostile> hostile() {
  const std::string task = std::string(chain) + "```task\nid = \"a\"\n";
  return {
      filled("BracesInOneLine", "", "{"),
      filled("BracesInLines", "", std::string(79, '{') + "\n"),
      filled("ValuesInOneLine", chain, "{crossings.unfused} "),
      filled("ValuesInLines", chain, "{crossings.unfused}\n"),
      filled("FactsInOneLine", "", "{fact 3; source x} "),
      filled("ValuesInLongLines", chain,
             [] {
               std::string line;
               while (line.size() < 4000) line += "{nonsense} ";
               return line + "\n";
             }()),
      filled("UnclosedFences", "", "```text\n## a\n"),
      filled("UnclosedFencesBeforeOneOfOurs", "", "```text\n## a\n", "```chain c\n"),
      filled("Notes", "", "```say\na\n```\n"),
      filled("NotesOfBraces", "", "```class\n{x\n```\n"),
      filled("Steps", "", "## S\na\n"),
      filled("Headings", "", "# a\n"),
      filled("Recall", "```recall\n", "q\n", "```\n"),
      filled("SceneOfManyWords", "```scene ", "a ", "\n```\n"),
      filled("ChainOfMistakes", "```chain c\n", "y = q(x)\n", "```\n"),
      filled("ChainOfSigns", "```chain c\n", "$ ", "\n```\n"),
      filled("ChainOfParentheses", "```chain c\ny = ", "(", "\n```\n"),
      filled("ValuesInATask", task + "question = \"\"\"\n", "{x y}\n", "\"\"\"\n```\n"),
      filled("Misconceptions", task, "[[misconception]]\nvalue = \"1+\"\n", "```\n"),
      filled("ExpressionOfParentheses", task + "[[misconception]]\nvalue = \"", "(", "\"\n```\n"),
      filled("Quotes", "", "> "),
      filled("Emphasis", "", "*a _b "),
      filled("Brackets", "", "["),
      filled("Prose", "", "word and more\n"),
      counted(
          "Chains", "",
          [](std::size_t i) { return "```chain c" + std::to_string(i) + "\nx: f32[64]\ny = relu(x)\n```\n"; }, ""),
      counted(
          "KeysOfATask", task, [](std::size_t i) { return "a" + std::to_string(i) + "=1\n"; }, "```\n"),
      counted(
          "Backticks", "", [](std::size_t i) { return std::string(i, '`') + "\n"; }, "{x}\n"),
      counted(
          "FencesOfEveryLength", "", [](std::size_t i) { return std::string(2 + i, '`') + "text\n"; }, ""),
  };
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double seconds_to_read(const std::string& text) {
  const double begin = processor_seconds();
  (void)lesson::parse(text, "hostile.md");
  return processor_seconds() - begin;
}

/// "VmHWM" or "VmRSS", in bytes; 0 where the system does not tell.
std::size_t memory(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kib = 0;
    if (word == key + ":" && status >> kib) return kib * 1024;
  }
  return 0;
}

// g++ and clang++ say it in two ways.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEPS_WHAT_IS_FREED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KEEPS_WHAT_IS_FREED
#endif
#ifdef KEEPS_WHAT_IS_FREED
constexpr bool keeps_what_is_freed = true;
#else
constexpr bool keeps_what_is_freed = false;
#endif

class HostileText : public testing::TestWithParam<Hostile> {};

TEST_P(HostileText, EndsSoonInLittleMemory) {
  // Unoptimised, with sanitizers, on a machine that does other things too.
  constexpr double longest_seconds = 8, noise_seconds = 0.2;
  constexpr std::size_t most_memory = 256 * 1000 * 1000;
  const std::string half_text = GetParam().text(longest / 2);
  double half = seconds_to_read(half_text);
  const std::string text = GetParam().text(longest);
  ASSERT_LE(text.size(), longest);
  ASSERT_GT(text.size(), longest * 9 / 10);
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak begins anew
  const std::size_t before = memory("VmRSS");
  double whole = seconds_to_read(text);
  if (!keeps_what_is_freed) {
    EXPECT_LT(memory("VmHWM"), before + most_memory);
  }
  // A neighbour can slow one reading; growth faster than the text slows every one.
  for (int again = 0; again < 4 && whole >= 3 * half + noise_seconds; ++again) {
    half = std::min(half, seconds_to_read(half_text));
    whole = std::min(whole, seconds_to_read(text));
  }
  EXPECT_LT(whole, longest_seconds);
  EXPECT_LT(whole, 3 * half + noise_seconds) << half << " s for half of it";
}

INSTANTIATE_TEST_SUITE_P(All, HostileText, testing::ValuesIn(hostile()),
                         [](const auto& test) { return test.param.name; });

/// As much as a lesson may hold: it is read, and checked, as soon.
TEST(HostileTexts, TheLargestLessonIsReadAndCheckedSoon) {
  std::string text = front + std::string(chain);
  for (int values = 0, piece = 0; text.size() < longest - 80'000; ++piece) {
    std::string prose;
    while (prose.size() < lesson::max_piece_bytes - 200) {
      const bool value = ++values <= 4000;
      prose += value ? "it is {crossings.unfused} here\n" : "word upon word upon word upon word upon word\n";
    }
    text += prose + "```say\na\n```\n";
  }
  const double begin = processor_seconds();
  const auto read = lesson::parse(text, "large.md");
  ASSERT_TRUE(read) << base::render(read.error());
  EXPECT_FALSE(lesson::lint(*read, machine::device_named("h200").value()).empty()) << "more words than a screen holds";
  EXPECT_LT(processor_seconds() - begin, 20);
}

}  // namespace hostile_texts_test
