// The rows of the op table. Flops: one for each add, multiply, divide, square root, compare or rounding; a function of
// libm counts the multiplies and adds of the f32 polynomial that computes it (exp 8, log 10, sin and cos 12, tanh and
// erf 12), so that gelu is not "one flop".
#include "chain/op.hpp"

#include "base/words.hpp"

#include <algorithm>
#include <array>

namespace chain {
namespace {

using enum Pattern;

// clang-format off
constexpr std::array table{
    OpInfo{Op::input,      "input",      0, input,     0,  0},
    OpInfo{Op::add,        "add",        2, pointwise, 1,  0.5},
    OpInfo{Op::sub,        "sub",        2, pointwise, 1,  0.5},
    OpInfo{Op::mul,        "mul",        2, pointwise, 1,  0.5},
    OpInfo{Op::div,        "div",        2, pointwise, 1,  1},
    OpInfo{Op::neg,        "neg",        1, pointwise, 1,  0},
    OpInfo{Op::abs,        "abs",        1, pointwise, 1,  0},
    OpInfo{Op::square,     "square",     1, pointwise, 1,  0.5},
    OpInfo{Op::sqrt,       "sqrt",       1, pointwise, 1,  1},
    OpInfo{Op::rsqrt,      "rsqrt",      1, pointwise, 2,  2},
    OpInfo{Op::reciprocal, "reciprocal", 1, pointwise, 1,  1},
    OpInfo{Op::exp,        "exp",        1, pointwise, 8,  2},
    OpInfo{Op::log,        "log",        1, pointwise, 10, 4},
    OpInfo{Op::sin,        "sin",        1, pointwise, 12, 4},
    OpInfo{Op::cos,        "cos",        1, pointwise, 12, 4},
    OpInfo{Op::tanh,       "tanh",       1, pointwise, 12, 4},
    OpInfo{Op::sigmoid,    "sigmoid",    1, pointwise, 11, 4},
    OpInfo{Op::relu,       "relu",       1, pointwise, 1,  0},
    OpInfo{Op::gelu,       "gelu",       1, pointwise, 20, 6},
    OpInfo{Op::gelu_erf,   "gelu_erf",   1, pointwise, 16, 6},
    OpInfo{Op::silu,       "silu",       1, pointwise, 12, 5},
    OpInfo{Op::softplus,   "softplus",   1, pointwise, 22, 6},
    OpInfo{Op::maximum,    "maximum",    2, pointwise, 1,  0},
    OpInfo{Op::minimum,    "minimum",    2, pointwise, 1,  0},
    OpInfo{Op::sum,        "sum",        1, reduction, 1,  1},
    OpInfo{Op::mean,       "mean",       1, reduction, 1,  2},
    OpInfo{Op::max,        "max",        1, reduction, 1,  0},
    OpInfo{Op::var,        "var",        1, reduction, 7,  2},
    OpInfo{Op::pick,       "pick",       2, reduction, 0,  0},
    OpInfo{Op::cast,       "cast",       1, pointwise, 1,  0},
    OpInfo{Op::dropout,    "dropout",    1, pointwise, 1,  2},
    OpInfo{Op::causal,     "causal",     1, pointwise, 1,  0},
    OpInfo{Op::matmul,     "matmul",     2, product,   0,  0},
    OpInfo{Op::transpose,  "transpose",  1, view,      0,  0},
    OpInfo{Op::heads,      "heads",      1, view,      0,  0},
    OpInfo{Op::merge,      "merge",      1, view,      0,  0},
    OpInfo{Op::dequant,    "dequant",    2, unpack,    2,  0.5},
    OpInfo{Op::gather,     "gather",     2, fetch,     0,  0},
    OpInfo{Op::argmax,     "argmax",     1, ranking,   1,  0},
    OpInfo{Op::topk,       "topk",       1, ranking,   1,  0},
    OpInfo{Op::topk_index, "topk_index", 1, ranking,   1,  0},
    OpInfo{Op::grouped,    "grouped",    3, product,   0,  0},
    OpInfo{Op::scatter_add, "scatter_add", 2, scatter, 1,  0.5},
};
// clang-format on

constexpr bool in_order_of_enum() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].op != static_cast<Op>(i)) return false;
  }
  return table.back().op == Op::scatter_add;
}
static_assert(in_order_of_enum(), "info() finds a row by its place");

}  // namespace

std::span<const OpInfo> op_table() {
  return table;
}

const OpInfo& info(Op op) {
  return table[static_cast<std::size_t>(op)];
}

bool takes_rows(Op op) {
  return ranks(op) || info(op).pattern == reduction;
}

bool ranks(Op op) {
  return info(op).pattern == ranking;
}

std::string formula(Op op) {
  return op == Op::input ? "" : base::say("op." + std::string(info(op).name));
}

std::optional<Op> op_named(std::string_view name) {
  // The first row is no op: nobody may call input(x).
  const auto* found = std::find_if(table.begin() + 1, table.end(),
                                   [&](const OpInfo& row) { return row.name == name && row.op != Op::matmul; });
  if (found == table.end()) return std::nullopt;
  return found->op;
}

}  // namespace chain
