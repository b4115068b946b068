// A small lexer of CUDA C++: what a line of a kernel's text is made of, for whoever shows it in colours.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace codegen {

/// What a piece of text is. `plain`: names, signs and blanks.
enum class Token { plain, comment, keyword, type, number, text, directive };

struct Piece {
  std::size_t begin = 0, end = 0;  ///< bytes
  Token token = Token::plain;
  bool operator==(const Piece&) const = default;
};

/// The pieces of one line, one after the other and without a gap. `in_comment` tells whether a comment of several lines
/// is open where the line begins, and is left as it is where it ends. Any text is taken; a text or character that does
/// not end, ends with its line.
[[nodiscard]] std::vector<Piece> pieces_of(std::string_view line, bool& in_comment);

}  // namespace codegen
