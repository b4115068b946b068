// The built-in words, and those of another language in their place. A table made of en.toml when the program is built
// (scripts/words.sed), so that no start reads a file, and the worker needs none.
#include "base/words.hpp"

#include "base/language.hpp"
#include "base/plural.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>
#include <unordered_map>

namespace base {
namespace {

struct Entry {
  std::string_view key, text;
};
constexpr Entry table[] = {
#include "words_en.inc"
};

struct Form {
  std::string suffix;  ///< ".one"
  PluralCondition condition;
};

/// A language's words, to be found in one step.
struct Language {
  Sentences own;  ///< what `texts` looks at; empty for the built-in one
  std::unordered_map<std::string_view, std::string_view> texts;
  std::vector<Form> forms;

  void read_forms() {
    for (const std::string_view name : plural_forms) {
      const auto found = texts.find("plural." + std::string(name));
      if (found == texts.end()) continue;
      if (auto condition = PluralCondition::parse(found->second)) {
        forms.push_back({"." + std::string(name), std::move(*condition)});
      }
    }
  }
};

Language built_in() {
  Language english;
  english.texts.reserve(std::size(table));
  for (const Entry& entry : table) english.texts.emplace(entry.key, entry.text);
  english.read_forms();
  return english;
}

Language& language() {
  static Language spoken = built_in();
  return spoken;
}

struct Unknown {
  std::mutex mutex;
  std::set<std::string, std::less<>> keys;
};
Unknown& unknown() {
  static Unknown all;
  return all;
}

}  // namespace

std::string_view text(std::string_view key) {
  const auto& texts = language().texts;
  const auto found = texts.find(key);
  if (found != texts.end()) return found->second;
  Unknown& all = unknown();
  const std::scoped_lock lock(all.mutex);
  all.keys.emplace(key);
  return key;
}

std::vector<std::string> unknown_keys() {
  Unknown& all = unknown();
  const std::scoped_lock lock(all.mutex);
  return {all.keys.begin(), all.keys.end()};
}

void speak(Sentences words) {
  if (words.empty()) {
    language() = built_in();
    return;
  }
  Language other;
  other.own = std::move(words);
  other.texts.reserve(other.own.size());
  for (const auto& [key, text] : other.own) other.texts.emplace(key, text);
  other.read_forms();
  language() = std::move(other);
}

std::string_view built_in_text(std::string_view key) {
  const auto* found = std::ranges::find(table, key, &Entry::key);
  return found == std::end(table) ? key : found->text;
}

std::vector<std::string_view> text_keys() {
  std::vector<std::string_view> keys;
  for (const Entry& entry : table) keys.push_back(entry.key);
  return keys;
}

namespace {

using Values = std::vector<std::pair<std::string_view, std::string_view>>;

/// Each {name} replaced by its value; what is filled in is not filled again.
std::string filled(std::string_view pattern, const Values& values) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += pattern[i++];
      continue;
    }
    const std::string_view name = pattern.substr(i + 1, end - i - 1);
    const auto value = std::ranges::find_if(values, [&](const auto& v) { return v.first == name; });
    if (value == values.end()) {
      out += pattern[i++];
    } else {
      out += value->second;
      i = end + 1;
    }
  }
  return out;
}

}  // namespace

std::string say(std::string_view key, Fillings values) {
  return filled(text(key), values);
}

std::string say(std::string_view key, std::uint64_t n, Fillings values) {
  const Language& spoken = language();
  std::string_view pattern;
  for (const Form& form : spoken.forms) {
    if (!form.condition.holds(n)) continue;
    const auto found = spoken.texts.find(std::string(key) + form.suffix);
    if (found != spoken.texts.end()) pattern = found->second;
    break;
  }
  if (pattern.data() == nullptr) pattern = text(key);
  const std::string digits = std::to_string(n);
  Values all(values);
  all.emplace_back("n", digits);  // behind a value of that name: the first one counts
  return filled(pattern, all);
}

}  // namespace base
