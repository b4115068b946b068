// A look at every element of an output: what was never written, what is NaN, what differs.
#pragma once

#include "device/cpu/engine.hpp"
#include "device/device.hpp"

namespace device::cpu {

/// Everything of the evidence but the chosen elements; `first` is plan 0's output (it may be `buffer` itself).
[[nodiscard]] OutputEvidence scan(Engine& engine, const Buffer& buffer, const Buffer& first);

}  // namespace device::cpu
