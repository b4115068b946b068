// A table of test data names a slice twice only when each was named once (chain::table_entry): so what is fetched
// without repeats is all of it, or the whole pool.
#include "plan/reads.hpp"

#include "plan/product.hpp"

#include <algorithm>

namespace plan {

base::Bytes bytes_read(const chain::Chain& chain, const Group& group, int value) {
  base::Bytes fetched;
  for (const int op : group.ops) {
    const chain::Value& fetch = chain.values[op];
    if (fetch.op == chain::Op::gather && fetch.operands[0].value == value) fetched += fetch.bytes();
  }
  if (fetched.value == 0) return chain.values[value].bytes();
  // Something else in the kernel may want all of it.
  const Roles how = roles(chain, group, value);
  return how.walked || how.left || how.right ? fetched + chain.values[value].bytes() : fetched;
}

base::Bytes bytes_needed(const chain::Chain& chain, int value) {
  const base::Bytes all = chain.values[value].bytes();
  if (!chain.is_pool(value)) return all;
  base::Bytes most;
  for (const int fetch : chain.consumers(value)) most = std::max(most, std::min(all, chain.values[fetch].bytes()));
  return most;
}

}  // namespace plan
