// Line by line, so that what is filled in keeps its indentation.
#include "codegen/fill.hpp"

#include <algorithm>
#include <cassert>

namespace codegen {
namespace {

const std::string& filling(std::string_view name, const Fillings& fillings) {
  for (const auto& [key, text] : fillings) {
    if (key == name) return text;
  }
  assert(false && "a place that nobody fills");
  static const std::string nothing;
  return nothing;
}

std::string filled(std::string_view line, const Fillings& fillings) {
  std::string out;
  const std::size_t indent = line.find_first_not_of(' ');
  bool empties = false;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t from = line.find('$', at);
    if (from == std::string_view::npos) {
      out += line.substr(at);
      break;
    }
    const std::size_t to = line.find('$', from + 1);
    assert(to != std::string_view::npos && "a place has an end");
    out += line.substr(at, from - at);
    std::string_view text = filling(line.substr(from + 1, to - from - 1), fillings);
    while (text.ends_with('\n')) text.remove_suffix(1);
    empties = empties || text.empty();
    for (const char c : text) {
      out += c;
      if (c == '\n') out += std::string(indent, ' ');
    }
    at = to + 1;
  }
  if (empties && out.find_first_not_of(' ') == std::string::npos) return {};
  // Directives stand at the margin, and no line ends in blanks.
  std::string clean;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = std::min(out.find('\n', at), out.size());
    std::string one = out.substr(at, end - at);
    const std::size_t first = one.find_first_not_of(' ');
    if (first != std::string::npos && one[first] == '#') one.erase(0, first);
    if (first == std::string::npos) one.clear();
    clean += one + "\n";
    at = end + 1;
  }
  return clean.empty() ? "\n" : clean;
}

}  // namespace

std::string fill(std::string_view text, const Fillings& fillings) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += filled(text.substr(0, end), fillings);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace codegen
