// Collects the mistakes found in chain text, each with its place.
#pragma once

#include "base/diagnostic.hpp"
#include "base/words.hpp"

#include <string>
#include <string_view>

namespace chain {

/// A piece of one line of the text, seen in place.
struct Span {
  int line = 0;
  int column = 0;                ///< in characters, from 1
  std::string_view text;         ///< the piece; empty at the end of a line
  std::string_view source_line;  ///< the line it is in
};

/// From the beginning of `first` to the end of `last`, both of one line.
[[nodiscard]] Span join(const Span& first, const Span& last);

/// What is wrong, and what to do about it; there may be no advice.
struct Mistake {
  std::string message, hint;
};
/// The sentences of `key` and of `key`.hint.
[[nodiscard]] Mistake mistake(std::string_view key, base::Fillings values = {});

/// Keeps the first mistakes and counts the rest, so that 64 KiB of nonsense stays readable.
class Mistakes {
 public:
  static constexpr std::size_t most = 20;

  explicit Mistakes(std::string_view file) : file_(file) {}
  void add(const Span& place, Mistake mistake);
  /// Forgets those after the first `count` (a line with a syntax error keeps only that one).
  void shrink(std::size_t count);
  [[nodiscard]] std::size_t count() const { return found_.size() + dropped_; }
  [[nodiscard]] bool full() const { return found_.size() >= most; }
  /// In order of place; the last one says how many more there are.
  [[nodiscard]] base::Diagnostics take();

 private:
  std::string file_;
  base::Diagnostics found_;
  std::size_t dropped_ = 0;
};

}  // namespace chain
