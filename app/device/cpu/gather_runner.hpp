// Slices of a pool written one after the other, where no kernel of attention reads them through the table.
#pragma once

#include "chain/chain.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <span>
#include <stop_token>

namespace device::cpu {

/// Values of the chain, and the sizes of what is fetched: `runs` of so many elements, which lie together in the pool
/// and in the result, `slice` elements from slice to slice. Of each of `outer` rows of the table, all heads have
/// theirs. Of a pick the pool is a row: each row of the table, of one number, has its own, `own` elements further on.
struct Gathering {
  int pool = 0, table = 0, to = 0;
  std::int64_t outer = 1, heads = 1, entries = 1;
  std::int64_t run = 1, slice = 1, own = 0;
  [[nodiscard]] std::int64_t runs() const { return outer * heads * entries; }
};
/// Of a gather, or of a pick by itself.
[[nodiscard]] Gathering gathering(const chain::Chain& chain, int op);

class GatherRunner {
 public:
  GatherRunner(const Gathering& what, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
      : what_(what), tensors_(tensors), pool_(pool), fault_(fault) {}
  Traffic run(bool counting, const std::stop_token& stop);

 private:
  void bring(std::int64_t number, bool last) const;

  Gathering what_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
};

}  // namespace device::cpu
