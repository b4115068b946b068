// Phases one to three of translation (C++20, [lex.phases]).
#include "worker/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace worker {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t longest_delimiter = 16;  // of a raw string

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool name_begin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool name_part(char c) {
  return name_begin(c) || digit(c);
}
bool blank(char c) {
  return c == ' ' || c == '\t';
}

/// What is refused wherever it stands: bytes and pairs that compilers disagree about.
std::optional<Unclear> unclear_bytes(std::string_view source) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i], next = i + 1 < source.size() ? source[i + 1] : '\n';
    const bool control = (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == '\x7F';
    if (c == '\0') return Unclear{"worker.source.nul"};
    if (control || (c == '\r' && next != '\n')) return Unclear{"worker.source.control"};
    if (c == '?' && next == '?' && i + 2 < source.size() &&
        std::string_view("=/'()!<>-").find(source[i + 2]) != std::string_view::npos) {
      return Unclear{"worker.source.trigraph"};
    }
    if (c == '\\' && (blank(next) || next == '\r')) {  // a line may end there, or not
      const std::size_t end = source.find_first_not_of(" \t", i + 1);
      if (end != std::string_view::npos && (source[end] == '\n' || source[end] == '\r')) {
        return Unclear{"worker.source.splice"};
      }
    }
  }
  return std::nullopt;
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {
    if (source_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    join();
  }

  std::variant<std::vector<Token>, Unclear> run() {
    while (at_ < source_.size() && !unclear_) step();
    if (unclear_) return *unclear_;
    return std::move(tokens_);
  }

 private:
  /// The place of the character that stands there, or after the joined lines that do.
  [[nodiscard]] std::size_t joined(std::size_t at) const {
    while (source_.substr(std::min(at, source_.size())).starts_with("\\\n")) at += 2;
    return at;
  }
  void join() {
    const std::size_t at = joined(at_);
    joined_ = joined_ || at != at_;
    at_ = at;
  }
  [[nodiscard]] char at(std::size_t place) const { return place < source_.size() ? source_[place] : '\0'; }
  [[nodiscard]] char here() const { return at(at_); }
  [[nodiscard]] char next() const { return at(joined(at_ + 1)); }
  char take() {
    const char c = source_[at_++];
    join();
    return c;
  }
  void unclear(std::string_view what) { unclear_ = Unclear{what}; }

  void step() {
    const char c = here();
    if (c == '\n') {
      first_ = true;
      take();
    } else if (blank(c) || c == '\r') {
      apart_ = true;
      take();
    } else if (c == '/' && next() == '/') {
      while (at_ < source_.size() && here() != '\n') take();
    } else if (c == '/' && next() == '*') {
      comment();
    } else if (name_begin(c)) {
      name();
    } else if (digit(c) || (c == '.' && digit(next()))) {
      number();
    } else if (c == '"' || c == '\'') {
      literal(c);
    } else {
      mark();
    }
  }

  void add(Token::Kind kind, std::string text) {
    tokens_.push_back({kind, std::move(text), first_, apart_});
    first_ = apart_ = false;
  }

  void comment() {
    take();
    take();
    while (at_ < source_.size() && !(here() == '*' && next() == '/')) take();
    if (at_ >= source_.size()) return unclear("worker.source.unended");
    take();
    take();
    apart_ = true;
  }

  void name() {
    joined_ = false;
    std::string text;
    while (name_part(here())) text += take();
    constexpr std::array<std::string_view, 5> raw{"R", "u8R", "uR", "UR", "LR"};
    if (here() == '"' && std::ranges::find(raw, text) != raw.end()) return raw_literal();
    add(Token::Kind::name, std::move(text));
  }

  void number() {
    std::string text;
    for (;;) {
      const char c = here();
      const bool separator = c == '\'' && name_part(next());
      const bool sign = (c == '+' || c == '-') && !text.empty() &&
                        std::string_view("eEpP").find(text.back()) != std::string_view::npos;
      if (!name_part(c) && c != '.' && !separator && !sign) break;
      text += take();
    }
    add(Token::Kind::number, std::move(text));
  }

  void literal(char quote) {
    std::string text(1, take());
    while (here() != quote) {
      if (at_ >= source_.size() || here() == '\n') return unclear("worker.source.unended");
      if (here() == '\\') text += take();
      if (at_ < source_.size() && here() != '\n') text += take();
    }
    text += take();
    add(Token::Kind::literal, std::move(text));
  }

  /// Nothing is joined in it; whether a compiler knows is not tried.
  void raw_literal() {
    take();
    std::string end = ")";
    while (at_ < source_.size() && here() != '(') {
      if (!name_part(here()) || end.size() > longest_delimiter) return unclear("worker.source.unended");
      end += take();
    }
    end += '"';
    const std::size_t found = source_.find(end, at_);
    if (found == std::string_view::npos) return unclear("worker.source.unended");
    if (joined_ || source_.substr(at_, found - at_).find("\\\n") != std::string_view::npos) {
      return unclear("worker.source.splice");
    }
    std::string text(source_.substr(at_, found + end.size() - at_));
    at_ = found + end.size();
    join();
    add(Token::Kind::literal, std::move(text));
  }

  void mark() {
    const char c = take();
    // A backslash would begin a character by its number; letters beyond ASCII stand in comments and literals only.
    if (c == '\\' || static_cast<unsigned char>(c) >= 0x80) return unclear("worker.source.letter");
    const bool digraph = c == '%' && here() == ':';
    if (c != '#' && !digraph) return add(Token::Kind::mark, std::string(1, c));
    if (digraph) take();
    const bool again = here() == '#' || (here() == '%' && next() == ':');
    if (again && take() == '%') take();
    add(Token::Kind::mark, again ? "##" : "#");
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool first_ = true, apart_ = false, joined_ = false;
  std::vector<Token> tokens_;
  std::optional<Unclear> unclear_;
};

}  // namespace

std::variant<std::vector<Token>, Unclear> tokens_of(std::string_view source) {
  if (const auto unclear = unclear_bytes(source)) return *unclear;
  return Lexer(source).run();
}

}  // namespace worker
