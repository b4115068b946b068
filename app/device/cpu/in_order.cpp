// Plain loops: each addition waits for the one before, so that there is nothing to do side by side.
#include "device/cpu/in_order.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

float element(const Operand& from, std::int64_t at) {
  const std::int64_t place = at * from.step;
  if (from.format == Format::f32) return static_cast<const float*>(from.data)[place];
  const std::uint16_t bits = static_cast<const std::uint16_t*>(from.data)[place];
  return from.format == Format::f16 ? chain::from_f16(bits) : chain::from_bf16(bits);
}

float kept_in_f16(float x) {
  return chain::from_f16(chain::to_f16(x));
}

float kept_in_bf16(float x) {
  return chain::from_bf16(chain::to_bf16(x));
}

template <float (*kept)(float)>
void add(const Call& call, std::int64_t columns, double* sums) {
  for (std::int64_t at = 0; at < call.count; at += columns, ++sums) {
    const std::int64_t end = std::min(call.count, at + columns);
    auto sum = static_cast<float>(*sums);
    for (std::int64_t i = at; i < end; ++i) sum = kept(sum + element(*call.a, i));
    *sums = static_cast<double>(sum);
  }
}

}  // namespace

Reduction sum_in_order(chain::Dtype kept_in) {
  return kept_in == chain::Dtype::f16 ? &add<&kept_in_f16> : &add<&kept_in_bf16>;
}

}  // namespace device::cpu
