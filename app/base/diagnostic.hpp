// What a person wrote wrong: where it is, what is wrong, what to do about it.
#pragma once

#include <string>
#include <vector>

namespace base {

/// One mistake at one place. Lines and columns count from 1 (columns in characters); line 0 means "no place".
struct Diagnostic {
  std::string file;  ///< as the person named it, or "<chain>" and the like
  int line = 0;
  int column = 0;
  int length = 1;           ///< characters to underline, at least 1
  std::string message;      ///< what is wrong
  std::string hint;         ///< what to do; may be empty
  std::string source_line;  ///< the line itself, without its end
  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// A mistake as it is shown, in parts; all but the first may be empty.
struct Shown {
  std::string message;        ///< "file:line:column: message"
  std::string source, caret;  ///< the line, cut around the place, and what stands below it
  std::string hint;
};
/// Control characters and bad UTF-8 are escaped.
[[nodiscard]] Shown shown(const Diagnostic& diagnostic);

/// `file:line:column: message`, the line, a caret under the place, the hint. Ends in a newline.
/// Control characters and bad UTF-8 are escaped; long lines are cut around the caret.
[[nodiscard]] std::string render(const Diagnostic& diagnostic);
[[nodiscard]] std::string render(const Diagnostics& diagnostics);

}  // namespace base
