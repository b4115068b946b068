// A table is looked at before each run: that costs as little as reading it.
#include "device/cpu/table.hpp"

#include "base/words.hpp"
#include "chain/gather.hpp"

namespace device::cpu {
namespace {

const std::int32_t* entries_of(const Tensor& table) {
  return reinterpret_cast<const std::int32_t*>(table.data);
}

void check_ends(const Table& table, const std::int32_t* ends) {
  const std::int64_t rows = table.slices - 1;
  for (std::int64_t i = 0; i < table.entries; ++i) {
    const std::int64_t before = i == 0 ? 0 : ends[i - 1];
    if (ends[i] >= before && ends[i] <= rows && (i + 1 < table.entries || ends[i] == rows)) continue;
    throw DeviceError(base::say(
        "device.cpu.ends",
        {{"entry", base::group_digits(i)}, {"end", std::to_string(ends[i])}, {"rows", base::group_digits(rows)}}));
  }
}

}  // namespace

std::vector<Table> tables(const chain::Chain& chain, const plan::Group& group) {
  std::vector<Table> all;
  for (const int read : group.reads) {
    const chain::Value& value = chain.values[read];
    if (chain::is_index(value.dtype)) {
      all.push_back({read, value.shape.elements(), chain::slices(chain, read), chain::tells_ends(chain, read)});
    }
  }
  return all;
}

void check_tables(const std::vector<Table>& all, std::span<const Tensor> tensors) {
  for (const Table& table : all) {
    const std::int32_t* const entries = entries_of(tensors[table.value]);
    if (table.ends) {
      check_ends(table, entries);
      continue;
    }
    for (std::int64_t i = 0; i < table.entries; ++i) {
      if (entries[i] >= 0 && entries[i] < table.slices) continue;
      throw DeviceError(base::say("device.cpu.table", {{"entry", base::group_digits(i)},
                                                       {"page", std::to_string(entries[i])},
                                                       {"pages", base::group_digits(table.slices)}}));
    }
  }
}

std::int64_t slice_at(const Tensor& table, std::int64_t first, std::int64_t entry, std::int64_t entries, Fault fault) {
  if (fault == Fault::wrong_page && entry == 0) entry = entries - 1;
  return entries_of(table)[first + entry];
}

}  // namespace device::cpu
