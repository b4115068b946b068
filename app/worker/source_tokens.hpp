// Kernel text as the compiler's preprocessor sees it: lines joined, comments gone, literals whole.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace worker {

struct Token {
  enum class Kind { name, number, literal, mark } kind = Kind::mark;
  std::string text;    ///< of a mark one character, but "#" and "##" however they were written
  bool first = false;  ///< of its line, which comments and joined lines do not end
  bool apart = false;  ///< a blank or a comment stands before it
  bool operator==(const Token&) const = default;
};

/// What two compilers might read in two ways is no text: then the word ("worker.source.…") for what it is. So nobody is
/// given a text that is other to NVRTC than it is here.
struct Unclear {
  std::string_view what;
};

[[nodiscard]] std::variant<std::vector<Token>, Unclear> tokens_of(std::string_view source);

}  // namespace worker
