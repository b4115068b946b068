// Line by line: the texts shown have no raw strings and no directives over several lines.
#include "codegen/cuda_lexer.hpp"

#include <algorithm>
#include <array>

namespace codegen {
namespace {

constexpr std::array keywords = {"alignas",
                                 "asm",
                                 "auto",
                                 "bool",
                                 "break",
                                 "case",
                                 "char",
                                 "class",
                                 "const",
                                 "constexpr",
                                 "continue",
                                 "default",
                                 "do",
                                 "else",
                                 "enum",
                                 "extern",
                                 "false",
                                 "for",
                                 "if",
                                 "inline",
                                 "namespace",
                                 "operator",
                                 "return",
                                 "sizeof",
                                 "static",
                                 "struct",
                                 "switch",
                                 "template",
                                 "this",
                                 "true",
                                 "typename",
                                 "union",
                                 "using",
                                 "void",
                                 "volatile",
                                 "while",
                                 "__device__",
                                 "__forceinline__",
                                 "__global__",
                                 "__grid_constant__",
                                 "__launch_bounds__",
                                 "__restrict__",
                                 "__shared__"};
constexpr std::array types = {"double", "float", "int", "long", "short", "signed", "unsigned", "f32", "f16",
                              "bf16",   "i8",    "i32", "i64",  "u8",    "u16",    "u32",      "u64"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

class Lexer {
 public:
  Lexer(std::string_view line, bool& in_comment) : line_(line), in_comment_(in_comment) {}

  std::vector<Piece> all() {
    if (in_comment_) comment_of_several_lines(0);
    while (at_ < line_.size()) next();
    return std::move(pieces_);
  }

 private:
  void next() {
    const std::string_view rest = line_.substr(at_);
    if (rest.starts_with("//")) {
      take(line_.size(), Token::comment);
    } else if (rest.starts_with("/*")) {
      comment_of_several_lines(2);
    } else if (rest.front() == '"' || rest.front() == '\'') {
      quoted(rest.front());
    } else if (rest.front() == '#' && is_first()) {
      directive();
    } else if (is_digit(rest.front()) || (rest.front() == '.' && rest.size() > 1 && is_digit(rest[1]))) {
      number();
    } else if (begins_name(rest.front())) {
      name();
    } else {
      take(at_ + 1, Token::plain);
    }
  }

  void comment_of_several_lines(std::size_t opened) {
    const auto close = line_.find("*/", at_ + opened);
    in_comment_ = close == std::string_view::npos;
    take(in_comment_ ? line_.size() : close + 2, Token::comment);
  }

  void quoted(char mark) {
    std::size_t end = at_ + 1;
    while (end < line_.size() && line_[end] != mark) end += line_[end] == '\\' ? 2 : 1;
    take(std::min(end + 1, line_.size()), Token::text);
  }

  /// "#pragma unroll" as a whole; what stands behind a comment sign is a comment.
  void directive() {
    const auto comment = std::min(line_.find("//", at_), line_.find("/*", at_));
    take(std::min(comment, line_.size()), Token::directive);
  }

  /// "1.59576912f", "0x7f", "1e-3", "2'000": signs belong to it behind an exponent only.
  void number() {
    std::size_t end = at_ + 1;
    for (; end < line_.size(); ++end) {
      const char c = line_[end], before = line_[end - 1];
      const bool sign =
          (c == '+' || c == '-') && (before == 'e' || before == 'E') && !line_.substr(at_).starts_with("0x");
      if (!is_digit(c) && !begins_name(c) && c != '.' && c != '\'' && !sign) break;
    }
    take(end, Token::number);
  }

  void name() {
    std::size_t end = at_ + 1;
    while (end < line_.size() && (begins_name(line_[end]) || is_digit(line_[end]))) ++end;
    const std::string_view word = line_.substr(at_, end - at_);
    const bool keyword = std::ranges::find(keywords, word) != keywords.end();
    const bool type = std::ranges::find(types, word) != types.end();
    take(end, keyword ? Token::keyword : type ? Token::type : Token::plain);
  }

  [[nodiscard]] bool is_first() const { return std::ranges::all_of(line_.substr(0, at_), is_blank); }

  void take(std::size_t end, Token token) {
    if (end == at_) return;
    if (!pieces_.empty() && pieces_.back().token == token) {
      pieces_.back().end = end;
    } else {
      pieces_.push_back({at_, end, token});
    }
    at_ = end;
  }

  std::string_view line_;
  bool& in_comment_;
  std::size_t at_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<Piece> pieces_of(std::string_view line, bool& in_comment) {
  return Lexer(line, in_comment).all();
}

}  // namespace codegen
