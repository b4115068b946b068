// Common pairs of ops in one loop: what would be two passes over a tile is one, with the same roundings.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "device/cpu/merged.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include "device/cpu/loops-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace device::cpu::HWY_NAMESPACE {

using chain::Op;

template <Op first, Op second, bool right = false>
constexpr MergedKernel merged{first, second, right, set_of<Merged<first, second, right>>};

std::span<const MergedKernel> merged_table() {
  // clang-format off
  static constexpr MergedKernel table[] = {
      // an activation of a sum, a difference, a product
      merged<Op::add, Op::relu>, merged<Op::add, Op::gelu>, merged<Op::add, Op::gelu_erf>, merged<Op::add, Op::silu>,
      merged<Op::add, Op::sigmoid>, merged<Op::add, Op::tanh>, merged<Op::add, Op::exp>, merged<Op::add, Op::square>,
      merged<Op::add, Op::sqrt>, merged<Op::add, Op::rsqrt>,
      merged<Op::sub, Op::relu>, merged<Op::sub, Op::exp>, merged<Op::sub, Op::square>, merged<Op::sub, Op::abs>,
      merged<Op::mul, Op::relu>, merged<Op::mul, Op::exp>, merged<Op::mul, Op::tanh>, merged<Op::mul, Op::sigmoid>,
      // two steps of arithmetic
      merged<Op::add, Op::add>, merged<Op::add, Op::mul>, merged<Op::add, Op::mul, true>, merged<Op::add, Op::sub>,
      merged<Op::add, Op::div>, merged<Op::add, Op::div, true>,
      merged<Op::mul, Op::add>, merged<Op::mul, Op::add, true>, merged<Op::mul, Op::sub>, merged<Op::mul, Op::sub, true>,
      merged<Op::mul, Op::mul>,
      merged<Op::sub, Op::mul>, merged<Op::sub, Op::div>, merged<Op::sub, Op::add>,
      merged<Op::div, Op::add>, merged<Op::div, Op::mul>,
      merged<Op::square, Op::add>, merged<Op::square, Op::mul>,
      // an activation and what follows it
      merged<Op::relu, Op::add>, merged<Op::relu, Op::mul>, merged<Op::relu, Op::square>,
      merged<Op::gelu, Op::add>, merged<Op::gelu, Op::mul>,
      merged<Op::silu, Op::mul>, merged<Op::sigmoid, Op::mul>, merged<Op::sigmoid, Op::mul, true>,
      merged<Op::tanh, Op::add>, merged<Op::tanh, Op::mul>, merged<Op::exp, Op::mul>,
      // one after another
      merged<Op::cos, Op::cos>, merged<Op::neg, Op::exp>, merged<Op::abs, Op::sqrt>,
  };
  // clang-format on
  return table;
}

}  // namespace device::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace device::cpu {
HWY_EXPORT(merged_table);
std::span<const MergedKernel> merged_kernels() {
  return HWY_DYNAMIC_DISPATCH(merged_table)();
}
}  // namespace device::cpu
#endif
