// The tables that kernels fetch through.
#pragma once

#include "device/cpu/cpu_device.hpp"
#include "device/cpu/tensor.hpp"
#include "plan/fusion_plan.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace device::cpu {

inline constexpr std::int64_t entry_bytes = 4;

/// A table that a kernel reads: its value of the chain, its entries, the slices that they number; or of groups of rows
/// the places where they end.
struct Table {
  int value = 0;
  std::int64_t entries = 0, slices = 0;
  bool ends = false;
};
[[nodiscard]] std::vector<Table> tables(const chain::Chain& chain, const plan::Group& group);

/// Throws DeviceError where an entry names no slice, or where groups do not follow each other up to the last row:
/// nothing is read outside a tensor.
void check_tables(const std::vector<Table>& all, std::span<const Tensor> tensors);

/// The slice that entry `entry` names, of a row of so many that begins at `first`. A planted fault takes
/// the last one for the first.
[[nodiscard]] std::int64_t slice_at(const Tensor& table, std::int64_t first, std::int64_t entry, std::int64_t entries,
                                    Fault fault);

}  // namespace device::cpu
