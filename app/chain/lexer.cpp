// Lines, semicolons, comments, names, numbers, signs.
#include "chain/lexer.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <optional>

namespace chain {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continues_name(char c) {
  return begins_name(c) || is_digit(c);
}

std::size_t name_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), continues_name) - text.begin());
}

std::size_t digits_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}

/// digits [. digits] [e [sign] digits], or . digits; 0 if it is no number.
std::size_t number_length(std::string_view text) {
  std::size_t length = digits_length(text);
  const bool whole = length > 0;
  if (length < text.size() && text[length] == '.') {
    const std::size_t fraction = digits_length(text.substr(length + 1));
    if (!whole && fraction == 0) return 0;
    length += 1 + fraction;
  }
  if (length == 0) return 0;
  if (length < text.size() && (text[length] == 'e' || text[length] == 'E')) {
    std::size_t exponent = length + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    const std::size_t digits = digits_length(text.substr(exponent));
    if (digits > 0) length = exponent + digits;
  }
  return length;
}

std::string hint_for_sign(char sign) {
  switch (sign) {
    case '^':
      return base::say("chain.no_power.hint");
    case '.':
      return base::say("chain.sign.dot");
    case '{':
    case '}':
      return base::say("chain.sign.brace");
    case '<':
    case '>':
      return base::say("chain.sign.comparison");
    case '|':
      return base::say("chain.sign.bar");
    case '%':
    case '&':
    case '!':
      return base::say("chain.sign.operator");
    case '"':
    case '\'':
      return base::say("chain.sign.quote");
    default:
      return "";
  }
}

Mistake no_meaning(std::string_view sign) {
  return {base::say("chain.sign", {{"sign", sign}}),
          sign.size() > 1 ? base::say("chain.sign.letter") : hint_for_sign(sign[0])};
}

/// One line at a time.
class LineLexer {
 public:
  LineLexer(int line, std::string_view source, Mistakes& mistakes, std::vector<Statement>& statements)
      : line_(line), source_(source), mistakes_(mistakes), statements_(statements) {}

  void run() {
    const std::size_t bad = first_unreadable();
    const std::size_t comment = std::min(source_.find('#'), source_.size());
    end_ = std::min(bad, comment);
    while (at_ < end_) step();
    if (bad < source_.size()) report_unreadable(bad);
    finish();
  }

 private:
  /// Where the line stops being readable text: bad UTF-8 or a control character. Its size if nowhere.
  [[nodiscard]] std::size_t first_unreadable() const {
    const std::size_t bad = base::invalid_utf8(source_).value_or(source_.size());
    for (std::size_t i = 0; i < bad; ++i) {
      const auto c = static_cast<unsigned char>(source_[i]);
      if ((c < 0x20 && c != '\t') || c == 0x7F) return i;
    }
    return bad;
  }

  void report_unreadable(std::size_t bad) {
    advance(bad - at_);
    const auto byte = static_cast<unsigned char>(source_[bad]);
    if (byte >= 0x80) {
      fail(1, mistake("chain.not_utf8"));
    } else if (byte == 0) {
      fail(1, mistake("chain.nul"));
    } else {
      constexpr std::string_view digits = "0123456789ABCDEF";
      fail(1, mistake("chain.control", {{"digits", std::string{digits[byte >> 4], digits[byte & 15]}}}));
    }
  }

  void step() {
    const char c = source_[at_];
    const std::string_view rest = source_.substr(at_, end_ - at_);
    if (c == ' ' || c == '\t') {
      advance(1);
    } else if (c == ';') {
      finish();
      advance(1);
    } else if (current_.broken) {
      advance(std::max<std::size_t>(1, base::character_length(rest, 0)));
    } else if (begins_name(c)) {
      const std::size_t length = name_length(rest);
      if (length > longest_name) {
        fail(length, {base::say("chain.long_name", length), base::say("chain.most", longest_name)});
      } else {
        take(Token::Kind::name, length);
        if (at_ < end_ && source_[at_] == '.') fail(1, no_meaning("."));
      }
    } else if (const std::size_t length = number_length(rest); length > 0) {
      const std::size_t tail = name_length(rest.substr(length));
      if (tail > 0) {
        fail(length + tail, mistake("chain.no_token"));
      } else {
        take(Token::Kind::number, length);
      }
    } else if (std::string_view(":[](),=+-*/@").find(c) != std::string_view::npos) {
      take(Token::Kind::symbol, 1);
    } else {
      const std::size_t bytes = std::max<std::size_t>(1, base::character_length(rest, 0));
      fail(bytes, no_meaning(rest.substr(0, bytes)));
    }
  }

  [[nodiscard]] Span span(std::size_t length) const { return {line_, column_, source_.substr(at_, length), source_}; }

  void take(Token::Kind kind, std::size_t length) {
    current_.tokens.push_back({kind, span(length)});
    advance(length);
  }

  void fail(std::size_t length, Mistake mistake) {
    if (!current_.broken) mistakes_.add(span(length), std::move(mistake));
    current_.broken = true;
    advance(length);
  }

  void advance(std::size_t length) {
    column_ += static_cast<int>(base::count_characters(source_.substr(at_, length)));
    at_ += length;
  }

  void finish() {
    if (!current_.tokens.empty() || current_.broken) {
      current_.tokens.push_back({Token::Kind::end, end_of_statement()});
      statements_.push_back(std::move(current_));
    }
    current_ = {};
  }

  /// The empty place just after the last token.
  [[nodiscard]] Span end_of_statement() const {
    if (current_.tokens.empty()) return {line_, 1, source_.substr(0, 0), source_};
    Span end = current_.tokens.back().span;
    end.column += static_cast<int>(end.text.size());
    end.text = end.text.substr(end.text.size());
    return end;
  }

  int line_;
  std::string_view source_;
  Mistakes& mistakes_;
  std::vector<Statement>& statements_;
  Statement current_;
  std::size_t at_ = 0, end_ = 0;
  int column_ = 1;
};

}  // namespace

std::vector<Statement> lex(std::string_view text, Mistakes& mistakes) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<Statement> statements;
  int number = 0;
  for (const std::string_view line : base::split_lines(text)) {
    LineLexer(++number, line, mistakes, statements).run();
  }
  return statements;
}

std::string unused_name(std::set<std::string, std::less<>>& taken, std::string wanted) {
  std::string name = wanted;
  while (name.size() <= longest_name && taken.contains(name)) name += "_";
  for (int n = 1; name.size() > longest_name || taken.contains(name); ++n) {
    const std::string number = "_" + std::to_string(n);
    name = wanted.substr(0, longest_name - number.size()) + number;
  }
  taken.insert(name);
  return name;
}

}  // namespace chain
