// Reads and checks another language's words.
#include "base/translation.hpp"

#include "base/plural.hpp"
#include "base/toml_file.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace base {
namespace {

constexpr std::size_t most_told = 10;  // mistakes of a file, and missing keys

std::set<std::string_view> placeholders(std::string_view text) {
  std::set<std::string_view> names;
  for (std::size_t i = text.find('{'); i != std::string_view::npos;) {
    const std::size_t end = text.find_first_of("{}", i + 1);
    if (end == std::string_view::npos) break;
    if (text[end] == '}') names.insert(text.substr(i + 1, end - i - 1));
    i = text[end] == '{' ? end : text.find('{', end);
  }
  return names;
}

/// "plan.kernels" of "plan.kernels.one", if that is a form of a key; else the key itself.
std::string_view without_form(std::string_view key, const std::map<std::string_view, std::string_view>& english) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string_view::npos || std::ranges::count(plural_forms, key.substr(dot + 1)) == 0) return key;
  const std::string_view whole = key.substr(0, dot);
  return whole == "plural" || english.contains(whole) ? whole : key;
}

class Check {
 public:
  Check(std::string_view toml, std::string_view file) : file_(toml, std::string(file)) {
    for (const std::string_view key : text_keys()) english_.emplace(key, text(key));
  }

  Expected<Sentences> run() {
    if (const auto table = file_.parse(max_word_bytes)) {
      for (const auto& [key, node] : *table) take(key.str(), node);
      if (file_.mistakes().empty()) look_for_missing(table->source());
    }
    if (file_.mistakes().empty()) return std::move(words_);
    Diagnostics told = file_.mistakes();
    std::ranges::stable_sort(told, {}, &Diagnostic::line);
    told.resize(std::min(told.size(), most_told));
    return std::unexpected(std::move(told));
  }

 private:
  void take(std::string_view key, const toml::node& node) {
    const auto* written = node.as_string();
    if (written == nullptr) {
      file_.mistake(node.source(), say("words.not_text", {{"key", key}}), say("words.not_text.hint"));
      return;
    }
    const std::string& sentence = written->get();
    const std::string_view whole = without_form(key, english_);
    if (whole == "plural") {
      if (!PluralCondition::parse(sentence)) {
        file_.mistake(node.source(), say("words.bad_plural", {{"text", sentence}}), say("words.bad_plural.hint"));
      }
    } else if (const auto found = english_.find(whole); found == english_.end()) {
      file_.mistake(node.source(), say("words.unknown", {{"key", key}}), say("words.unknown.hint"));
    } else {
      compare(node, sentence, found->second, whole != key);
    }
    words_.emplace_back(key, visible(sentence, TextKind::lines));
  }

  /// A form of plural may leave its number out: "one kernel".
  void compare(const toml::node& node, std::string_view sentence, std::string_view english, bool form) {
    const auto has = placeholders(sentence), wanted = placeholders(english);
    for (const std::string_view name : has) {
      if (!wanted.contains(name)) {
        file_.mistake(node.source(), say("words.placeholder", {{"name", name}}),
                      say("words.placeholder.hint", {{"english", english}}));
      }
    }
    for (const std::string_view name : wanted) {
      if (!has.contains(name) && !(form && name == "n")) {
        file_.mistake(node.source(), say("words.no_placeholder", {{"name", name}}),
                      say("words.placeholder.hint", {{"english", english}}));
      }
    }
  }

  void look_for_missing(const toml::source_region& where) {
    std::set<std::string_view> there;
    for (const auto& [key, sentence] : words_) there.insert(key);
    std::size_t missing = 0;
    std::string named;
    for (const auto& [key, sentence] : english_) {
      if (there.contains(key) || without_form(key, english_) != key) continue;
      if (++missing <= 3) named += (named.empty() ? "" : ", ") + std::string(key);
    }
    if (missing > 0) file_.mistake(where, say("words.missing", missing, {{"keys", named}}), say("words.missing.hint"));
  }

  TomlFile file_;
  std::map<std::string_view, std::string_view> english_;
  Sentences words_;
};

}  // namespace

Expected<Sentences> parse_words(std::string_view toml, std::string_view file) {
  return Check(toml, file).run();
}

}  // namespace base
