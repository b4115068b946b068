// Sums whose order is part of what they mean: one element after the other, each partial sum rounded.
#pragma once

#include "chain/dtype.hpp"
#include "device/cpu/kernels.hpp"

namespace device::cpu {

/// Adds rows in order to what `sums` holds of them, kept in f16 or bf16. A row's pieces come in order too.
[[nodiscard]] Reduction sum_in_order(chain::Dtype kept_in);

}  // namespace device::cpu
