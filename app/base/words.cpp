// The table of every sentence the interface says. Keys are "area.thing"; add a sentence in its area, in order.
#include "base/words.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace base {
namespace {

struct Entry {
  std::string_view key, text;
};

// clang-format off
constexpr Entry table[] = {
  // --- app: the program itself (cli, main) ---
  {"app.tagline", "Same math. One trip."},
  // --- chart: charts and figures ---
  // --- device: devices, refusals, verdicts ---
  // --- lesson: judging, quantities, missing numbers ---
  // --- model: what bounds a kernel, refusals of plans ---
  // --- session: the page ---
  // --- ui: the window only ---
};
// clang-format on

}  // namespace

std::string_view text(std::string_view key) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [&](const Entry& e) { return e.key == key; });
  return found == std::end(table) ? key : found->text;
}

std::vector<std::string_view> text_keys() {
  std::vector<std::string_view> keys;
  for (const Entry& entry : table) keys.push_back(entry.key);
  return keys;
}

std::string say(std::string_view key, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  const std::string_view pattern = text(key);
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += pattern[i++];
      continue;
    }
    const std::string_view name = pattern.substr(i + 1, end - i - 1);
    const auto* value = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
    if (value == values.end()) {
      out += pattern[i++];
    } else {
      out += value->second;
      i = end + 1;
    }
  }
  return out;
}

}  // namespace base
