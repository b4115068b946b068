// JSON from a file that may hold anything.
#include "record/json_text.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>

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

constexpr int max_depth = 32;

/// Offset where brackets nest deeper than any recording does, before the parser recurses into them.
std::optional<std::size_t> too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > max_depth) return i;
    } else if (c == ']' || c == '}') {
      --depth;
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
  if (const auto offset = too_deep(text)) {
    return refuse(*offset, base::say("record.json.deep", {{"most", std::to_string(max_depth)}}));
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
