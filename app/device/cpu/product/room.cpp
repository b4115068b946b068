// One room for packed operands and one for each thread.
#include "device/cpu/product/room.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

base::Bytes bytes_of(std::int64_t floats) {
  return Buffer::room_for({floats * chain::size_of(chain::Dtype::f32)});
}

void grow(Buffer& buffer, std::int64_t floats) {
  if (buffer.elements() >= floats) return;
  buffer = Buffer();  // not both at once
  buffer = Buffer(floats, chain::Dtype::f32);
}

}  // namespace

std::int64_t ProductRoom::of_each(const ProductLayout& layout) {
  constexpr std::int64_t line = 16;  // each part begins on a cache line
  return layout.left_floats + layout.block_floats + layout.sum_floats + 3 * line;
}

base::Bytes ProductRoom::room_for(const std::vector<ProductLayout>& layouts, int threads) {
  std::int64_t right = 0, each = 0;
  for (const ProductLayout& layout : layouts) {
    right = std::max(right, layout.right_floats);
    each = std::max(each, of_each(layout));
  }
  if (layouts.empty()) return {};
  return {bytes_of(right).value + threads * bytes_of(each).value};
}

void ProductRoom::reserve(const ProductLayout& layout, int threads) {
  grow(right_, layout.right_floats);
  threads_.resize(std::max(threads_.size(), static_cast<std::size_t>(threads)));
  for (Buffer& buffer : threads_) grow(buffer, of_each(layout));
}

}  // namespace device::cpu
