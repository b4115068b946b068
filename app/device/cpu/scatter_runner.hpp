// Rows added up where a table says, the same for any number of threads.
#pragma once

#include "chain/chain.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace device::cpu {

/// Values of the chain, and sizes: `entries` rows are added up in `rows`.
struct Scattering {
  int from = 0, table = 0, to = 0;
  std::int64_t entries = 1, rows = 1, columns = 1;
};
[[nodiscard]] Scattering scattering(const chain::Chain& chain, int op);

class ScatterRunner {
 public:
  ScatterRunner(const Scattering& what, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
      : what_(what), tensors_(tensors), pool_(pool), fault_(fault) {}
  Traffic run(bool counting, const std::stop_token& stop);

 private:
  void sort_entries();
  void add_up(std::int64_t row) const;

  Scattering what_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
  std::vector<std::int64_t> first_;    ///< [row]: where its entries begin in `entries_`; one more at the end
  std::vector<std::int64_t> entries_;  ///< row by row, in the order of the table
};

}  // namespace device::cpu
