// JSON from a file that may hold anything.
#include "record/json_text.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <vector>

namespace record {

using nlohmann::ordered_json;

base::Diagnostic place(std::string_view text, std::string_view file, std::size_t offset, std::string message) {
  base::Diagnostic diagnostic;
  diagnostic.file = std::string(file);
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  diagnostic.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  diagnostic.column = 1 + static_cast<int>(base::count_characters(before.substr(begin)));
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  diagnostic.source_line = std::string(text.substr(begin, std::min<std::size_t>(end - begin, 4096)));
  diagnostic.message = std::move(message);
  return diagnostic;
}

namespace {

constexpr std::size_t max_depth = 32;
constexpr std::size_t max_keys = 1000;

/// Where a text is no recording of ours, before the parser keeps any of it.
struct Excess {
  std::size_t offset = 0;
  const char* key;  ///< of its sentence
  std::size_t most = 0;
};

/// Brackets that nest deeper than any recording does, or an object of more keys, each of which is looked for among all
/// before it.
std::optional<Excess> excess_of(std::string_view text) {
  std::vector<std::size_t> keys;  // of each object or list that is open
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      keys.push_back(0);
      if (keys.size() > max_depth) return Excess{i, "record.json.deep", max_depth};
    } else if (c == ']' || c == '}') {
      if (!keys.empty()) keys.pop_back();
    } else if (c == ':' && !keys.empty() && ++keys.back() > max_keys) {
      return Excess{i, "record.json.keys", max_keys};
    }
  }
  return std::nullopt;
}

}  // namespace

base::Expected<ordered_json> parse_json(std::string_view text, std::string_view file, std::size_t most) {
  if (text.size() > most) {
    return base::wrong(base::say("record.json.long", {{"file", file}, {"most", std::to_string(most)}}));
  }
  const auto refuse = [&](std::size_t offset, std::string message) {
    return std::unexpected(base::Diagnostics{place(text, file, offset, std::move(message))});
  };
  if (const auto excess = excess_of(text)) {
    return refuse(excess->offset, base::say(excess->key, {{"most", std::to_string(excess->most)}}));
  }
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& error) {
    if (error.byte > text.size()) return refuse(text.size(), base::say("record.json.cut_off"));
    return refuse(error.byte > 0 ? error.byte - 1 : 0, base::say("record.json.none"));
  } catch (const ordered_json::exception&) {  // a number beyond what a double holds
    return base::wrong(base::say("record.json.range", {{"file", file}}));
  }
}

}  // namespace record
