// Text by text, as a reader meets them; the words that are looked for are in the file of words.
#include "lesson/english_lint.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/kinds/kind.hpp"
#include "lesson/markdown.hpp"
#include "lesson/values.hpp"

#include <algorithm>
#include <cctype>

namespace lesson {
namespace {

constexpr std::size_t most_sentence_words = 24;

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Whole words only, whatever their case.
std::size_t count_of(std::string_view text, std::string_view word) {
  const std::string low = base::lowered(text), wanted = base::lowered(word);
  std::size_t found = 0;
  for (std::size_t at = low.find(wanted); at != std::string::npos; at = low.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    const bool alone = (at == 0 || !is_letter(low[at - 1])) && (end == low.size() || !is_letter(low[end]));
    if (alone) ++found;
  }
  return found;
}

std::vector<std::string_view> word_list(std::string_view key) {
  std::vector<std::string_view> words;
  for (const std::string_view one : base::split(base::text(key), ',')) words.push_back(base::trim(one));
  return words;
}

/// As it is read: each value is a word, code and marks are as they stand.
std::string as_read(std::string_view text) {
  std::string out(text);
  const auto all = slots(text);
  for (auto slot = all.rbegin(); slot != all.rend(); ++slot) {
    out.replace(slot->offset, slot->length, slot->kind == Slot::Kind::finding ? "Found." : "0");
  }
  return out;
}

/// The longest sentence's words.
std::size_t longest_sentence(std::string_view markdown) {
  std::size_t longest = 0;
  for (const Paragraph& paragraph : paragraphs(markdown)) {
    std::string text;
    for (const Run& run : paragraph.runs) text += run.text;
    std::size_t words = 0;
    for (const std::string_view word : base::split(text, ' ')) {
      if (base::trim(word).empty()) continue;
      longest = std::max(longest, ++words);
      const char end =
          word.find_last_not_of("\"')*") == std::string_view::npos ? ' ' : word[word.find_last_not_of("\"')*")];
      if (end == '.' || end == '?' || end == '!' || end == ':') words = 0;
    }
  }
  return longest;
}

class EnglishLint {
 public:
  EnglishLint(const Lesson& lesson, Findings& findings) : lesson_(lesson), findings_(findings) {}

  void run() {
    const auto names = std::ranges::find_if(lesson_.steps, [](const Step& step) {
      return std::ranges::any_of(step.blocks, [](const Block& one) { return one.scene == SceneKind::named; });
    });
    hardware_ = names != lesson_.steps.end();
    check(lesson_.goal, 1);
    for (const Step& step : lesson_.steps) {
      if (names != lesson_.steps.end() && step.line == names->line) hardware_ = false;
      check_step(step);
    }
    for (const auto& [name, finding] : lesson_.findings) {
      for (const FindingCase& one : finding.cases) check(one.text, one.line + 1);
    }
  }

 private:
  void check_step(const Step& step) {
    check(step.title, step.line);
    for (const Block& block : step.blocks) {
      if (block.fence == nullptr || block.fence->is_text || block.is(fences::say) || block.is(fences::doing)) {
        check(block.text, block.line);
      }
    }
    if (!step.task) return;
    const Task& task = *step.task;
    for (const std::string* text : {&task.question, &task.hint, &task.right_text, &task.model_answer})
      check(*text, task.line);
    for (const std::string& choice : task.choices) check(choice, task.line);
    for (const std::string& brief : task.in_brief) check(brief, task.line);
    for (const Misconception& wrong : task.misconceptions) check(wrong.explanation, task.line);
  }

  void check(std::string_view written, int line) {
    const std::string text = as_read(written);
    const Place place{line, 1, 1};
    if (const std::size_t words = longest_sentence(text); words > most_sentence_words) {
      findings_.tell(place, "lesson.lint.long_sentence",
                     {{"n", std::to_string(words)}, {"most", std::to_string(most_sentence_words)}});
    }
    for (const std::string_view word : word_list("lesson.english.banned")) {
      if (count_of(text, word) > 0) findings_.tell(place, "lesson.lint.banned", {{"word", word}});
    }
    for (const std::string_view word : word_list("lesson.english.hardware")) {
      if (hardware_ && count_of(text, word) > 0) findings_.tell(place, "lesson.lint.hardware", {{"word", word}});
    }
    for (const std::string_view word : word_list("lesson.english.once")) {
      std::size_t& before = once_[std::string(word)];
      before += count_of(text, word);
      if (before > 1 && count_of(text, word) > 0) findings_.tell(place, "lesson.lint.once", {{"word", word}});
    }
  }

  const Lesson& lesson_;
  Findings& findings_;
  bool hardware_ = false;  ///< its words are not known yet
  std::map<std::string, std::size_t> once_;
};

}  // namespace

void lint_english(const Lesson& lesson, Findings& findings) {
  EnglishLint(lesson, findings).run();
}

}  // namespace lesson
