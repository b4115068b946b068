// A rule of the table of derivatives, filled in for one value.
#pragma once

#include "chain/derivative.hpp"
#include "chain/gradient_shape.hpp"

namespace chain {

class RuleText {
 public:
  /// `d` is the value's gradient, by a name.
  RuleText(const Chain& chain, int value, const std::vector<Operand>& operands, const Rule& rule, Gradient d,
           BackwardText& text)
      : chain_(chain), value_(value), operands_(operands), rule_(rule), d_(std::move(d)), text_(text) {}

  /// What it hands on to an operand. Helpers become lines where they are first needed.
  [[nodiscard]] Gradient of(std::size_t operand);

 private:
  Gradient filled(std::string_view rule);
  Gradient place(char which);
  Gradient helper(std::size_t number);
  [[nodiscard]] Gradient operand(std::size_t number);
  [[nodiscard]] double beside_zero() const;

  const Chain& chain_;
  int value_;
  const std::vector<Operand>& operands_;
  const Rule& rule_;
  Gradient d_;
  BackwardText& text_;
  std::array<Gradient, 3> helpers_;  ///< by number; no text: not needed yet
  Gradient gained_;
};

}  // namespace chain
