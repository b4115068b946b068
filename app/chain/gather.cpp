// A table of numbers in place of an order: which slice, and where in it.
#include "chain/gather.hpp"

#include "base/random.hpp"
#include "chain/parser.hpp"

#include <algorithm>

namespace chain {
namespace {

std::int64_t heads_of(const Shape& pool) {
  return pool.dims.size() > 3 ? pool.dims[1] : 1;
}

/// The operand that is a table: the last one.
bool is_table_of(const Chain& chain, Op op, int value) {
  return std::ranges::any_of(chain.values,
                             [&](const Value& user) { return user.op == op && user.operands.back().value == value; });
}

}  // namespace

ShapeOrMistake gather_shape(const Named& pool, const Named& table) {
  const auto refuse = [&](std::string_view key) {
    return std::unexpected(mistake(
        key,
        {{"pool", pool.name}, {"shape", show(pool.shape)}, {"table", table.name}, {"table_shape", show(table.shape)}}));
  };
  if (pool.shape.dims.size() < 2) return refuse("chain.gather_vector");
  if (pool.shape.dims.size() > max_product_dimensions) return refuse("chain.gather_dimensions");
  if (table.shape.dims.size() > 2) return refuse("chain.gather_table_dimensions");
  if (pool.shape.dims.front() > max_slices) return refuse("chain.gather_slices");
  Shape shape{{pool.shape.dims.begin() + 1, pool.shape.dims.end()}};
  if (pool.shape.dims.size() == 2) shape.dims.insert(shape.dims.begin(), 1);
  const std::int64_t entries = table.shape.columns();
  std::int64_t& rows = *(shape.dims.end() - 2);
  if (rows > max_elements / entries) return refuse("chain.gather_large");
  rows *= entries;
  if (table.shape.dims.size() == 2) shape.dims.insert(shape.dims.begin(), table.shape.dims.front());
  if (too_large(shape, max_elements)) return refuse("chain.gather_large");
  return shape;
}

std::int64_t page_rows(const Shape& pool) {
  return pool.dims.size() > 2 ? *(pool.dims.end() - 2) : 1;
}

Fetched fetched(const Shape& pool, const Shape& table, std::int64_t element) {
  const std::int64_t columns = pool.columns(), page = page_rows(pool), heads = heads_of(pool);
  const std::int64_t entries = table.columns(), rows = entries * page;
  const std::int64_t line = element / columns, row = line % rows, head = line / rows % heads;
  const std::int64_t outer = line / rows / heads;
  return {outer * entries + row / page, (head * page + row % page) * columns + element % columns};
}

std::optional<Shape> numbers_of_rows(const Shape& z, const Shape& numbers) {
  Shape one_a_row = z;
  one_a_row.dims.back() = 1;
  Shape without = z;
  without.dims.pop_back();
  if (numbers == one_a_row || numbers == without) return one_a_row;
  return std::nullopt;
}

bool tells_entries(const Chain& chain, int value) {
  return is_table_of(chain, Op::pick, value);
}

bool tells_slices(const Chain& chain, int value) {
  return is_table_of(chain, Op::gather, value);
}

bool tells_rows(const Chain& chain, int value) {
  return is_table_of(chain, Op::scatter_add, value);
}

bool tells_ends(const Chain& chain, int value) {
  return is_table_of(chain, Op::grouped, value);
}

std::int64_t slices(const Chain& chain, int table) {
  for (const Value& value : chain.values) {
    const bool reads =
        value.op == Op::gather || value.op == Op::pick || value.op == Op::scatter_add || value.op == Op::grouped;
    if (!reads || value.operands.back().value != table) continue;
    const Shape& of = chain.values[value.operands[0].value].shape;
    if (value.op == Op::pick) return of.columns();
    if (value.op == Op::scatter_add) return value.shape.dims.front();
    return of.dims.front() + (value.op == Op::grouped ? 1 : 0);  // the last group ends with the rows
  }
  return 0;
}

std::int64_t table_entry(std::uint64_t seed, std::uint64_t stream, std::int64_t entry, std::int64_t slices) {
  const auto count = static_cast<std::uint64_t>(slices), at = static_cast<std::uint64_t>(entry);
  return static_cast<std::int64_t>(base::shuffled(seed + at / count, stream, at % count, count));
}

}  // namespace chain
