// Words by their spellings, and where they stand in prose.
#include "lesson/glossary.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/findings.hpp"

#include <algorithm>
#include <optional>

namespace lesson {
namespace {

/// As spellings are compared: in small letters, with blanks where a link has hyphens.
std::string folded(std::string_view spelled) {
  std::string text = base::lowered(base::trim(spelled));
  std::ranges::replace(text, '-', ' ');
  return text;
}

bool is_spelled(const Word& one, std::string_view spelled) {
  const std::string wanted = folded(spelled);
  return folded(one.word) == wanted ||
         std::ranges::any_of(one.also, [&](const auto& it) { return folded(it) == wanted; });
}

bool holds(std::string_view text, std::string_view part) {
  return base::lowered(text).find(base::lowered(part)) != std::string::npos;
}

/// Whether one of its spellings holds this text.
bool is_named(const Word& one, std::string_view part) {
  return holds(one.word, part) || std::ranges::any_of(one.also, [&](const auto& it) { return holds(it, part); });
}

/// Letters, digits, the bytes of letters beyond ASCII, and hyphens: what a word goes on with.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// A word where it stands in a text.
struct Mention {
  std::size_t at = 0, length = 0;
  const Word* word = nullptr;
};

/// Whether it stands at `at` of a text in small letters, whole.
bool stands(std::string_view text, std::size_t at, std::string_view spelled) {
  const std::size_t end = at + spelled.size();
  if (spelled.empty() || text.substr(at, spelled.size()) != base::lowered(spelled)) return false;
  return end == text.size() || !is_letter(text[end]);
}

/// The first mention from `from` on of a word that is not met yet; of those that begin together the longest. `text` is
/// in small letters.
std::optional<Mention> next_mention(std::string_view text, std::size_t from, const std::vector<Word>& words,
                                    const std::set<std::string>& met) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (!is_letter(text[at]) || (at > 0 && is_letter(text[at - 1]))) continue;
    std::optional<Mention> best;
    const auto consider = [&](const Word& word, const std::string& spelled) {
      if (!stands(text, at, spelled) || (best && best->length >= spelled.size())) return;
      best = {at, spelled.size(), &word};
    };
    for (const Word& word : words) {
      consider(word, word.word);
      for (const std::string& other : word.also) consider(word, other);
    }
    if (!best) continue;
    if (!met.contains(best->word->word)) return best;
    at += best->length - 1;
  }
  return std::nullopt;
}

}  // namespace

const Word* Glossary::find(std::string_view spelled) const {
  const auto found = std::ranges::find_if(words_, [&](const Word& one) { return is_spelled(one, spelled); });
  return found == words_.end() ? nullptr : &*found;
}

std::vector<const Word*> Glossary::search(std::string_view text) const {
  const std::string_view part = base::trim(text);
  std::vector<const Word*> found;
  for (const Word& one : words_) {
    bool has = is_named(one, part);
    for (const std::string* column : {&one.says, &one.warehouse, &one.kitchen, &one.hardware, &one.counter}) {
      has = has || holds(*column, part);
    }
    if (has) found.push_back(&one);
  }
  // A word itself comes before those that only mention it.
  std::ranges::stable_partition(found, [&](const Word* one) { return is_named(*one, part); });
  return found;
}

/// Appends `run`, cut where it mentions words that are not met yet.
void Glossary::cut(const Run& run, std::set<std::string>& met, std::vector<Run>& into) const {
  const std::string text = base::lowered(run.text);
  std::size_t done = 0;
  const auto piece = [&](std::size_t end, std::string word) {
    if (done == end) return;
    into.push_back(run);
    into.back().text = run.text.substr(done, end - done);
    into.back().word = std::move(word);
    done = end;
  };
  while (const auto mention = next_mention(text, done, words_, met)) {
    piece(mention->at, {});
    piece(mention->at + mention->length, mention->word->word);
    met.insert(mention->word->word);
  }
  piece(run.text.size(), {});
}

void Glossary::mark(std::vector<Paragraph>& prose, std::set<std::string>& met) const {
  for (Paragraph& paragraph : prose) {
    const bool plain = paragraph.kind != Paragraph::Kind::code && paragraph.kind != Paragraph::Kind::heading;
    std::vector<Run> runs;
    for (Run& run : paragraph.runs) {
      if (!run.word.empty()) {
        const Word* linked = find(run.word);
        run.word = linked == nullptr ? std::string() : linked->word;
        if (linked != nullptr) met.insert(linked->word);
        runs.push_back(std::move(run));
      } else if (plain && !run.code) {
        cut(run, met, runs);
      } else {
        runs.push_back(std::move(run));
      }
    }
    paragraph.runs = std::move(runs);
  }
}

std::string Glossary::hint(std::string_view spelled) const {
  std::vector<std::string_view> names;
  for (const Word& one : words_) names.push_back(one.word);
  return did_you_mean(spelled, names, base::say("lesson.glossary.unknown.hint"));
}

}  // namespace lesson
