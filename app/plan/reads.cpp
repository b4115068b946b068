// A table of test data names a slice twice only when each was named once (chain::table_entry): so what is fetched
// without repeats is all of it, or the whole pool.
#include "plan/reads.hpp"

#include "plan/product.hpp"

#include <algorithm>

namespace plan {
namespace {

/// Of rows that only picks read.
base::Bytes sectors(const chain::Value& rows) {
  return {std::min(rows.bytes().value, rows.shape.rows() * sector)};
}

/// Of experts' matrices: those that have rows in test data; 0 where it is something else.
base::Bytes of_experts(const chain::Chain& chain, const Group& group, int value) {
  for (const Product& product : products(chain, group)) {
    if (!product.experts.any() || product.right != value) continue;
    const std::vector<std::int64_t> rows = product.group_rows();
    const std::int64_t used = std::ranges::count_if(rows, [](std::int64_t own) { return own > 0; });
    return {chain.values[value].bytes().value / product.experts.count * used};
  }
  return {};
}

bool picks_from(const chain::Value& value, int rows) {
  return value.op == chain::Op::pick && value.operands[0].value == rows;
}

}  // namespace

bool only_picks(const chain::Chain& chain, const Group& group, int value) {
  return group.ops.size() == 1 && picks_from(chain.values[group.ops.front()], value);
}

bool crosses(const chain::Chain& chain, const Group& group, int value) {
  return chain.is_full(value) && !only_picks(chain, group, value);
}

base::Bytes bytes_read(const chain::Chain& chain, const Group& group, int value) {
  if (only_picks(chain, group, value)) return sectors(chain.values[value]);
  const Roles how = roles(chain, group, value);
  const base::Bytes weights = how.right && !how.walked && !how.left ? of_experts(chain, group, value) : base::Bytes{};
  if (weights.value > 0) return weights;
  base::Bytes fetched;
  for (const int op : group.ops) {
    const chain::Value& fetch = chain.values[op];
    if (fetch.op == chain::Op::gather && fetch.operands[0].value == value) fetched += fetch.bytes();
  }
  if (fetched.value == 0) return chain.values[value].bytes();
  // Something else in the kernel may want all of it.
  return how.walked || how.left || how.right ? fetched + chain.values[value].bytes() : fetched;
}

base::Bytes bytes_needed(const chain::Chain& chain, int value) {
  const base::Bytes all = chain.values[value].bytes();
  const std::vector<int> readers = chain.consumers(value);
  const auto picks = [&](int reader) { return picks_from(chain.values[reader], value); };
  if (!readers.empty() && std::ranges::all_of(readers, picks)) return sectors(chain.values[value]);
  const auto multiplied = [&](int reader) { return chain.values[reader].op == chain::Op::grouped; };
  if (!readers.empty() && std::ranges::all_of(readers, multiplied)) {
    const base::Bytes weights = of_experts(chain, Group{{readers.front()}, {}, {}, Schedule::matmul}, value);
    if (weights.value > 0) return weights;
  }
  if (!chain.is_pool(value)) return all;
  base::Bytes most;
  for (const int fetch : chain.consumers(value)) most = std::max(most, std::min(all, chain.values[fetch].bytes()));
  return most;
}

}  // namespace plan
