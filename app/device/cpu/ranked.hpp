// The largest entries of a row on their way, and the tensors that they go to.
#pragma once

#include "chain/ranking.hpp"
#include "device/cpu/kernels.hpp"
#include "device/cpu/tensor.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace device::cpu {

/// A value of the chain that is made of them: so many of the entries, or of their numbers.
struct Ranked {
  int value = -1;
  std::int64_t k = 0;
  bool numbers = false;
};

/// Of these values, how many entries the longest takes.
[[nodiscard]] std::int64_t most_entries(const std::vector<Ranked>& ranked);

/// The k first of a row (chain::ranks_before), of entries that come by in the order of their numbers.
class RankedEntries {
 public:
  /// With `later` of equal ones the later comes first: a planted fault.
  explicit RankedEntries(std::int64_t k, bool later = false) : k_(k), later_(later) {}
  void clear() { entries_.clear(); }
  /// Until it is written over, an entry that no row has and that comes before all others: what was not made shows.
  void spoil() { entries_.assign(1, {-1, std::numeric_limits<double>::quiet_NaN()}); }
  /// `count` of them, of which the first has this number. With `negative` of each its negative: a planted fault.
  void take(const float* entries, std::int64_t count, std::int64_t first_number, bool negative);
  void join(const RankedEntries& other);
  /// Into the tensors that are wanted; returns the bytes written.
  std::int64_t write(std::int64_t row, const std::vector<Ranked>& ranked, std::span<const Tensor> tensors) const;

 private:
  void add(const chain::Entry& entry);

  std::int64_t k_;
  bool later_;  ///< numbers are kept below 0, in the order from the row's end
  std::vector<chain::Entry> entries_;
};

}  // namespace device::cpu
