// Rows of a product in groups, each of which meets a matrix of its own: tiles that end where a group does.
#pragma once

#include "device/cpu/cpu_device.hpp"
#include "device/cpu/tensor.hpp"
#include "plan/product.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace device::cpu {

/// Some rows of one group.
struct GroupTile {
  std::int64_t group = 0, row = 0, rows = 0;
  bool operator==(const GroupTile&) const = default;
};

/// Tiles of at most so many rows, group by group; none of a group without rows. Faults move where groups end.
[[nodiscard]] std::vector<GroupTile> group_tiles(const plan::Product& product, std::span<const Tensor> tensors,
                                                 std::int64_t tile_rows, Fault fault);

/// Those of the groups from `first` on, so many.
[[nodiscard]] std::span<const GroupTile> tiles_of_groups(const std::vector<GroupTile>& tiles, std::int64_t first,
                                                         std::int64_t groups);

}  // namespace device::cpu
