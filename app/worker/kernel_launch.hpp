// A kernel with its arguments, ready to be put into a stream.
#pragma once

#include "wire/messages.hpp"
#include "worker/driver_api.hpp"

#include <array>
#include <span>
#include <vector>

namespace worker {

class KernelLaunch {
 public:
  /// `buffers` are the addresses of the job's. Throws Failed.
  KernelLaunch(const wire::Kernel& kernel, cuda::Function function, std::span<const cuda::Address> buffers);
  KernelLaunch(KernelLaunch&&) = default;
  KernelLaunch& operator=(KernelLaunch&&) = default;
  void put(cuda::Stream stream) const;
  /// What the driver says of it.
  [[nodiscard]] wire::Loaded loaded() const;

 private:
  cuda::Function function_ = nullptr;
  std::array<std::int64_t, 3> grid_, block_;
  std::int64_t dynamic_shared_, times_;
  // The driver is given pointers to these; they stay where they are when this is moved.
  std::vector<std::uint64_t> values_;
  std::vector<cuda::TensorMap> maps_;
  std::vector<void*> pointers_;
  std::vector<std::uint64_t*> turns_;  ///< of `values_`: those that tell which start it is
};

}  // namespace worker
