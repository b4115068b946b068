// Every function of one number over all exponents of f32, on every instruction set of this processor.
#include "chain/arithmetic.hpp"
#include "chain/error_bound.hpp"
#include "device/cpu/kernels.hpp"
#include "device/targets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace math_test {

using chain::Op;
using device::cpu::Call;

/// Largest error in ulps of the result; of gelu in ulps of the larger of the result and x / 2, where it cancels; of
/// silu in those of a normal sigmoid times x.
struct Stated {
  Op op;
  double ulps;
};
constexpr Stated stated[] = {
    {Op::sqrt, 0.51},  {Op::rsqrt, 1.5}, {Op::reciprocal, 0.51}, {Op::exp, 1.5},   {Op::log, 2},
    {Op::sin, 2},      {Op::cos, 2.5},   {Op::tanh, 3.5},        {Op::sigmoid, 3}, {Op::silu, 3},
    {Op::softplus, 3}, {Op::gelu, 4},    {Op::gelu_erf, 4},
};

constexpr int block = 512;
constexpr std::uint32_t step = 8191;  // prime: mantissas of all kinds, some 2000 of each sign and exponent

double ulps(Op op, float x, float got) {
  const double reference = chain::compute(op, static_cast<double>(x), 0);
  if (std::isnan(reference)) return std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  const double largest = static_cast<double>(std::numeric_limits<float>::max());
  if (std::abs(reference) > largest)
    return std::isinf(got) || std::abs(got) == std::numeric_limits<float>::max() ? 0 : 1e9;
  const double least = op == Op::gelu || op == Op::gelu_erf ? 0.5 : op == Op::silu ? 0x1p-126 : 0.0;
  const double size = std::max(std::abs(reference), least * std::abs(static_cast<double>(x)));
  return std::abs(static_cast<double>(got) - reference) / chain::ulp(size, chain::Dtype::f32);
}

class Function : public testing::TestWithParam<Stated> {};

TEST_P(Function, StaysWithinItsStatedErrorOverAllOfF32) {
  const auto [op, allowed] = GetParam();
  for (const tests::Target& target : tests::targets()) {
    const tests::UsedTarget used(target);
    const device::cpu::Kernel kernel = device::cpu::kernels().ops[static_cast<std::size_t>(op)].inner;
    double worst = 0;
    float worst_at = 0, worst_got = 0;
    int beyond_table = 0;
    std::array<float, block> in{}, out{};
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32);) {
      for (float& x : in) {
        x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        bits += step;
      }
      Call call;
      const device::cpu::Operand values{in.data(), 1, device::cpu::Format::f32};
      call.a = &values;
      call.out = out.data();
      call.count = block;
      kernel(call);
      for (std::size_t i = 0; i < block; ++i) {
        const double error = ulps(op, in[i], out[i]);
        if (error > worst) worst = error, worst_at = in[i], worst_got = out[i];
        const chain::Bounded bound = chain::apply_bounded(op, {static_cast<double>(in[i]), 0}, {});
        const double off = std::abs(static_cast<double>(out[i]) - bound.value);
        if (!(std::isnan(bound.value) && std::isnan(out[i])) && bound.value != static_cast<double>(out[i]) &&
            !(off <= bound.error)) {
          ++beyond_table;
        }
      }
    }
    EXPECT_LE(worst, allowed) << target.name << ": at x = " << worst_at << " got " << worst_got;
    EXPECT_EQ(beyond_table, 0) << target.name << ": further off than the op table says";
    RecordProperty(std::string(target.name), std::to_string(worst));
    if (std::getenv("ONETRIP_SHOW_ULPS") != nullptr)
      std::printf("%s %s %.2f ulp at %g\n", std::string(chain::info(op).name).c_str(), target.name.c_str(), worst,
                  static_cast<double>(worst_at));
  }
}

INSTANTIATE_TEST_SUITE_P(Op, Function, testing::ValuesIn(stated),
                         [](const auto& each) { return std::string(chain::info(each.param.op).name); });

}  // namespace math_test
