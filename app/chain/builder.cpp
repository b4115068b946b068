// One op at a time, each refused with a sentence where it does not fit.
#include "chain/builder.hpp"

#include "base/units.hpp"
#include "chain/arithmetic.hpp"
#include "chain/packing.hpp"
#include "chain/parser.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace chain {
namespace {

constexpr double epsilon = 1e-6;  ///< of the norms: keeps a row of zeros finite

constexpr std::array compositions{
    CompositionInfo{"rmsnorm", 1, 2},
    CompositionInfo{"layernorm", 1, 3},
    CompositionInfo{"softmax", 1, 1},
    CompositionInfo{"cross_entropy", 2, 2},
};

Term number(double value, const Span& whole) {
  return {Term::Kind::literal, value, -1, whole};
}

}  // namespace

std::span<const CompositionInfo> composition_table() {
  return compositions;
}

int Builder::input(std::string name, Dtype dtype, Shape shape, const Span& place) {
  if (too_large(shape, max_elements)) {
    mistakes_.add(place, mistake("chain.too_many_elements"));
    return -1;
  }
  if (is_packed(dtype)) {
    if (const auto refused = why_not_packed({name, shape}, dtype)) {
      mistakes_.add(place, *refused);
      return -1;
    }
  }
  Value value;
  value.name = std::move(name);
  value.dtype = dtype;
  value.shape = std::move(shape);
  value.line = place.line;
  value.column = place.column;
  chain_.values.push_back(std::move(value));
  return static_cast<int>(chain_.values.size()) - 1;
}

Term Builder::apply(Op op, const std::vector<Term>& operands, const Span& whole) {
  if (std::any_of(operands.begin(), operands.end(), [](const Term& t) { return t.is_broken(); })) return broken(whole);
  if (std::all_of(operands.begin(), operands.end(), [](const Term& t) { return t.is_literal(); })) {
    return fold(op, operands, whole);
  }
  if (reads_whole(operands, whole)) return broken(whole);
  const std::optional<Dtype> dtype = common_dtype(operands, whole);
  const std::optional<Shape> shape = common_shape(op, operands, whole);
  if (!dtype || !shape) return broken(whole);
  if (op == Op::causal && shape->dims.size() < 2) {
    return refuse(whole, mistake("chain.causal_vector", {{"value", describe(operands[0])}, {"shape", show(*shape)}}));
  }
  if (op == Op::var && chain_.values[operands[0].value].shape.columns() == 1) {
    return refuse(whole, mistake("chain.var_of_one", {{"value", describe(operands[0])}}));
  }
  Value value;
  value.op = op;
  value.dtype = *dtype;
  value.shape = *shape;
  return append(std::move(value), operands, whole);
}

Term Builder::cast(const Term& operand, Dtype dtype, const Span& whole) {
  if (operand.is_broken()) return broken(whole);
  if (operand.is_literal()) {
    mistakes_.add(operand.span, mistake("chain.cast_number"));
    return broken(whole);
  }
  if (reads_whole({operand}, whole)) return broken(whole);
  if (is_packed(dtype)) return refuse(whole, mistake("chain.cast_packed", {{"dtype", name(dtype)}}));
  if (is_index(dtype)) return refuse(whole, mistake("chain.cast_index"));
  Value value;
  value.op = Op::cast;
  value.dtype = dtype;
  value.shape = chain_.values[operand.value].shape;
  return append(std::move(value), {operand}, whole);
}

Term Builder::accumulate(Op op, const Term& operand, Dtype dtype, const Span& place, const Span& whole) {
  if (is_packed(dtype) || is_index(dtype)) {
    mistakes_.add(place, mistake("chain.accumulate_whole", {{"op", info(op).name}, {"dtype", name(dtype)}}));
    return broken(whole);
  }
  const Term reduced = apply(op, {operand}, whole);
  // f32 is what a sum is kept in anyway, in whatever order.
  if (!reduced.is_broken() && dtype != Dtype::f32) chain_.values[reduced.value].accumulate = dtype;
  return reduced;
}

Term Builder::dropout(const Term& operand, double probability, std::uint64_t seed, const Span& whole) {
  if (operand.is_broken()) return broken(whole);
  if (operand.is_literal()) {
    mistakes_.add(operand.span, mistake("chain.dropout_number"));
    return broken(whole);
  }
  if (reads_whole({operand}, whole)) return broken(whole);
  Value value;
  value.op = Op::dropout;
  value.dtype = dtype(operand);
  value.shape = chain_.values[operand.value].shape;
  value.probability = probability;
  value.seed = seed;
  return append(std::move(value), {operand}, whole);
}

