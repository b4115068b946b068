// Memory of one tensor: aligned, with guard bytes before and after it, and a poison that no result can be.
#pragma once

#include "base/units.hpp"
#include "chain/dtype.hpp"

#include <cstddef>
#include <cstdint>

namespace device::cpu {

/// Signalling NaNs: arithmetic only ever makes quiet ones.
inline constexpr std::uint32_t poison_f32 = 0x7FA0DEADu;
inline constexpr std::uint16_t poison_f16 = 0x7D5A;
inline constexpr std::uint16_t poison_bf16 = 0x7FA5;
inline constexpr std::uint32_t poison_i32 = 0xA5A0DEADu;  ///< below 0: the number of no entry

class Buffer {
 public:
  /// What one tensor of this size takes, guards included.
  [[nodiscard]] static base::Bytes room_for(base::Bytes bytes);

  Buffer() = default;
  /// Throws DeviceError when the system gives no memory.
  Buffer(std::int64_t elements, chain::Dtype dtype);
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] bool empty() const { return data_ == nullptr; }
  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::int64_t elements() const { return elements_; }
  [[nodiscard]] chain::Dtype dtype() const { return dtype_; }
  [[nodiscard]] std::int64_t bytes() const { return (elements_ * chain::bits_of(dtype_) + 7) / 8; }
  [[nodiscard]] double at(std::int64_t element) const;  ///< of i4: by its number in memory (chain::stored_at)

  /// Not of packed weights. Fills elements [first, last) with the dtype's poison.
  void poison(std::int64_t first, std::int64_t last);
  /// Writes the pattern around the tensor; `guards_whole` asks whether it is still there.
  void set_guards();
  [[nodiscard]] bool guards_whole() const;

 private:
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::byte* data_ = nullptr;
  std::int64_t elements_ = 0;
  chain::Dtype dtype_ = chain::Dtype::f32;
};

}  // namespace device::cpu
