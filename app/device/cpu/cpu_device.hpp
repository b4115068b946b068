// The CPU as a device: runs any plan, unfused as one sweep an op, fused tile by tile.
#pragma once

#include "device/device.hpp"

#include <memory>

namespace device::cpu {

[[nodiscard]] std::unique_ptr<Device> make_device();

/// For mutation tests: what is planted into the next experiments. Tests only; Fault::none is the program. Of rows of
/// products and of streams: a row's last tile is left out, is taken twice, or is taken as if its maximum were the
/// row's. Of what is fetched through a table: the last page in place of the first (all of them moved by one would be no
/// fault: attention asks for no order), a page that the pool does not have (also groups of rows that end before they
/// begin). Of experts: a group takes the first row of the next one, or each takes the next one's matrix. Of rankings:
/// of equal entries the later one, and numbers counted from a tile's first column.
enum class Fault {
  none,
  wrong_op,
  short_tail,
  no_rounding,
  skipped_thread,
  dropped_tile,
  tile_twice,
  stale_maximum,
  wrong_page,
  no_such_page,
  wrong_edge,
  wrong_expert,
  later_of_equals,
  number_in_tile,
};
void plant(Fault fault);

}  // namespace device::cpu
