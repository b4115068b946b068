// cuBLASLt adds a second matrix and a bias before its activation, and keeps nothing of what lies between.
#include "plan/library_epilogue.hpp"

#include "base/words.hpp"

#include <algorithm>

namespace plan {
namespace {

std::unexpected<std::string> refuse(const char* why) {
  return std::unexpected(std::string(base::text(std::string("plan.library.") + why)));
}

/// Which operand of an addition is the value that came so far; the other one is what is added.
int other_operand(const chain::Value& value, int so_far) {
  const chain::Operand &a = value.operands[0], &b = value.operands[1];
  if (a.is_literal() || b.is_literal() || (a.value == so_far) == (b.value == so_far)) return -1;
  return a.value == so_far ? b.value : a.value;
}

}  // namespace

std::expected<LibraryEpilogue, std::string> library_epilogue(const chain::Chain& chain, const Group& group) {
  LibraryEpilogue found;
  const auto is_product = [&](int op) { return chain.values[op].op == chain::Op::matmul; };
  if (std::ranges::count_if(group.ops, is_product) != 1 || !is_product(group.ops.front())) return refuse("one_product");
  found.product = group.ops.front();
  if (group.writes != std::vector<int>{group.ops.back()}) return refuse("writes_one");
  int so_far = found.product;
  for (auto op = group.ops.begin() + 1; op != group.ops.end(); ++op) {
    const chain::Value& value = chain.values[*op];
    if (found.act != chain::Op::input) return refuse("act_is_last");
    if (value.dtype != chain.values[found.product].dtype) return refuse("one_dtype");
    if (value.op == chain::Op::relu || value.op == chain::Op::gelu) {
      found.act = value.op;
    } else if (value.op == chain::Op::add) {
      const int added = other_operand(value, so_far);
      if (added < 0) return refuse("no_op");
      const chain::Shape &of = chain.values[added].shape, &whole = value.shape;
      if (chain.values[added].dtype != value.dtype) return refuse("one_dtype");
      const bool row = of.elements() == of.columns() && of.columns() == whole.columns() && whole.rows() > 1;
      int& part = row ? found.bias : found.residual;
      // A product smaller than what is added is spread over it: the call writes no more than its own product.
      const bool spread = whole != chain.values[so_far].shape;
      if (part >= 0 || spread || (!row && of != whole)) return refuse("no_op");
      part = added;
    } else {
      return refuse("no_op");
    }
    so_far = *op;
  }
  return found;
}

}  // namespace plan
