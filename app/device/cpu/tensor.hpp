// What kernels of the CPU device are given and give back.
#pragma once

#include "device/cpu/kernels.hpp"

#include <cstddef>

namespace device::cpu {

/// Memory of a value while a plan runs.
struct Tensor {
  std::byte* data = nullptr;
  Format format = Format::f32;
  bool stream = false;  ///< written around the caches
  bool counted = true;  ///< false: small values between the stages of one kernel
};

/// Bytes over the road, added up tile by tile where the loops read a tensor for the first time and where they write.
struct Traffic {
  std::int64_t read = 0, written = 0;
};

}  // namespace device::cpu
