// Products of rows in groups, and rows added up where a table says; tables that are read in two ways are refused.
#include "chain/builder.hpp"
#include "chain/gather.hpp"
#include "chain/grouped.hpp"

namespace chain {
namespace {

/// Who reads this table already, in another sense than `op` would.
std::string_view other_reader(const Chain& chain, Op op, int table) {
  if (op != Op::gather && op != Op::scatter_add && tells_slices(chain, table)) return "gather";
  if (op != Op::pick && tells_entries(chain, table)) return "pick";
  if (op != Op::gather && op != Op::scatter_add && tells_rows(chain, table)) return "scatter_add";
  if (op != Op::grouped && tells_ends(chain, table)) return "grouped";
  return {};
}

}  // namespace

std::optional<Mistake> Builder::no_table(Op op, const Term& table, std::int64_t slices_now) const {
  const Value& value = chain_.values[table.value];
  if (!is_index(value.dtype) || value.op != Op::input) {
    return mistake("chain.table_input", {{"table", describe(table)}, {"op", info(op).name}});
  }
  if (const std::string_view other = other_reader(chain_, op, table.value); !other.empty()) {
    return mistake("chain.table_two_meanings", {{"table", describe(table)}, {"one", other}, {"other", info(op).name}});
  }
  const std::int64_t known = slices(chain_, table.value);
  if (known == 0 || known == slices_now) return std::nullopt;
  const std::int64_t more = op == Op::grouped ? 1 : 0;
  return mistake("chain.table_rows_differ", {{"table", describe(table)},
                                             {"known", std::to_string(known - more)},
                                             {"now", std::to_string(slices_now - more)}});
}

Term Builder::grouped(const std::vector<Term>& operands, const Span& whole) {
  for (const Term& operand : operands) {
    if (operand.is_broken()) return broken(whole);
    if (operand.is_literal()) return refuse(operand.span, mistake("chain.grouped_number"));
  }
  const Term &x = operands[0], &w = operands[1], &ends = operands[2];
  if (reads_whole({x, w}, whole)) return broken(whole);
  const std::optional<Dtype> dtype = common_dtype({x, w}, whole);
  if (!dtype) return broken(whole);
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = grouped_shape(named(x), named(w), named(ends));
  if (const auto refused = no_table(Op::grouped, ends, chain_.values[x.value].shape.dims.front() + 1)) {
    return refuse(ends.span, *refused);
  }
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = Op::grouped;
  value.dtype = *dtype;
  value.shape = *std::move(shape);
  return append(std::move(value), operands, whole);
}

Term Builder::scatter_add(const Term& rows, const Term& table, std::int64_t count, const Span& whole) {
  for (const Term* operand : {&rows, &table}) {
    if (operand->is_broken()) return broken(whole);
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.scatter_number"));
  }
  if (reads_whole({rows}, whole)) return broken(whole);
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = scattered_shape(named(rows), named(table), count);
  if (const auto refused = no_table(Op::scatter_add, table, count)) return refuse(table.span, *refused);
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = Op::scatter_add;
  value.dtype = dtype(rows);
  value.shape = *std::move(shape);
  return append(std::move(value), {rows, table}, whole);
}

}  // namespace chain
