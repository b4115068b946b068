// The course's words: what each means, and what it is in the warehouse, in the kitchen, in hardware and to a counter.
#pragma once

#include "base/expected.hpp"
#include "lesson/markdown.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

struct Word {
  std::string word;
  std::vector<std::string> also;  ///< how else prose spells it: "crossings"
  std::string says;               ///< one or two sentences
  std::string warehouse, kitchen, hardware, counter;
  std::string breaks;  ///< where the warehouse misleads
  std::string lesson;  ///< the id of the lesson that teaches it; empty: none
};

class Glossary {
 public:
  Glossary() = default;
  explicit Glossary(std::vector<Word> words) : words_(std::move(words)) {}

  /// In the order of the alphabet.
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  /// By its own spelling or another, in small or capital letters, with hyphens for blanks; null where there is none.
  [[nodiscard]] const Word* find(std::string_view spelled) const;
  /// Those whose spellings or columns hold this text; all of them for an empty one.
  [[nodiscard]] std::vector<const Word*> search(std::string_view text) const;
  /// Cuts the first mention of each word that is not in `met` yet out of the prose as a run of its own that names the
  /// word, and adds it there. Code and headings are left alone.
  void mark(std::vector<Paragraph>& prose, std::set<std::string>& met) const;
  /// The nearest spelling as a question, "did you mean 'crossing'?"; else what there is.
  [[nodiscard]] std::string hint(std::string_view spelled) const;

 private:
  void cut(const Run& run, std::set<std::string>& met, std::vector<Run>& into) const;

  std::vector<Word> words_;
};

/// Of lessons/glossary.toml.
[[nodiscard]] base::Expected<Glossary> glossary();
/// `file` names the text in mistakes.
[[nodiscard]] base::Expected<Glossary> read_glossary(std::string_view text, std::string_view file);

}  // namespace lesson
