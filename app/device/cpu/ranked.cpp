// Nearly all entries are below the last one that is kept: they are told by one comparison.
#include "device/cpu/ranked.hpp"

#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <limits>

namespace device::cpu {

std::int64_t most_entries(const std::vector<Ranked>& ranked) {
  std::int64_t most = 0;
  for (const Ranked& one : ranked) most = std::max(most, one.k);
  return most;
}

void RankedEntries::add(const chain::Entry& entry) {
  const bool full = std::ssize(entries_) == k_;
  if (full && !chain::ranks_before(entry, entries_.back())) return;
  if (full) entries_.pop_back();
  entries_.insert(std::ranges::upper_bound(entries_, entry, chain::ranks_before), entry);
}

void RankedEntries::take(const float* entries, std::int64_t count, std::int64_t first_number, bool negative) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double entry = static_cast<double>(negative ? -entries[i] : entries[i]);
    const bool full = std::ssize(entries_) == k_;
    if (full && !later_ && entry <= entries_.back().value) continue;  // of equal ones the lower number was there before
    add({later_ ? -1 - (first_number + i) : first_number + i, entry});
  }
}

void RankedEntries::join(const RankedEntries& other) {
  for (const chain::Entry& entry : other.entries_) add(entry);
}

std::int64_t RankedEntries::write(std::int64_t row, const std::vector<Ranked>& ranked,
                                  std::span<const Tensor> tensors) const {
  std::int64_t bytes = 0;
  for (const Ranked& one : ranked) {
    const Tensor& to = tensors[static_cast<std::size_t>(one.value)];
    const std::int64_t count = std::min(one.k, std::ssize(entries_));
    if (one.numbers) {
      auto* numbers = reinterpret_cast<std::int32_t*>(to.data) + row * one.k;
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t number = entries_[i].number;
        numbers[i] = static_cast<std::int32_t>(later_ ? -1 - number : number);
      }
      bytes += count * static_cast<std::int64_t>(sizeof(std::int32_t));
      continue;
    }
    alignas(64) float values[chain::most_ranked];
    for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(entries_[i].value);
    const Operand from{values, 1, Format::f32};
    Call call;
    call.a = &from;
    call.out = to.data + row * one.k * size_of(to.format);
    call.out_format = to.format;
    call.count = count;
    kernels().copy.edge(call);
    bytes += count * size_of(to.format);
  }
  return bytes;
}

}  // namespace device::cpu