Term Builder::compose(std::string_view composition, const std::vector<Term>& operands, const Span& whole) {
  if (std::any_of(operands.begin(), operands.end(), [](const Term& t) { return t.is_broken(); })) return broken(whole);
  const Term& x = operands.front();
  if (x.is_literal()) {
    mistakes_.add(x.span, mistake("chain.rows_of_number", {{"composition", composition}}));
    return broken(whole);
  }
  const bool loss = composition == "cross_entropy";
  if (reads_whole(loss ? std::vector{x} : operands, whole)) return broken(whole);
  const auto op = [&](Op kind, std::vector<Term> terms) { return apply(kind, terms, whole); };
  const int first = static_cast<int>(chain_.values.size());
  Term result;
  if (loss) {
    result = cross_entropy(x, operands[1], whole);
  } else if (composition == "softmax") {
    const Term shifted = op(Op::sub, {x, op(Op::max, {x})});
    const Term raised = op(Op::exp, {shifted});
    result = op(Op::div, {raised, op(Op::sum, {raised})});
  } else {
    const bool centred = composition == "layernorm";
    const Term d = centred ? op(Op::sub, {x, op(Op::mean, {x})}) : x;
    const Term variance = op(Op::mean, {op(Op::square, {d})});
    const Term scale = op(Op::rsqrt, {op(Op::add, {variance, number(epsilon, whole)})});
    result = op(Op::mul, {d, scale});
    if (operands.size() > 1) result = op(Op::mul, {result, operands[1]});
    if (operands.size() > 2) result = op(Op::add, {result, operands[2]});
  }
  if (result.is_broken()) return result;
  const int last = static_cast<int>(chain_.values.size()) - 1;
  const int index = static_cast<int>(chain_.compositions.size());
  chain_.compositions.push_back({std::string(composition), first, last});
  for (int v = first; v <= last; ++v) chain_.values[v].composition = index;
  return result;
}

void Builder::rewind(std::size_t value_count, std::size_t composition_count) {
  chain_.values.resize(value_count);
  chain_.compositions.resize(composition_count);
}

Term Builder::fold(Op op, const std::vector<Term>& operands, const Span& whole) {
  if (takes_rows(op)) {
    mistakes_.add(whole, mistake("chain.reduces_number", {{"op", info(op).name}}));
    return broken(whole);
  }
  if (op == Op::causal) return refuse(whole, mistake("chain.causal_number"));
  const double result = compute(op, operands[0].literal, operands.size() > 1 ? operands[1].literal : 0);
  if (std::isfinite(rounded(result, Dtype::f32))) return number(result, whole);
  mistakes_.add(whole, mistake("chain.not_finite", {{"value", base::exact_number(rounded(result, Dtype::f32))}}));
  return broken(whole);
}

std::optional<Dtype> Builder::common_dtype(const std::vector<Term>& operands, const Span& whole) {
  const Term* tensor = nullptr;
  for (const Term& operand : operands) {
    if (operand.is_literal()) continue;
    if (tensor != nullptr && dtype(*tensor) != dtype(operand)) {
      mistakes_.add(whole, mistake("chain.two_dtypes", {{"one", describe(*tensor)},
                                                        {"dtype", name(dtype(*tensor))},
                                                        {"other", describe(operand)},
                                                        {"other_dtype", name(dtype(operand))}}));
      return std::nullopt;
    }
    tensor = &operand;
  }
  return dtype(*tensor);
}

std::optional<Shape> Builder::common_shape(Op op, const std::vector<Term>& operands, const Span& whole) {
  std::vector<const Term*> tensors;
  for (const Term& operand : operands) {
    if (!operand.is_literal()) tensors.push_back(&operand);
  }
  const auto shape_of = [&](const Term* term) -> const Shape& { return chain_.values[term->value].shape; };
  Shape shape = shape_of(tensors[0]);
  if (info(op).pattern == Pattern::reduction) shape.dims.back() = 1;
  if (tensors.size() < 2) return shape;
  const Shape& a = shape_of(tensors[0]);
  const Shape& b = shape_of(tensors[1]);
  const std::optional<Shape> result = broadcast(a, b);
  const auto refuse = [&](std::string_view key) {
    mistakes_.add(whole, mistake(key, {{"a", describe(*tensors[0])},
                                       {"a_shape", show(a)},
                                       {"b", describe(*tensors[1])},
                                       {"b_shape", show(b)},
                                       {"result", result ? show(*result) : ""}}));
    return std::nullopt;
  };
  if (!result) return refuse("chain.no_broadcast");
  if (too_large(*result, max_elements)) return refuse("chain.broadcast_large");
  if (!access(a, *result) || !access(b, *result)) return refuse("chain.broadcast_middle");
  return result;
}

Term Builder::append(Value value, const std::vector<Term>& operands, const Span& whole) {
  if (static_cast<int>(chain_.ops().size()) >= max_ops) {
    if (!too_many_reported_) {
      mistakes_.add(whole, mistake("chain.too_many_ops", {{"most", std::to_string(max_ops)}}));
    }
    too_many_reported_ = true;
    return broken(whole);
  }
  for (const Term& operand : operands) value.operands.push_back({operand.value, operand.literal});
  value.line = whole.line;
  value.column = whole.column;
  chain_.values.push_back(std::move(value));
  return {Term::Kind::value, 0, static_cast<int>(chain_.values.size()) - 1, whole};
}

std::string Builder::describe(const Term& term) const {
  const std::string& given = chain_.values[term.value].name;
  if (!given.empty()) return given;
  constexpr std::size_t longest = 40;
  std::string piece(term.span.text.substr(0, longest));
  if (term.span.text.size() > longest) piece += "...";
  return piece;
}

}  // namespace chain
