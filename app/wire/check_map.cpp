// That a tensor map reaches nothing beside its buffer, and is one that the driver encodes.
#include "wire/checks.hpp"

#include <algorithm>

namespace wire {

bool lies_within(std::int64_t size, std::int64_t first, std::initializer_list<Walk> walks) {
  std::int64_t left = size - 1;
  if (first > left) return false;
  left -= first;
  for (const Walk& walk : walks) {
    if (walk.step == 0) continue;
    if (walk.count - 1 > left / walk.step) return false;
    left -= (walk.count - 1) * walk.step;
  }
  return true;
}

void check(const TensorMap& map, const Job& job) {
  constexpr std::int64_t grain = 16;  // bytes
  if (map.buffer >= static_cast<std::int64_t>(job.buffers.size())) refuse("map.buffer", "not_there");
  if (map.dtype == Dtype::i4 || map.dtype == Dtype::i32 || map.dtype == Dtype::bytes) refuse("map.dtype", "no_choice");
  if (map.dims.empty()) refuse("map.dims", "none");
  if (map.strides.size() + 1 != map.dims.size()) refuse("map.strides", "other_rank");
  if (map.box.size() != map.dims.size()) refuse("map.box", "other_rank");
  const bool swizzles = map.swizzle == 0 || map.swizzle == 32 || map.swizzle == 64 || map.swizzle == 128;
  if (!swizzles) refuse("map.swizzle", "no_choice");
  const bool aligned = std::ranges::all_of(map.strides, [](std::int64_t stride) { return stride % grain == 0; });
  if (!aligned) refuse("map.strides", "not_aligned");
  const std::int64_t size = bits_of(map.dtype) / 8, inner = map.box.front() * size;
  if (inner % grain != 0) refuse("map.box", "not_aligned");
  if (map.swizzle != 0 && inner > map.swizzle) refuse("map.box", "wider_than_swizzle");
  const auto walk = [&](std::size_t at) {
    return at < map.dims.size() ? Walk{map.dims[at], map.strides[at - 1]} : Walk{};
  };
  // The last byte of the last element, not its first.
  const std::int64_t bytes = job.buffers[static_cast<std::size_t>(map.buffer)].bytes;
  if (!lies_within(bytes, size - 1, {{map.dims.front(), size}, walk(1), walk(2), walk(3), walk(4)}))
    refuse("map.dims", "beyond");
}

}  // namespace wire
