// A table of test data names a slice twice only when each was named once (chain::table_entry): so what is fetched
// without repeats is all of it, or the whole pool.
#include "plan/reads.hpp"

#include "plan/product.hpp"

#include <algorithm>

namespace plan {

base::Bytes bytes_read(const chain::Chain& chain, const Group& group, int value) {
  const Roles how = roles(chain, group, value);
  base::Bytes bytes;
  if (how.walked || how.left || how.right || !how.pool) bytes += chain.values[value].bytes();
  for (const int op : group.ops) {
    const chain::Value& fetch = chain.values[op];
    if (fetch.op == chain::Op::gather && fetch.operands[0].value == value) bytes += fetch.bytes();
  }
  return bytes;
}

base::Bytes bytes_needed(const chain::Chain& chain, int value) {
  const base::Bytes all = chain.values[value].bytes();
  if (!chain.is_pool(value)) return all;
  base::Bytes most;
  for (const int fetch : chain.consumers(value)) most = std::max(most, std::min(all, chain.values[fetch].bytes()));
  return most;
}

}  // namespace plan
