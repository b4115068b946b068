// Products and views, each refused with a sentence where it does not fit.
#include "chain/builder.hpp"
#include "chain/product_shape.hpp"

namespace chain {

Term Builder::refuse(const Span& whole, const Mistake& mistake) {
  mistakes_.add(whole, mistake);
  Term term;
  term.span = whole;
  return term;
}

Term Builder::matmul(const Term& left, const Term& right, const Span& whole) {
  if (left.is_broken() || right.is_broken()) return {Term::Kind::broken, 0, -1, whole};
  for (const Term* operand : {&left, &right}) {
    if (operand->is_literal()) return refuse(operand->span, mistake("chain.product_number"));
  }
  const std::optional<Dtype> dtype = common_dtype({left, right}, whole);
  if (!dtype) return {Term::Kind::broken, 0, -1, whole};
  const auto named = [&](const Term& term) { return Named{describe(term), chain_.values[term.value].shape}; };
  ShapeOrMistake shape = product_shape(named(left), named(right));
  if (!shape) return refuse(whole, shape.error());
  Value value;
  value.op = Op::matmul;
  value.dtype = *dtype;
  value.shape = *std::move(shape);
  return append(std::move(value), {left, right}, whole);
}

Term Builder::view(Op op, const Term& operand, std::int64_t heads, const Span& whole) {
  if (operand.is_broken()) return {Term::Kind::broken, 0, -1, whole};
  if (operand.is_literal()) return refuse(operand.span, mistake("chain.view_number", {{"op", info(op).name}}));
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
