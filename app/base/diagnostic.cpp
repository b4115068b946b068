// Diagnostics as text: the place, the line, a caret under it, the hint; safe to print whatever the input held.
#include "base/diagnostic.hpp"

#include "base/text.hpp"
#include "base/visible.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <string_view>

namespace base {
namespace {

constexpr std::size_t widest_excerpt = 100;  ///< characters of a source line that are shown

/// One piece of printable text for each character; a tab is one blank, so that columns stay columns.
std::vector<std::string> printable(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t length = character_length(text, 0);
    const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
    out.push_back(character == "\t" ? " " : visible(character));
    text.remove_prefix(character.size());
  }
  return out;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string out;
  for (const std::string& piece : pieces) out += piece;
  return out;
}

/// The source line, cut to what fits around the place, and the caret line below it.
void excerpt(const Diagnostic& diagnostic, Shown& into) {
  const std::vector<std::string> line = printable(diagnostic.source_line);
  const std::size_t column =
      std::min<std::size_t>(static_cast<std::size_t>(std::max(1, diagnostic.column)) - 1, line.size());
  const std::size_t begin = line.size() <= widest_excerpt || column < widest_excerpt / 2
                                ? 0
                                : std::min(column - widest_excerpt / 2, line.size() - widest_excerpt);
  const std::size_t end = std::min(line.size(), begin + widest_excerpt);
  const std::size_t last = std::min(column + static_cast<std::size_t>(std::max(1, diagnostic.length)), end);
  std::string text = begin > 0 ? "…" : "";
  std::string caret(begin > 0 ? 1 : 0, ' ');
  for (std::size_t i = begin; i < end; ++i) {
    text += line[i];
    const std::size_t width = count_characters(line[i]);
    if (i < column) caret.append(width, ' ');
    if (i >= column && i < last) caret += (i == column ? "^" : "~") + std::string(width - 1, '~');
  }
  if (column >= end) caret += '^';
  if (end < line.size()) text += "…";
  into.source = std::move(text);
  into.caret = std::move(caret);
}

}  // namespace

Shown shown(const Diagnostic& diagnostic) {
  Shown out{joined(printable(diagnostic.file)), {}, {}, {}};
  std::string& head = out.message;
  if (diagnostic.line > 0) {
    const std::string line = std::to_string(diagnostic.line);
    head += head.empty() ? say("diagnostic.line", {{"line", line}}) : ":" + line;
    if (diagnostic.column > 0) head += ":" + std::to_string(diagnostic.column);
  }
  if (!head.empty()) head += ": ";
  head += joined(printable(diagnostic.message));
  if (diagnostic.line > 0 && !diagnostic.source_line.empty()) excerpt(diagnostic, out);
  if (!diagnostic.hint.empty()) out.hint = say("diagnostic.hint", {{"hint", joined(printable(diagnostic.hint))}});
  return out;
}

std::string render(const Diagnostic& diagnostic) {
  const Shown parts = shown(diagnostic);
  std::string out = parts.message + "\n";
  if (!parts.caret.empty()) out += "  " + parts.source + "\n  " + parts.caret + "\n";
  if (!parts.hint.empty()) out += "  " + parts.hint + "\n";
  return out;
}

std::string render(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += render(diagnostic);
  return out;
}

}  // namespace base
