// A distance between chains.
#include "device/recorded/nearest.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace device::recorded {
namespace {

/// Ops and which values they read: alike for chains that differ in shapes, dtypes or literals only.
bool same_ops(const chain::Chain& a, const chain::Chain& b) {
  return std::ranges::equal(a.values, b.values, [](const chain::Value& v, const chain::Value& w) {
    return v.op == w.op && v.output == w.output &&
           std::ranges::equal(v.operands, w.operands,
                              [](const chain::Operand& o, const chain::Operand& p) { return o.value == p.value; });
  });
}

/// How many times larger, in powers of two.
double octaves(std::int64_t a, std::int64_t b) {
  return std::abs(std::log2(static_cast<double>(a) / static_cast<double>(b)));
}

/// Shapes, dtypes and literals of chains of the same ops.
double differences(const chain::Chain& a, const chain::Chain& b) {
  double sum = octaves(a.full_elements(), b.full_elements());
  for (std::size_t v = 0; v < a.values.size(); ++v) {
    sum += a.values[v].dtype == b.values[v].dtype ? 0 : 1;
    sum += a.is_full(static_cast<int>(v)) == b.is_full(static_cast<int>(v)) ? 0 : 4;
    sum += a.values[v].shape == b.values[v].shape ? 0 : 0.1;
    sum += a.values[v].operands == b.values[v].operands ? 0 : 0.1;
  }
  return sum;
}

/// Ops of one chain that the other has no partner for.
std::ptrdiff_t unlike_ops(const chain::Chain& a, const chain::Chain& b) {
  const auto sorted = [](const chain::Chain& of) {
    std::vector<chain::Op> ops;
    for (const int op : of.ops()) ops.push_back(of.values[op].op);
    std::ranges::sort(ops);
    return ops;
  };
  std::vector<chain::Op> unlike;
  std::ranges::set_symmetric_difference(sorted(a), sorted(b), std::back_inserter(unlike));
  return std::ssize(unlike);
}

std::ptrdiff_t full_inputs(const chain::Chain& chain) {
  return std::ranges::count_if(chain.inputs(), [&](int input) { return chain.is_full(input); });
}

/// Row kernels and pointwise ones say nothing about each other.
bool reduces(const chain::Chain& chain) {
  return std::ranges::any_of(chain.values, [](const chain::Value& value) {
    return chain::info(value.op).pattern == chain::Pattern::reduction;
  });
}

/// Smaller is nearer, compared in this order.
using Distance = std::tuple<bool, std::ptrdiff_t, double>;

Distance distance(const chain::Chain& a, const chain::Chain& b) {
  if (same_ops(a, b)) return {false, 0, differences(a, b)};
  const auto apart = [](std::ptrdiff_t one, std::ptrdiff_t other) { return std::abs(one - other); };
  const std::ptrdiff_t counts = apart(std::ssize(a.ops()), std::ssize(b.ops())) + apart(full_inputs(a), full_inputs(b));
  return {true, counts, static_cast<double>(unlike_ops(a, b)) + octaves(a.full_elements(), b.full_elements()) / 64};
}

}  // namespace

const record::Recorded* nearest(const chain::Chain& chain, const std::vector<record::Recorded>& all) {
  const record::Recorded* best = nullptr;
  Distance least{true, std::numeric_limits<std::ptrdiff_t>::max(), 0};
  for (const record::Recorded& one : all) {
    if (reduces(one.chain) != reduces(chain)) continue;
    const Distance far = distance(chain, one.chain);
    if (best != nullptr && !(far < least)) continue;
    best = &one;
    least = far;
  }
  return best;
}

}  // namespace device::recorded
