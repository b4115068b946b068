// The table is turned round first: each row of the result is of one thread, which adds its entries in their order.
#include "device/cpu/scatter_runner.hpp"

#include "base/error.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/pack.hpp"
#include "device/cpu/table.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>

namespace device::cpu {

Scattering scattering(const chain::Chain& chain, int op) {
  const chain::Value& value = chain.values[op];
  const int from = value.operands[0].value, table = value.operands[1].value;
  return {from, table, op, chain.values[table].shape.elements(), value.shape.dims[0], value.shape.dims[1]};
}

void ScatterRunner::sort_entries() {
  const auto row_of = [&](std::int64_t entry) {
    return slice_at(tensors_[what_.table], 0, entry, what_.entries, fault_);
  };
  first_.assign(static_cast<std::size_t>(what_.rows) + 1, 0);
  for (std::int64_t entry = 0; entry < what_.entries; ++entry) ++first_[static_cast<std::size_t>(row_of(entry)) + 1];
  for (std::size_t row = 1; row < first_.size(); ++row) first_[row] += first_[row - 1];
  std::vector<std::int64_t> next(first_.begin(), first_.end() - 1);
  entries_.resize(static_cast<std::size_t>(what_.entries));
  for (std::int64_t entry = 0; entry < what_.entries; ++entry) {
    entries_[static_cast<std::size_t>(next[static_cast<std::size_t>(row_of(entry))]++)] = entry;
  }
}

void ScatterRunner::add_up(std::int64_t row) const {
  constexpr std::int64_t together = 1024;
  alignas(64) float sums[together], room[together];
  const Tensor &from = tensors_[what_.from], &to = tensors_[what_.to];
  const auto begin = first_[static_cast<std::size_t>(row)], end = first_[static_cast<std::size_t>(row) + 1];
  for (std::int64_t at = 0; at < what_.columns; at += together) {
    const std::int64_t count = std::min(together, what_.columns - at);
    std::fill_n(sums, count, 0.0f);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t place = entries_[static_cast<std::size_t>(i)] * what_.columns + at;
      const float* more = bring(from.data + place * size_of(from.format), from.format, count, room);
      const float sign = fault_ == Fault::wrong_op ? -1.0f : 1.0f;
      for (std::int64_t column = 0; column < count; ++column) sums[column] += sign * more[column];
    }
    const bool last = row + 1 == what_.rows && at + count == what_.columns;
    const Operand operand{sums, 1, Format::f32};
    Call call;
    call.a = &operand;
    call.out = to.data + (row * what_.columns + at) * size_of(to.format);
    call.out_format = to.format;
    call.stream = to.stream;
    call.count = count - (fault_ == Fault::short_tail && last ? 1 : 0);
    kernels().copy.edge(call);
  }
}

Traffic ScatterRunner::run(bool counting, const std::stop_token& stop) {
  sort_entries();
  pool_.run([&](int thread) {
    Share share = share_of(what_.rows, thread, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == what_.rows) share.last = share.first;
    for (std::int64_t row = share.first; row < share.last && !stop.stop_requested(); ++row) add_up(row);
  });
  if (stop.stop_requested()) throw base::Cancelled();
  if (!counting) return {};
  const std::int64_t read = what_.entries * (what_.columns * size_of(tensors_[what_.from].format) + entry_bytes);
  return {read, what_.rows * what_.columns * size_of(tensors_[what_.to].format)};
}

}  // namespace device::cpu
