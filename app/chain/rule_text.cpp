// Places begin with a dollar sign.
#include "chain/rule_text.hpp"

#include "base/units.hpp"

namespace chain {

Gradient RuleText::of(std::size_t number) {
  // Times 1 is nothing to do.
  const Op op = chain_.values[value_].op;
  const bool scales = chain_.values[value_].composition < 0 && (op == Op::mul || (op == Op::div && number == 0));
  if (scales) {
    const Operand& other = operands_[1 - number];
    if (other.is_literal() && other.literal == 1) return d_;
  }
  return filled(rule_.of[number]);
}

Gradient RuleText::filled(std::string_view rule) {
  std::string text;
  std::optional<Shape> shape;
  for (std::size_t i = 0; i < rule.size(); ++i) {
    if (rule[i] != '$') {
      text += rule[i];
      continue;
    }
    const Gradient part = place(rule[++i]);
    text += part.text;
    if (!part.shape.dims.empty()) shape = shape ? *broadcast(*shape, part.shape) : part.shape;
  }
  return {std::move(text), *shape};
}

Gradient RuleText::place(char which) {
  switch (which) {
    case 'a':
      return operand(0);
    case 'b':
      return operand(1);
    case 'y':
      return {text_.value(value_), chain_.values[value_].shape};
    case 'd':
      return d_;
    case 'g':
      if (operands_.size() < 2) return d_;
      if (gained_.text.empty()) {
        gained_ = filled("$d * $b");
        gained_.text = text_.line(text_.name(value_) + "_gained", gained_.text);
      }
      return gained_;
    case 'n':
      return {std::to_string(chain_.values[operands_[0].value].shape.columns()), {}};
    case 'e':
      return {base::exact_number(beside_zero()), {}};
    default:
      return helper(static_cast<std::size_t>(which - '1'));
  }
}

Gradient RuleText::operand(std::size_t number) {
  const Operand& given = operands_[number];
  if (given.is_literal()) return {base::exact_number(given.literal), {}};
  return {text_.value(given.value), chain_.values[given.value].shape};
}

Gradient RuleText::helper(std::size_t number) {
  Gradient& known = helpers_[number];
  if (known.text.empty()) {
    Gradient made = filled(rule_.helpers[number].text);
    known = {text_.line(text_.name(value_) + "_" + std::string(rule_.helpers[number].name), made.text), made.shape};
  }
  return known;
}

/// A norm's own epsilon. Elsewhere a number that is 0 beside what the dtype holds: in f16 that is no small one.
double RuleText::beside_zero() const {
  const Value& v = chain_.values[value_];
  if (v.composition < 0) return v.dtype == Dtype::f16 ? 0x1p-14 : 1e-30;
  for (int inside = chain_.compositions[v.composition].first; inside < value_; ++inside) {
    const Value& op = chain_.values[inside];
    if (op.op == Op::add && op.operands[1].is_literal()) return op.operands[1].literal;
  }
  return 0;
}

}  // namespace chain
