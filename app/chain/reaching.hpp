// Gradients on their way back: what the readers of a value handed on to it.
#pragma once

#include "chain/gradient_shape.hpp"

#include <optional>
#include <vector>

namespace chain {

class Reaching {
 public:
  Reaching(const Chain& chain, BackwardText& text) : chain_(chain), text_(text), of_(chain.values.size()) {}

  /// To `value`, an operand of `from`, in the shape of that or a narrower one.
  void give(int value, Gradient gradient, int from) { of_[value].push_back({std::move(gradient), from}); }
  [[nodiscard]] bool any(int value) const { return !of_[value].empty(); }
  /// All that reached the value, as one expression. What was stretched alike is added up first and then summed once.
  /// Nothing where no op can sum it (reduced_to).
  [[nodiscard]] std::optional<Gradient> collected(int value);
  /// In every expression.
  void rename(const std::string& from, const std::string& to);

 private:
  struct One {
    Gradient gradient;
    int from;
  };
  const Chain& chain_;
  BackwardText& text_;
  std::vector<std::vector<One>> of_;  ///< by value
};

}  // namespace chain
