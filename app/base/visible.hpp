// The door for text from elsewhere (a file, a worker, a name on a disk): what steers a terminal, hides, turns letters
// round or is no text at all becomes letters that can be seen.
//
// Readers go through it (base/archive.hpp, TOML, lessons, figures), so that a name is one line wherever it is put; and
// writers go through it again (cli::print, figure::clean_line, base::escape_markup), so that nothing goes round it.
#pragma once

#include <string>
#include <string_view>

namespace base {

/// What a text from elsewhere may hold beside letters.
enum class TextKind {
  line,   ///< nothing: a name, a title, a sentence
  lines,  ///< line ends and tabs: a chain, a log, a page
  exact,  ///< anything: sources and bytes, which are never shown as they are
};

/// \u202E of a character (above U+FFFF its two halves, as JSON has it), \xFF of a byte that is none. All other text
/// stays as it is, and what was made visible stays so.
[[nodiscard]] std::string visible(std::string_view text, TextKind kind = TextKind::line);

/// The same of one character, or of a byte that begins none.
[[nodiscard]] std::string visible_character(std::string_view character);

/// Bytes at the beginning of `text` that may be shown as they are.
[[nodiscard]] std::size_t count_visible(std::string_view text, TextKind kind);

}  // namespace base
