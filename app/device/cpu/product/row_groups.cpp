// The table says where groups end; it was looked at before the run (device/cpu/table.hpp).
#include "device/cpu/product/row_groups.hpp"

#include <algorithm>

namespace device::cpu {
namespace {

/// Where a group ends, or seems to.
std::int64_t end_of(const std::int32_t* ends, std::int64_t group, const plan::Product& product, Fault fault) {
  const bool last = group + 1 == product.experts.count;
  if (fault == Fault::wrong_edge && !last) return std::min<std::int64_t>(ends[group] + 1, product.m);
  return ends[group];
}

}  // namespace

std::vector<GroupTile> group_tiles(const plan::Product& product, std::span<const Tensor> tensors,
                                   std::int64_t tile_rows, Fault fault) {
  const auto* const ends = reinterpret_cast<const std::int32_t*>(tensors[product.experts.ends].data);
  std::vector<GroupTile> tiles;
  std::int64_t row = 0;
  for (std::int64_t group = 0; group < product.experts.count; ++group) {
    const std::int64_t end = end_of(ends, group, product, fault);
    const std::int64_t matrix = fault == Fault::wrong_expert ? (group + 1) % product.experts.count : group;
    for (; row < end; row = std::min(row + tile_rows, end)) {
      tiles.push_back({matrix, row, std::min(tile_rows, end - row)});
    }
  }
  std::ranges::sort(tiles, {}, &GroupTile::group);
  return tiles;
}

std::span<const GroupTile> tiles_of_groups(const std::vector<GroupTile>& tiles, std::int64_t first,
                                           std::int64_t groups) {
  const auto begin = std::ranges::lower_bound(tiles, first, {}, &GroupTile::group);
  const auto end = std::ranges::lower_bound(tiles, first + groups, {}, &GroupTile::group);
  return {begin, end};
}

}  // namespace device::cpu
