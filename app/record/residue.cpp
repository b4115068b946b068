// What of a difference in bytes is known.
#include "record/residue.hpp"

#include "record/scatter.hpp"

#include <algorithm>
#include <cstdlib>

namespace record {
namespace {

/// Reads beyond the rule of kernels with a row operand, less the most that a kernel without one has.
std::int64_t rows_again(const std::vector<ComputedKernel>& computed, const std::vector<KernelMeasurement>& counted) {
  if (counted.size() != computed.size()) return 0;
  std::int64_t usual = 0, found = 0;
  bool compared = false;
  const auto beyond = [&](std::size_t i) {
    return counted[i].dram_read ? std::max<std::int64_t>(0, counted[i].dram_read->value - computed[i].read.value) : 0;
  };
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (computed[i].rows.value > 0 || !counted[i].dram_read) continue;
    usual = std::max(usual, beyond(i));
    compared = true;
  }
  if (!compared) return 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (computed[i].rows.value > 0) found += std::max<std::int64_t>(0, beyond(i) - usual);
  }
  return found;
}

}  // namespace

bool Residue::within_counters() const {
  return static_cast<double>(std::abs(unexplained)) <= counter_scatter(computed);
}

std::optional<Residue> residue(const std::vector<ComputedKernel>& computed, const PlanMeasurement& counted) {
  if (!counted.dram_read || !counted.dram_written) return std::nullopt;
  Residue out;
  base::Bytes read, again;
  for (const ComputedKernel& kernel : computed) {
    read = read + kernel.read;
    again = again + kernel.again;
    out.computed = out.computed + kernel.read + kernel.written;
    out.small = out.small + kernel.small;
  }
  out.counted = *counted.bytes();
  out.tail = counted.dram_tail;
  const std::int64_t more_read = counted.dram_read->value - read.value;
  if (more_read > 0) {
    out.rows_again.value = std::min(more_read, rows_again(computed, counted.kernels));
  } else {
    out.cached.value = std::min(-more_read, again.value);
  }
  out.unexplained = out.difference() - out.rows_again.value + out.cached.value;
  return out;
}

}  // namespace record
