// The rules by op. A test holds each against central differences, and against the slope that error bounds use.
#include "chain/derivative.hpp"

#include <algorithm>
#include <cassert>

namespace chain {
namespace {

struct OpRule {
  Op op;
  Rule rule;
};

struct CompositionRule {
  std::string_view name;
  Rule rule;
};

const OpRule op_rules[] = {
    {Op::add, {{"$d", "$d"}, {}}},
    {Op::sub, {{"$d", "-$d"}, {}}},
    {Op::mul, {{"$d * $b", "$d * $a"}, {}}},
    {Op::div, {{"$d / $b", "-$d * $y / $b"}, {}}},
    {Op::neg, {{"-$d"}, {}}},
    {Op::abs, {{"$d * $1"}, {{{"sign", "maximum(minimum($a * 1e38, 1), -1)"}}}}},
    {Op::square, {{"2 * $a * $d"}, {}}},
    {Op::sqrt, {{"0.5 * $d / $y"}, {}}},
    {Op::rsqrt, {{"-0.5 * $d * $y * square($y)"}, {}}},
    {Op::reciprocal, {{"-$d * square($y)"}, {}}},
    {Op::exp, {{"$d * $y"}, {}}},
    {Op::log, {{"$d / $a"}, {}}},
    {Op::sin, {{"$d * cos($a)"}, {}}},
    {Op::cos, {{"-$d * sin($a)"}, {}}},
    {Op::tanh, {{"$d * (1 - square($y))"}, {}}},
    {Op::sigmoid, {{"$d * $y * (1 - $y)"}, {}}},
    {Op::relu, {{"$d * $1"}, {{{"step", "minimum($y * 1e38, 1)"}}}}},
    // gelu(x) = x s with s = sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)), so its slope is s (1 + x (1 - s) u'(x)).
    {Op::gelu,
     {{"$d * $2 * (1 + $a * (1 - $2) * (1.5957691216057308 + 0.21406444881780076 * $1))"},
      {{{"square", "square($a)"}, {"sigmoid", "sigmoid($a * (1.5957691216057308 + 0.07135481627260025 * $1))"}}}}},
    // x Phi(x): Phi + x phi. Phi(|x|) is gelu_erf(z) / z at z = |x|, kept away from 0 / 0; x / z is then the sign of x,
    // and passes through 0 where Phi - 1/2 does.
    {Op::gelu_erf,
     {{"$d * (0.5 + $a / $1 * ($2 - 0.5) + 0.3989422804014327 * $a * exp(-0.5 * square($a)))"},
      {{{"size", "maximum(abs($a), $e)"}, {"share", "gelu_erf($1) / $1"}}}}},
    {Op::silu, {{"$d * $1 * (1 + $a * (1 - $1))"}, {{{"sigmoid", "sigmoid($a)"}}}}},
    {Op::softplus, {{"$d * sigmoid($a)"}, {}}},
    {Op::maximum, {{"$d * $1", "$d * (1 - $1)"}, {{{"first", "minimum(relu($a - $b) * 1e38, 1)"}}}}},
    {Op::minimum, {{"$d * $1", "$d * (1 - $1)"}, {{{"first", "minimum(relu($b - $a) * 1e38, 1)"}}}}},
    {Op::sum, {{"$d"}, {}}},
    {Op::mean, {{"$d / $n"}, {}}},
    {Op::var, {{"2 * $d * $1 / $n"}, {{{"centred", "$a - mean($a)"}}}}},
    {Op::max, {{"$d * $1 / sum($1)"}, {{{"largest", "1 - minimum(($y - $a) * 1e38, 1)"}}}}},
};

// The maximum that softmax subtracts cancels, so it has no gradient of its own. Of the norms: gradients of n = x *
// scale (or (x - mean) * scale) lose what lies along n, and their mean (Ba et al. 2016, Zhang and Sennrich 2019).
const CompositionRule composition_rules[] = {
    {"softmax", {{"$y * ($d - sum($d * $y))"}, {}}},
    {"rmsnorm",
     {{"$1 * ($g - $2 * mean($g * $2))", "$d * $2"},
      {{{"scale", "rsqrt(mean(square($a)) + $e)"}, {"normed", "$a * $1"}}}}},
    {"layernorm",
     {{"$2 * ($g - mean($g) - $3 * mean($g * $3))", "$d * $3", "$d"},
      {{{"centred", "$a - mean($a)"}, {"scale", "rsqrt(mean(square($1)) + $e)"}, {"normed", "$1 * $2"}}}}},
};

}  // namespace

const Rule& derivative(Op op) {
  static constexpr Rule none{};
  const auto* const found = std::ranges::find(op_rules, op, &OpRule::op);
  return found == std::end(op_rules) ? none : found->rule;
}

const Rule& composition_derivative(std::string_view composition) {
  const auto* const found = std::ranges::find(composition_rules, composition, &CompositionRule::name);
  assert(found != std::end(composition_rules));
  return found->rule;
}

}  // namespace chain
