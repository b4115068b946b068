// The op that a planted fault puts in another one's place.
#pragma once

#include "chain/op.hpp"

namespace device::cpu {

/// What Fault::wrong_op computes instead: of as many operands, and of rows where it reduces rows.
[[nodiscard]] chain::Op wrong_op(chain::Op op);

}  // namespace device::cpu
