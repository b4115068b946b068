// A text inside one cell of a Markdown table.
#pragma once

#include <string>

namespace lesson {

[[nodiscard]] inline std::string cell(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace lesson
