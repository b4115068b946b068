// The rules, and the stream of a table: its place among the inputs.
#include "chain/table_data.hpp"

#include "base/ragged.hpp"
#include "base/random.hpp"
#include "chain/gather.hpp"

#include <algorithm>

namespace chain {

std::int64_t TableData::entry(std::uint64_t seed, std::uint64_t stream, std::int64_t at) const {
  const auto place = static_cast<std::uint64_t>(at), below = static_cast<std::uint64_t>(slices);
  switch (rule) {
    case Rule::shuffled:
      return table_entry(seed, stream, at, slices);
    case Rule::drawn:
      return static_cast<std::int64_t>(base::random_bits(seed, stream, place) % below);
    case Rule::ends:
      return static_cast<std::int64_t>(
          base::ragged_end(seed, stream, place, static_cast<std::uint64_t>(entries), below - 1));
  }
  return 0;
}

std::vector<std::int64_t> TableData::all(std::uint64_t seed, std::uint64_t stream) const {
  std::vector<std::int64_t> list;
  for (std::int64_t at = 0; at < entries; ++at) list.push_back(entry(seed, stream, at));
  return list;
}

TableData table_data(const Chain& chain, int table) {
  TableData data{TableData::Rule::shuffled, chain.values[table].shape.elements(), slices(chain, table)};
  if (tells_ends(chain, table)) data.rule = TableData::Rule::ends;
  const bool scatters = tells_rows(chain, table) && !tells_slices(chain, table);
  if (scatters) data.rule = TableData::Rule::drawn;
  return data;
}

std::vector<std::int64_t> group_ends(const Chain& chain, int grouped, std::uint64_t seed) {
  const int ends = chain.values[grouped].operands[2].value;
  const std::vector<int> inputs = chain.inputs();
  const auto stream = static_cast<std::uint64_t>(std::ranges::find(inputs, ends) - inputs.begin());
  return table_data(chain, ends).all(seed, stream);
}

}  // namespace chain
