// Which keys there are, and which belong to typing and moving whatever a person would like.
#include "session/state/key_names.hpp"

#include "base/text.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <array>

namespace session {
namespace {

constexpr std::array key_list = {"Space", "Escape", "Enter", "Tab",    "Backspace", "Delete", "Insert", "Left",
                                 "Right", "Up",     "Down",  "PageUp", "PageDown",  "Home",   "End",    "Menu"};
/// With or without Shift they move, close and confirm, in every field and list.
constexpr std::array moving_keys = {"Space", "Escape", "Enter", "Tab",  "Backspace", "Delete",
                                    "Left",  "Right",  "Up",    "Down", "Home",      "End"};
/// What every field does with text.
constexpr std::array editing_keys = {"A",     "C",    "X",   "V",         "Z",      "Y",    "Left",
                                     "Right", "Home", "End", "Backspace", "Delete", "Enter"};
constexpr int most_function_key = 25;

bool holds(const auto& names, std::string_view key) {
  return std::ranges::find(names, key) != names.end();
}

/// "K" of "k", "PageUp" of "pageup", "F4" of "f4".
std::optional<std::string> plain_key(std::string_view written) {
  const std::string low = base::lowered(written);
  if (low == "esc") return "Escape";
  for (const std::string_view name : key_list) {
    if (base::lowered(name) == low) return std::string(name);
  }
  if (low.size() > 1 && low.front() == 'f') {
    const auto number = base::to_integer(std::string_view(low).substr(1));
    if (number && *number >= 1 && *number <= most_function_key) return "F" + std::to_string(*number);
  }
  const bool one = !low.empty() && base::character_length(low, 0) == low.size();
  if (!one || (low.size() == 1 && (low.front() <= ' ' || low.front() == '\x7f'))) return std::nullopt;
  if (low.front() >= 'a' && low.front() <= 'z') return std::string(1, static_cast<char>(low.front() - 'a' + 'A'));
  return std::string(written);
}

struct ChordParts {
  bool ctrl = false, alt = false, shift = false;
  std::string_view key;
};

/// The last part is the key, which may itself be '+'.
ChordParts parts_of(std::string_view written) {
  ChordParts parts;
  for (;;) {
    const auto plus = written.find('+');
    if (plus == std::string_view::npos || plus == 0 || plus + 1 == written.size()) break;
    const std::string word = base::lowered(base::trim(written.substr(0, plus)));
    bool* modifier = word == "ctrl" || word == "control" ? &parts.ctrl
                     : word == "alt"                     ? &parts.alt
                     : word == "shift"                   ? &parts.shift
                                                         : nullptr;
    if (modifier == nullptr || *modifier) break;
    *modifier = true;
    written.remove_prefix(plus + 1);
  }
  parts.key = base::trim(written);
  return parts;
}

}  // namespace

std::optional<std::string> key_named(std::string_view written) {
  const ChordParts parts = parts_of(base::trim(written));
  const auto key = plain_key(parts.key);
  if (!key) return std::nullopt;
  return std::string(parts.ctrl ? "Ctrl+" : "") + (parts.alt ? "Alt+" : "") + (parts.shift ? "Shift+" : "") + *key;
}

std::string why_reserved(std::string_view written) {
  const ChordParts parts = parts_of(written);
  const std::string key(parts.key);
  if (!parts.ctrl && !parts.alt) {
    if (holds(moving_keys, key)) return base::say("keys.moves", {{"key", written}});
    if (base::count_characters(key) == 1) return base::say("keys.types", {{"key", written}});
  }
  if (parts.ctrl && !parts.alt && holds(editing_keys, key)) return base::say("keys.edits", {{"key", written}});
  return {};
}

}  // namespace session
