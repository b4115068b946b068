// The CPU as a device: runs any plan, unfused as one sweep an op, fused tile by tile.
#pragma once

#include "device/device.hpp"

#include <memory>

namespace device::cpu {

[[nodiscard]] std::unique_ptr<Device> make_device();

/// For mutation tests: what is planted into the next experiments. Tests only; Fault::none is the program. The last
/// three are of rows of products and of streams: a row's last tile is left out, is taken twice, or is taken as if its
/// maximum were the row's.
enum class Fault {
  none,
  wrong_op,
  short_tail,
  no_rounding,
  skipped_thread,
  dropped_tile,
  tile_twice,
  stale_maximum,
};
void plant(Fault fault);

}  // namespace device::cpu
