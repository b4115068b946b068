// Weights of 8 and 4 bits as f32.
#pragma once

#include "chain/chain.hpp"
#include "device/cpu/cpu_device.hpp"
#include "device/cpu/kernels.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <cstddef>
#include <span>
#include <stop_token>

namespace device::cpu {

/// `count` weights that lie side by side in one row, to `out`.
void unpack(const std::byte* data, Format format, std::int64_t count, float* out);

/// Values of the chain: weights [rows, columns] and a scale for each column, and what is made of them.
struct Unpacking {
  int weights = 0, scales = 0, to = 0;
  std::int64_t rows = 0, columns = 0;
};
[[nodiscard]] Unpacking unpacking(const chain::Chain& chain, int dequant);

/// Weights written in full, where no product unpacks them on the way.
class UnpackRunner {
 public:
  UnpackRunner(const Unpacking& what, std::span<const Tensor> tensors, ThreadPool& pool, Fault fault)
      : what_(what), tensors_(tensors), pool_(pool), fault_(fault) {}
  Traffic run(bool counting, const std::stop_token& stop);

 private:
  void piece(std::int64_t unit, bool last) const;
  [[nodiscard]] std::int64_t pieces() const;  ///< of a row

  Unpacking what_;
  std::span<const Tensor> tensors_;
  ThreadPool& pool_;
  Fault fault_;
};

}  // namespace device::cpu
