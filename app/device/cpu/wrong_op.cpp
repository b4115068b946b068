// Another result for nearly every number, and none that brings the device down.
#include "device/cpu/wrong_op.hpp"

namespace device::cpu {

chain::Op wrong_op(chain::Op op) {
  using chain::Op;
  switch (op) {
    case Op::add:
      return Op::sub;
    case Op::sub:
      return Op::add;
    case Op::mul:
      return Op::div;
    case Op::div:
      return Op::mul;
    case Op::maximum:
      return Op::minimum;
    case Op::minimum:
      return Op::maximum;
    case Op::neg:
      return Op::abs;
    case Op::sum:
    case Op::mean:
    case Op::var:
    case Op::pick:
      return Op::max;
    case Op::max:
      return Op::sum;
    case Op::input:
    case Op::abs:
    case Op::square:
    case Op::sqrt:
    case Op::rsqrt:
    case Op::reciprocal:
    case Op::exp:
    case Op::log:
    case Op::sin:
    case Op::cos:
    case Op::tanh:
    case Op::sigmoid:
    case Op::relu:
    case Op::gelu:
    case Op::gelu_erf:
    case Op::silu:
    case Op::softplus:
    case Op::cast:
    case Op::dropout:
    case Op::causal:
    case Op::matmul:
    case Op::transpose:
    case Op::heads:
    case Op::merge:
    case Op::dequant:
    case Op::gather:
    case Op::argmax:
    case Op::topk:
    case Op::topk_index:
    case Op::grouped:
    case Op::scatter_add:
      return Op::neg;
  }
  return op;
}

}  // namespace device::cpu
