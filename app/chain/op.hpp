// The one table of operations: a new op is a row here, a loop in app/device/cpu, and (later) a line in app/codegen.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace chain {

enum class Op {
  input,
  add,
  sub,
  mul,
  div,
  neg,
  abs,
  square,
  sqrt,
  rsqrt,
  reciprocal,
  exp,
  log,
  sin,
  cos,
  tanh,
  sigmoid,
  relu,
  gelu,
  gelu_erf,
  silu,
  softplus,
  maximum,
  minimum,
  sum,
  mean,
  max,
  var,   // these four reduce the last dimension to size 1
  pick,  ///< so does this: of each row the entry whose number a column of them gives
  cast,
  dropout,
  causal,     ///< a score of a key that comes after its query is -inf (evaluate.hpp, causal_keeps)
  matmul,     // written x @ w
  transpose,  // views: the same numbers in another order
  heads,
  merge,
  dequant,      ///< packed weights as numbers, each times its column's scale
  gather,       ///< slices of a pool, in the order that a table of their numbers gives
  argmax,       ///< of each row the number of its largest entry
  topk,         ///< of each row its k largest entries, the largest first
  topk_index,   ///< their numbers
  grouped,      ///< a product whose rows meet one of several matrices, group after group: experts
  scatter_add,  ///< rows added up where a table says
};

enum class Pattern {
  input,
  pointwise,
  reduction,
  product,  ///< rows with columns: each element of the result is a sum
  view,     ///< no arithmetic: a product reads its operand through it, any other op needs a kernel that moves it
  unpack,   ///< a product does it to its right operand on the way; else a kernel of its own
  fetch,    ///< attention reads its keys and values so; else a kernel of its own
  ranking,  ///< the largest entries of each row (chain/ranking.hpp)
  scatter,  ///< a kernel of its own: it may add to any row of its result
};

/// What is known of an op wherever it runs.
struct OpInfo {
  Op op;
  std::string_view name;  ///< in chain text and on screen
  int arity;              ///< tensor or literal operands
  Pattern pattern;
  double flops;      ///< an element of the operand: adds, multiplies, ... (op.cpp says what a function counts); of a
                     ///< product 0: its sizes tell
  double ulp_bound;  ///< largest error of any device in ulps of the f32 result (gelu: of the larger of it and x / 2)
};

[[nodiscard]] std::span<const OpInfo> op_table();
[[nodiscard]] const OpInfo& info(Op op);
/// What it makes of a row is known when the row has been read to its end: a reduction, or a ranking.
[[nodiscard]] bool takes_rows(Op op);
[[nodiscard]] bool ranks(Op op);
/// Its elements are sums of products.
[[nodiscard]] constexpr bool multiplies(Op op) {
  return op == Op::matmul || op == Op::grouped;
}
/// "x * sigmoid(x)"; empty for an input.
[[nodiscard]] std::string formula(Op op);
/// An op that is written as a call; x @ w is not.
[[nodiscard]] std::optional<Op> op_named(std::string_view name);

}  // namespace chain
