// [trips](word:crossing), anywhere in a lesson's text.
#include "lesson/word_links.hpp"

#include "base/text.hpp"
#include "lesson/glossary.hpp"

#include <algorithm>
#include <optional>

namespace lesson {

void check_word_links(std::string_view text, Findings& findings) {
  const std::string opens = "](" + std::string(word_link), bracketed = "](<" + std::string(word_link);
  std::optional<base::Expected<Glossary>> words;
  for (std::size_t at = text.find("]("); at != std::string_view::npos; at = text.find("](", at + 1)) {
    const std::string_view rest = text.substr(at);
    const bool in_brackets = rest.starts_with(bracketed);
    if (!in_brackets && !rest.starts_with(opens)) continue;
    const std::size_t from = at + (in_brackets ? bracketed : opens).size();
    const std::size_t end = text.find_first_of(in_brackets ? ">\n" : ") \n", from);
    const std::string_view word = text.substr(from, end == std::string_view::npos ? end : end - from);
    if (!words) words = glossary();
    const Place place = findings.place(from, std::max<std::size_t>(1, base::count_characters(word)));
    if (!*words) {
      findings.add(place, words->error().front().message, words->error().front().hint);
      return;
    }
    if ((*words)->find(word) != nullptr) continue;
    findings.add(place, base::say("lesson.glossary.unknown", {{"word", word}}), (*words)->hint(word));
  }
}

}  // namespace lesson
