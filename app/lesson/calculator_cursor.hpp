// A place in one line of a calculator, read from left to right.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lesson {

class CalculatorCursor {
 public:
  CalculatorCursor(std::string_view line, std::size_t at) : line_(line), at_(at) { skip(); }

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool done() const { return at_ >= line_.size(); }
  [[nodiscard]] char next() const { return done() ? '\0' : line_[at_]; }
  [[nodiscard]] std::string_view rest() const { return line_.substr(at_); }
  void go_to(std::size_t at) {
    at_ = at;
    skip();
  }

  /// Past `text`, if it stands here.
  bool take(std::string_view text);
  /// Past the letters, digits and underscores here; empty where there are none.
  std::string_view word();
  /// Past a number and the prefix behind it: 7e10 of "70 G".
  std::optional<double> number();
  /// Past all up to one of `ends`, or the end; without the blanks around it.
  std::string_view until(std::string_view ends);
  /// Past "words in quotes"; nothing where they do not begin or end.
  std::optional<std::string_view> quoted();

 private:
  void skip();

  std::string_view line_;
  std::size_t at_ = 0;
};

/// The line without its comment: a '#' in quotes begins none.
[[nodiscard]] std::string_view without_comment(std::string_view line);

}  // namespace lesson
