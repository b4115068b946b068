// Products, what unpacks their weights, what fetches through a table, and views, each refused with a sentence where it
// does not fit.
#include "chain/builder.hpp"
#include "chain/gather.hpp"
#include "chain/packing.hpp"
#include "chain/product_shape.hpp"
#include "chain/ranking.hpp"

namespace chain {

Term Builder::refuse(const Span& whole, const Mistake& mistake) {
  mistakes_.add(whole, mistake);
  return broken(whole);
}

Term Builder::matmul(const Term& left, const Term& right, const Span& whole) {
  if (left.is_broken() || right.is_broken()) return broken(whole);
  for (const Term* operand : {&left, &right}) {
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.product_number"));
  }
  if (reads_whole({left, right}, whole)) return broken(whole);
  if (const Value& w = chain_.values[right.value]; w.op == Op::dequant && w.dtype != dtype(left)) {
    return refuse(whole, mistake("chain.dequant_dtype", {{"a", describe(left)},
                                                         {"dtype", name(dtype(left))},
                                                         {"b", describe(right)},
                                                         {"other", name(w.dtype)}}));
  }
  const std::optional<Dtype> dtype = common_dtype({left, right}, whole);
  if (!dtype) return broken(whole);
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = product_shape(named(left), named(right));
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = Op::matmul;
  value.dtype = *dtype;
  value.shape = *std::move(shape);
  return append(std::move(value), {left, right}, whole);
}

bool Builder::reads_whole(const std::vector<Term>& operands, const Span& whole) {
  for (const Term& term : operands) {
    if (term.is_literal() || term.is_broken() || !(is_packed(dtype(term)) || is_index(dtype(term)))) continue;
    const bool made = chain_.values[term.value].op != Op::input;
    const std::string_view key = is_packed(dtype(term)) ? "chain.packed_read"
                                 : made                 ? "chain.numbers_made"
                                                        : "chain.index_read";
    mistakes_.add(whole, mistake(key, {{"value", describe(term)}, {"dtype", name(dtype(term))}}));
    return true;
  }
  return false;
}

Term Builder::refuse_made(const Term& numbers) {
  return refuse(numbers.span, mistake("chain.numbers_made", {{"value", describe(numbers)}}));
}

Term Builder::dequant(const Term& weights, const Term& scales, const Span& whole) {
  if (weights.is_broken() || scales.is_broken()) return broken(whole);
  for (const Term* operand : {&weights, &scales}) {
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.dequant_number"));
  }
  if (is_index(dtype(weights)) && reads_whole({weights}, whole)) return broken(whole);
  if (!is_packed(dtype(weights))) {
    return refuse(whole,
                  mistake("chain.dequant_plain", {{"value", describe(weights)}, {"dtype", name(dtype(weights))}}));
  }
  if (is_index(dtype(scales)) && reads_whole({scales}, whole)) return broken(whole);
  if (is_packed(dtype(scales))) {
    return refuse(scales.span,
                  mistake("chain.dequant_packed", {{"value", describe(scales)}, {"dtype", name(dtype(scales))}}));
  }
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = dequant_shape(named(weights), named(scales));
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = Op::dequant;
  value.dtype = dtype(scales);
  value.shape = *std::move(shape);
  return append(std::move(value), {weights, scales}, whole);
}

Term Builder::gather(const Term& pool, const Term& table, const Span& whole) {
  if (pool.is_broken() || table.is_broken()) return broken(whole);
  for (const Term* operand : {&pool, &table}) {
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.gather_number"));
  }
  if (reads_whole({pool}, whole)) return broken(whole);
  if (!is_index(dtype(table))) {
    return refuse(table.span,
                  mistake("chain.gather_table", {{"value", describe(table)}, {"dtype", name(dtype(table))}}));
  }
  if (is_made(table)) return refuse_made(table);
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = gather_shape(named(pool), named(table));
  if (!shape) return refuse(whole, shape.error());
  // One table, one meaning: its numbers are those of every pool that is read through it.
  const std::int64_t known = slices(chain_, table.value), now = chain_.values[pool.value].shape.dims.front();
  if (tells_entries(chain_, table.value)) {
    return refuse(whole, mistake("chain.pick_and_gather", {{"table", describe(table)}}));
  }
  if (tells_rows(chain_, table.value) || tells_ends(chain_, table.value)) {
    if (const auto refused = no_table(Op::gather, table, now)) return refuse(table.span, *refused);
  }
  if (known > 0 && known != now) {
    return refuse(whole, mistake("chain.gather_pools", {{"table", describe(table)},
                                                        {"known", std::to_string(known)},
                                                        {"pool", describe(pool)},
                                                        {"now", std::to_string(now)}}));
  }
  Value value;
  value.op = Op::gather;
  value.dtype = dtype(pool);
  value.shape = *std::move(shape);
  return append(std::move(value), {pool, table}, whole);
}

Term Builder::pick(const Term& z, const Term& numbers, const Span& whole) {
  if (z.is_broken() || numbers.is_broken()) return broken(whole);
  for (const Term* operand : {&z, &numbers}) {
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.pick_number"));
  }
  if (reads_whole({z}, whole)) return broken(whole);
  const Shape& rows = chain_.values[z.value].shape;
  if (!is_index(dtype(numbers))) {
    return refuse(whole, mistake("chain.pick_table", {{"value", describe(numbers)}, {"dtype", name(dtype(numbers))}}));
  }
  if (is_made(numbers)) return refuse_made(numbers);
  const auto about_rows = [&](std::string_view key) {
    return refuse(whole, mistake(key, {{"value", describe(z)}, {"shape", show(rows)}}));
  };
  if (rows.dims.size() < 2) return about_rows("chain.pick_vector");
  if (rows.columns() == 1) return about_rows("chain.pick_of_one");
  if (rows.columns() > max_slices) return about_rows("chain.pick_columns");
  Value& told = chain_.values[numbers.value];
  const std::optional<Shape> one_a_row = numbers_of_rows(rows, told.shape);
  if (!one_a_row) {
    Shape wanted = rows;
    wanted.dims.pop_back();
    return refuse(whole, mistake("chain.pick_shape", {{"table", describe(numbers)},
                                                      {"table_shape", show(told.shape)},
                                                      {"value", describe(z)},
                                                      {"shape", show(rows)},
                                                      {"wanted", show(wanted)}}));
  }
  // One table, one meaning, as gather has it.
  const std::int64_t known = slices(chain_, numbers.value);
  if (tells_slices(chain_, numbers.value)) {
    return refuse(whole, mistake("chain.pick_and_gather", {{"table", describe(numbers)}}));
  }
  if (tells_rows(chain_, numbers.value) || tells_ends(chain_, numbers.value)) {
    return refuse(numbers.span, *no_table(Op::pick, numbers, rows.columns()));
  }
  if (known > 0 && known != rows.columns()) {
    return refuse(whole, mistake("chain.pick_columns_differ", {{"table", describe(numbers)},
                                                               {"known", std::to_string(known)},
                                                               {"value", describe(z)},
                                                               {"now", std::to_string(rows.columns())}}));
  }
  Value value;
  value.op = Op::pick;
  value.dtype = dtype(z);
  value.shape = *one_a_row;
  told.shape = *one_a_row;  // [rows] lies in memory as [rows, 1] does, and is one number a row to every kernel
  return append(std::move(value), {z, numbers}, whole);
}

Term Builder::ranking(Op op, const Term& z, std::int64_t k, const Span& place, const Span& whole) {
  if (z.is_broken()) return broken(whole);
  if (z.is_literal()) return refuse(whole, mistake("chain.reduces_number", {{"op", info(op).name}}));
  if (reads_whole({z}, whole)) return broken(whole);
  const Shape& rows = chain_.values[z.value].shape;
  if (rows.columns() == 1) {
    return refuse(whole, mistake("chain.ranking_of_one", {{"value", describe(z)}, {"shape", show(rows)}}));
  }
  if (rows.columns() > max_slices) {
    return refuse(whole, mistake("chain.pick_columns", {{"value", describe(z)}, {"shape", show(rows)}}));
  }
  if (k > rows.columns()) {
    return refuse(place, mistake("chain.ranking_large", {{"value", describe(z)},
                                                         {"k", std::to_string(k)},
                                                         {"columns", std::to_string(rows.columns())}}));
  }
  if (k < 1 || k > most_ranked) {
    return refuse(place, mistake("chain.no_entries",
                                 {{"text", place.text}, {"op", info(op).name}, {"most", std::to_string(most_ranked)}}));
  }
  Value value;
  value.op = op;
  value.dtype = op == Op::topk ? dtype(z) : Dtype::i32;
  value.shape = rows;
  value.shape.dims.back() = k;
  value.k = k;
  return append(std::move(value), {z}, whole);
}

/// log(sum(exp(z))) - pick(z, numbers), with each row's maximum taken off before it is raised and added again after.
Term Builder::cross_entropy(const Term& z, const Term& numbers, const Span& whole) {
  const Term picked = pick(z, numbers, whole);
  if (picked.is_broken()) return picked;
  const auto op = [&](Op kind, std::vector<Term> terms) { return apply(kind, terms, whole); };
  const Term top = op(Op::max, {z});
  const Term sum = op(Op::sum, {op(Op::exp, {op(Op::sub, {z, top})})});
  return op(Op::sub, {op(Op::add, {op(Op::log, {sum}), top}), picked});
}

Term Builder::view(Op op, const Term& operand, std::int64_t heads, const Span& whole) {
  if (operand.is_broken()) return broken(whole);
  if (operand.is_literal()) return refuse(operand.span, mistake("chain.view_number", {{"op", info(op).name}}));
  if (reads_whole({operand}, whole)) return broken(whole);
  ShapeOrMistake shape = view_shape(op, {describe(operand), chain_.values[operand.value].shape}, heads);
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = op;
  value.dtype = dtype(operand);
  value.shape = *std::move(shape);
  value.heads = heads;
  return append(std::move(value), {operand}, whole);
}

}  // namespace chain
