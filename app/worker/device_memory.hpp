// Memory of the card that frees itself, with guards around it.
#pragma once

#include "worker/driver_api.hpp"

#include <utility>

namespace worker {

class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::int64_t bytes);
  ~DeviceMemory();
  DeviceMemory(DeviceMemory&& other) noexcept { *this = std::move(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  [[nodiscard]] cuda::Address address() const;
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return base_ == 0; }
  /// What the driver has to find for so many bytes.
  [[nodiscard]] static std::int64_t room_for(std::int64_t bytes);
  void set_guards();
  [[nodiscard]] bool guards_whole() const;

 private:
  cuda::Address base_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace worker
