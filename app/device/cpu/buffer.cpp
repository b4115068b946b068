// Tensors in pages of their own, so that the thread that first touches a page owns it.
#include "device/cpu/buffer.hpp"

#include "base/words.hpp"
#include "device/device.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace device::cpu {
namespace {

constexpr std::int64_t guard = 256;  // bytes on either side
constexpr std::int64_t huge_page = std::int64_t{1} << 21;
constexpr std::int64_t stagger = 1024 + 256;  // keeps tensors of equal size apart in the caches' sets
constexpr std::int64_t staggers = 16;
constexpr auto guard_byte = std::byte{0xC5};

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::int64_t mapping_of(std::int64_t bytes) {
  const std::int64_t needed = bytes + 2 * guard + stagger * staggers;
  // Large tensors start on a huge page, which costs alignment room.
  return needed < huge_page ? rounded_up(needed, 4096) : rounded_up(needed, huge_page) + huge_page;
}

}  // namespace

base::Bytes Buffer::room_for(base::Bytes bytes) {
  return {mapping_of(bytes.value)};
}

Buffer::Buffer(std::int64_t elements, chain::Dtype dtype) : elements_(elements), dtype_(dtype) {
  mapped_ = static_cast<std::size_t>(mapping_of(bytes()));
  void* got = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) {
    throw DeviceError(base::say("device.no_mapping", {{"bytes", base::show(base::Bytes{bytes()})}}),
                      std::string(base::text("device.smaller")));
  }
  mapping_ = static_cast<std::byte*>(got);
  auto* start = mapping_;
  if (static_cast<std::int64_t>(mapped_) > huge_page) {
    ::madvise(mapping_, mapped_, MADV_HUGEPAGE);  // fewer TLB misses; a system that refuses is only slower
    const auto beyond = reinterpret_cast<std::uintptr_t>(mapping_) % static_cast<std::uintptr_t>(huge_page);
    if (beyond != 0) start += huge_page - static_cast<std::int64_t>(beyond);
  }
  static std::atomic<std::int64_t> made{0};
  data_ = start + rounded_up(guard, 64) + made++ % staggers * stagger;
  set_guards();
}

Buffer::~Buffer() {
  if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
}

Buffer::Buffer(Buffer&& other) noexcept {
  *this = std::move(other);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(mapped_, other.mapped_);
  std::swap(data_, other.data_);
  std::swap(elements_, other.elements_);
  std::swap(dtype_, other.dtype_);
  return *this;
}

double Buffer::at(std::int64_t element) const {
  if (dtype_ == chain::Dtype::f32) return static_cast<double>(reinterpret_cast<const float*>(data_)[element]);
  if (dtype_ == chain::Dtype::i32) return reinterpret_cast<const std::int32_t*>(data_)[element];
  if (dtype_ == chain::Dtype::i8) return reinterpret_cast<const std::int8_t*>(data_)[element];
  if (dtype_ == chain::Dtype::i4) {
    const int both = reinterpret_cast<const std::int8_t*>(data_)[element / 2];
    return element % 2 != 0 ? both >> 4 : static_cast<std::int8_t>(both << 4) >> 4;
  }
  const std::uint16_t bits = reinterpret_cast<const std::uint16_t*>(data_)[element];
  return static_cast<double>(dtype_ == chain::Dtype::f16 ? chain::from_f16(bits) : chain::from_bf16(bits));
}

void Buffer::poison(std::int64_t first, std::int64_t last) {
  if (dtype_ == chain::Dtype::f32) {
    auto* to = reinterpret_cast<std::uint32_t*>(data_);
    std::fill(to + first, to + last, poison_f32);
  } else if (dtype_ == chain::Dtype::i32) {
    auto* to = reinterpret_cast<std::uint32_t*>(data_);
    std::fill(to + first, to + last, poison_i32);
  } else {
    auto* to = reinterpret_cast<std::uint16_t*>(data_);
    std::fill(to + first, to + last, dtype_ == chain::Dtype::f16 ? poison_f16 : poison_bf16);
  }
}

void Buffer::set_guards() {
  std::fill_n(data_ - guard, guard, guard_byte);
  std::fill_n(data_ + bytes(), guard, guard_byte);
}

bool Buffer::guards_whole() const {
  const auto whole = [](std::byte byte) { return byte == guard_byte; };
  return std::all_of(data_ - guard, data_, whole) && std::all_of(data_ + bytes(), data_ + bytes() + guard, whole);
}

}  // namespace device::cpu
