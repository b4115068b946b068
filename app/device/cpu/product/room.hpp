// Scratch of products: of all kernels of an experiment, which run one after the other.
#pragma once

#include "device/cpu/buffer.hpp"
#include "device/cpu/product/layout.hpp"

#include <vector>

namespace device::cpu {

class ProductRoom {
 public:
  /// What it takes to serve these.
  [[nodiscard]] static base::Bytes room_for(const std::vector<ProductLayout>& layouts, int threads);

  /// Grows to what `layout` needs; nothing is kept. Throws DeviceError.
  void reserve(const ProductLayout& layout, int threads);
  [[nodiscard]] float* right() { return floats(right_); }
  [[nodiscard]] float* of_thread(int thread) { return floats(threads_[thread]); }

 private:
  [[nodiscard]] static std::int64_t of_each(const ProductLayout& layout);
  [[nodiscard]] static float* floats(Buffer& buffer) { return reinterpret_cast<float*>(buffer.data()); }

  Buffer right_;
  std::vector<Buffer> threads_;
};

}  // namespace device::cpu
