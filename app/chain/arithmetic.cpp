// The pointwise ops by libm, in double.
#include "chain/arithmetic.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace chain {
namespace {

double larger(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  return x > y ? x : y;
}

double smaller(double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  return x < y ? x : y;
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// 1 + tanh(u) loses its digits for negative u; 2 sigmoid(2 u) is the same and does not.
double gelu(double x) {
  const double u = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return x == 0 ? x : x * sigmoid(2 * u);
}

double gelu_erf(double x) {
  return x == 0 ? x : 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
}

/// log(1 + e^x) overflows for large x and is 0 for small ones; this does neither.
double softplus(double x) {
  return larger(x, 0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace

double compute(Op op, double x, double y) {
  switch (op) {
    case Op::add:
      return x + y;
    case Op::sub:
      return x - y;
    case Op::mul:
    case Op::dequant:
      return x * y;
    case Op::div:
      return x / y;
    case Op::neg:
      return -x;
    case Op::abs:
      return std::abs(x);
    case Op::square:
      return x * x;
    case Op::sqrt:
      return std::sqrt(x);
    case Op::rsqrt:
      return 1 / std::sqrt(x);
    case Op::reciprocal:
      return 1 / x;
    case Op::exp:
      return std::exp(x);
    case Op::log:
      return std::log(x);
    case Op::sin:
      return std::sin(x);
    case Op::cos:
      return std::cos(x);
    case Op::tanh:
      return std::tanh(x);
    case Op::sigmoid:
      return sigmoid(x);
    case Op::relu:
      return larger(x, 0);
    case Op::gelu:
      return gelu(x);
    case Op::gelu_erf:
      return gelu_erf(x);
    case Op::silu:
      return x * sigmoid(x);
    case Op::softplus:
      return softplus(x);
    case Op::maximum:
      return larger(x, y);
    case Op::minimum:
      return smaller(x, y);
    case Op::input:
    case Op::sum:
    case Op::mean:
    case Op::max:
    case Op::var:
    case Op::pick:
    case Op::cast:
    case Op::dropout:
    case Op::causal:
    case Op::matmul:
    case Op::transpose:
    case Op::heads:
    case Op::merge:
    case Op::gather:
    case Op::argmax:
    case Op::topk:
    case Op::topk_index:
    case Op::grouped:
    case Op::scatter_add:
      break;
  }
  assert(false && "not a pointwise op on numbers");
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace chain
