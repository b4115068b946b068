// A tensor in another order, where no product reads it through the view: transpose, heads, merge as kernels.
#pragma once

#include "chain/chain.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <array>
#include <span>
#include <stop_token>

namespace device::cpu {

/// The result's dimensions, outermost first, and how far apart in the operand the neighbours along each of them lie.
struct ViewCopy {
  int from = 0, to = 0;  ///< values of the chain
  std::array<std::int64_t, 4> sizes{1, 1, 1, 1}, steps{0, 0, 0, 1};
};
[[nodiscard]] ViewCopy view_copy(const chain::Chain& chain, int view);

/// Blocks of the result, each read in the operand's order and written in the result's.
class ViewRunner {
 public:
  ViewRunner(const ViewCopy& copy, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
      : copy_(copy), tensors_(tensors), pool_(pool), fault_(fault) {}
  Traffic run(bool counting, const std::stop_token& stop);

 private:
  void block(std::int64_t unit, bool last) const;

  ViewCopy copy_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
};

}  // namespace device::cpu
