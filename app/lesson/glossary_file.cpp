// lessons/glossary.toml.
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/toml_flaw.hpp"
#include "base/words.hpp"
#include "lesson/findings.hpp"
#include "lesson/glossary.hpp"
#include "lesson/toml_block.hpp"

#include <algorithm>

namespace lesson {
namespace {

Word word_of(TomlReader& toml, const std::vector<Word>& before, Findings& findings) {
  for (const char* key : {"word", "says"}) {
    if (!toml.has(key)) toml.missing(key);
  }
  Word word;
  word.word = toml.string("word").value_or("");
  word.also = toml.strings("also");
  word.says = toml.string("says", base::TextKind::lines).value_or("");
  word.warehouse = toml.string("warehouse").value_or("");
  word.kitchen = toml.string("kitchen").value_or("");
  word.hardware = toml.string("hardware").value_or("");
  word.counter = toml.string("counter").value_or("");
  word.breaks = toml.string("breaks", base::TextKind::lines).value_or("");
  word.lesson = toml.string("lesson").value_or("");
  toml.finish();
  const Glossary known(before);
  const auto check = [&](const std::string& spelled, Place place) {
    if (base::trim(spelled).empty()) {
      findings.tell(place, "lesson.glossary.empty");
    } else if (const Word* taken = known.find(spelled)) {
      findings.tell(place, "lesson.glossary.twice", {{"word", spelled}, {"other", taken->word}});
    }
  };
  if (toml.has("word")) check(word.word, toml.place_of("word"));
  for (std::size_t i = 0; i < word.also.size(); ++i) check(word.also[i], toml.place_of("also", i));
  return word;
}

}  // namespace

base::Expected<Glossary> read_glossary(std::string_view text, std::string_view file) {
  Findings findings(file, text);
  if (const auto at = base::invalid_utf8(text)) findings.tell(findings.place(*at, 1), "lesson.not_utf8");
  if (!findings.empty()) return std::unexpected(findings.take());
  std::vector<Word> words;
  if (const auto table = parse_toml(text, 1, findings)) {
    TomlReader toml(*table, text, 1, "glossary", {1, 1, 1}, findings);
    if (!toml.has("words")) toml.missing("words");
    for (TomlReader& one : toml.tables("words")) words.push_back(word_of(one, words, findings));
    toml.finish();
  }
  if (!findings.empty()) return std::unexpected(findings.take());
  std::ranges::sort(words, {}, [](const Word& word) { return base::lowered(word.word); });
  return Glossary(std::move(words));
}

base::Expected<Glossary> glossary() {
  const auto file = base::program_file("lessons/glossary.toml");
  const auto text = base::read_file(file, static_cast<std::int64_t>(base::max_toml_bytes));
  if (!text) return std::unexpected(text.error());
  return read_glossary(*text, file.string());
}

}  // namespace lesson
