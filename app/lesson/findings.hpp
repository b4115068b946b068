// The mistakes found so far in one text, each at its line and column.
#pragma once

#include "base/diagnostic.hpp"
#include "base/words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

/// A place in a text: line and column count from 1, in characters.
struct Place {
  int line = 1, column = 1, length = 1;
};

/// Collects diagnostics of one file; `text` must outlive it.
class Findings {
 public:
  Findings(std::string_view file, std::string_view text);

  void add(Place place, std::string message, std::string hint = {});
  /// The sentences of `key` and of `key`.hint.
  void tell(Place place, std::string_view key, base::Fillings values = {});
  /// Mistakes of a part that begins at line `first_line` of this text, found by another parser.
  void add_part(const base::Diagnostics& part, int first_line);

  [[nodiscard]] Place place(std::size_t offset, std::size_t length) const;
  [[nodiscard]] bool empty() const { return found_.empty(); }
  /// In the order of the text, at most a hundred, and a last one that says how many more there are.
  [[nodiscard]] base::Diagnostics take();

 private:
  std::string file_;
  std::string_view text_;
  std::vector<std::string_view> lines_;
  base::Diagnostics found_;
  std::size_t dropped_ = 0;
};

/// "did you mean 'crossings.fused'?" or, when nothing is near, `otherwise`.
[[nodiscard]] std::string did_you_mean(std::string_view typed, const std::vector<std::string_view>& candidates,
                                       std::string otherwise);
/// "a, b and c"
[[nodiscard]] std::string listed(const std::vector<std::string_view>& names);

}  // namespace lesson
