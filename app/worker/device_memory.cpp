// cuMemAlloc only: managed memory can hang a card.
#include "worker/device_memory.hpp"

#include <algorithm>
#include <array>

namespace worker {
namespace {

constexpr std::int64_t guard = 256;
constexpr unsigned char guard_byte = 0xC5;
constexpr std::int64_t page = std::int64_t{2} << 20;  // large ones are rounded up to this

}  // namespace

std::int64_t DeviceMemory::room_for(std::int64_t bytes) {
  const std::int64_t all = bytes + 2 * guard;
  const std::int64_t unit = all < page ? 512 : page;
  return (all + unit - 1) / unit * unit;
}

DeviceMemory::DeviceMemory(std::int64_t bytes) : bytes_(bytes) {
  cuda::check(cuda::api().allocate(&base_, static_cast<std::size_t>(bytes + 2 * guard)), "allocate");
  set_guards();
}

DeviceMemory::~DeviceMemory() {
  if (base_ != 0) cuda::api().release(base_);
}

cuda::Address DeviceMemory::address() const {
  return base_ + guard;
}

void DeviceMemory::set_guards() {
  cuda::check(cuda::api().set_bytes(base_, guard_byte, guard), "set_guards");
  cuda::check(cuda::api().set_bytes(address() + static_cast<cuda::Address>(bytes_), guard_byte, guard), "set_guards");
}

bool DeviceMemory::guards_whole() const {
  std::array<unsigned char, 2 * guard> seen;
  cuda::check(cuda::api().to_host(seen.data(), base_, guard), "read_guards");
  cuda::check(cuda::api().to_host(seen.data() + guard, address() + static_cast<cuda::Address>(bytes_), guard),
              "read_guards");
  return std::ranges::all_of(seen, [](unsigned char byte) { return byte == guard_byte; });
}

}  // namespace worker
