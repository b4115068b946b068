// Shapes become sizes and strides as plan::products makes them of a chain.
#include "codegen/product_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tests {
namespace {

using chain::Dtype;
using chain::Op;

std::int64_t product_of(const std::vector<std::int64_t>& dims, std::size_t from, std::size_t to) {
  std::int64_t all = 1;
  for (std::size_t i = from; i < to; ++i) all *= dims[i];
  return all;
}

}  // namespace

int ProductChain::add(chain::Value value) {
  value.name = fmt::format("t{}", chain_->values.size());
  chain_->values.push_back(std::move(value));
  return static_cast<int>(chain_->values.size()) - 1;
}

int ProductChain::input(Dtype dtype, std::vector<std::int64_t> dims) {
  chain::Value value;
  value.dtype = dtype;
  value.shape = {std::move(dims)};
  return add(std::move(value));
}

int ProductChain::product(int left, int right, Turned turned) {
  const auto& l = chain_->values[left].shape.dims;
  const auto& r = chain_->values[right].shape.dims;
  const std::size_t rank = l.size();
  plan::Product p;
  p.left = left;
  p.right = right;
  p.m = l[rank - (turned.left ? 1 : 2)];
  p.k = l[rank - (turned.left ? 2 : 1)];
  p.n = r[r.size() - (turned.right ? 2 : 1)];
  p.left_at = turned.left ? plan::Place{0, 0, 1, p.m} : plan::Place{0, 0, p.k, 1};
  p.right_at = turned.right ? plan::Place{0, 0, 1, p.k} : plan::Place{0, 0, p.n, 1};
  if (r.size() == 2 && !turned.left) {
    p.m *= product_of(l, 0, rank - 2);
  } else if (rank > 2) {
    p.outer = product_of(l, 0, rank - 3);
    p.inner = l[rank - 3];
    p.left_at.inner = p.m * p.k;
    p.left_at.outer = p.left_at.inner * p.inner;
    if (r.size() > 2) {
      p.share = p.inner / r[r.size() - 3];
      p.right_at.inner = p.k * p.n;
      p.right_at.outer = r.size() == rank ? p.right_at.inner * (p.inner / p.share) : 0;
    }
  }
  chain::Value value;
  value.op = Op::sub;  // any of two operands: the plan's product says what it is
  value.operands = {{left, 0}, {right, 0}};
  value.dtype = chain_->values[left].dtype;
  value.shape.dims.assign(l.begin(), l.end() - 2);
  value.shape.dims.push_back(l[rank - (turned.left ? 1 : 2)]);
  value.shape.dims.push_back(p.n);
  p.op = add(std::move(value));
  products_.push_back(p);
  return p.op;
}

int ProductChain::op(Op op, std::vector<chain::Operand> operands) {
  chain::Value value;
  value.op = op;
  for (const chain::Operand& operand : operands) {
    if (operand.is_literal()) continue;
    const chain::Value& from = chain_->values[operand.value];
    if (from.shape.elements() <= value.shape.elements() && !value.shape.dims.empty()) continue;
    value.shape = from.shape;
    value.dtype = from.dtype;
  }
  value.operands = std::move(operands);
  if (op == Op::dropout) value.probability = 0.25, value.seed = 7;
  return add(std::move(value));
}

int ProductChain::cast(int value, Dtype dtype) {
  const int made = op(Op::cast, {{value, 0}});
  chain_->values[made].dtype = dtype;
  return made;
}

ProductCase ProductChain::done(std::vector<int> outputs) {
  for (const int output : outputs) chain_->values[output].output = true;
  plan::Group group;
  for (int v = 0; v < static_cast<int>(chain_->values.size()); ++v) {
    (chain_->values[v].op == Op::input ? group.reads : group.ops).push_back(v);
  }
  group.writes = std::move(outputs);
  plan::FusionPlan plan;
  plan.chain = chain_;
  plan.name = "fused";
  plan.groups = {std::move(group)};
  return {name_, std::move(plan), products_};
}

ProductCase plain_product(Dtype dtype, std::int64_t m, std::int64_t n, std::int64_t k, Turned turned) {
  ProductChain c(fmt::format("plain {} {}x{}x{}{}{}", chain::name(dtype), m, n, k, turned.left ? " TL" : "",
                             turned.right ? " TR" : ""));
  const int x = c.input(dtype, turned.left ? std::vector{k, m} : std::vector{m, k});
  const int w = c.input(dtype, turned.right ? std::vector{n, k} : std::vector{k, n});
  return c.done({c.product(x, w, turned)});
}

ProductCase bias_gelu(Dtype dtype, std::int64_t m, std::int64_t n, std::int64_t k, bool residual) {
  ProductChain c(fmt::format("bias-gelu{} {} {}x{}x{}", residual ? "-residual" : "", chain::name(dtype), m, n, k));
  const int x = c.input(dtype, {m, k}), w = c.input(dtype, {k, n}), b = c.input(dtype, {n});
  const int r = residual ? c.input(dtype, {m, n}) : -1;
  int y = c.op(Op::gelu, {{c.op(Op::add, {{c.product(x, w), 0}, {b, 0}}), 0}});
  if (residual) y = c.op(Op::add, {{y, 0}, {r, 0}});
  return c.done({y});
}

namespace {

void add_epilogues(std::vector<ProductCase>& all, Dtype dtype, std::int64_t m, std::int64_t n, std::int64_t k) {
  const std::string sizes = fmt::format("{} {}x{}x{}", chain::name(dtype), m, n, k);
  all.push_back(bias_gelu(dtype, m, n, k, false));
  all.push_back(bias_gelu(dtype, m, n, k, true));
  {  // gate and up, joined
    ProductChain c("gate-up " + sizes);
    const int x = c.input(dtype, {m, k}), g = c.input(dtype, {k, n}), u = c.input(dtype, {k, n});
    const int gate = c.product(x, g), up = c.product(x, u);
    all.push_back(c.done({c.op(Op::mul, {{c.op(Op::silu, {{gate, 0}}), 0}, {up, 0}})}));
  }
  {  // q, k, v apart: other sizes, and each something of its own
    ProductChain c("qkv " + sizes);
    const int x = c.input(dtype, {m, k}), a = c.input(dtype, {k, n}), b = c.input(dtype, {k, 2 * n});
    const int d = c.input(dtype, {k, n}), bias = c.input(dtype, {2 * n}), r = c.input(dtype, {m, n});
    const int q = c.product(x, a), key = c.op(Op::add, {{c.product(x, b), 0}, {bias, 0}});
    const int v = c.op(Op::add, {{c.product(x, d), 0}, {r, 0}});
    all.push_back(c.done({q, key, v}));
  }
  {  // two outputs, one of them the product; a row's number, a number for all, two residuals, f32 beside
    ProductChain c("two-outputs " + sizes);
    const int x = c.input(dtype, {m, k}), w = c.input(dtype, {k, n}), s = c.input(Dtype::f32, {m, 1});
    const int one = c.input(Dtype::f32, {1}), r = c.input(dtype, {m, n}), r2 = c.input(dtype, {m, n});
    const int b = c.input(Dtype::f32, {n});
    const int t = c.product(x, w);
    const int u = c.op(Op::mul, {{t, 0}, {s, 0}});
    const int v = c.op(Op::add, {{c.op(Op::mul, {{u, 0}, {one, 0}}), 0}, {r, 0}});
    const int y = c.op(Op::add, {{c.op(Op::maximum, {{v, 0}, {r2, 0}}), 0}, {b, 0}});
    all.push_back(c.done({t, y}));
  }
  {  // written as f32, dropped out
    ProductChain c("f32-out " + sizes);
    const int x = c.input(dtype, {m, k}), w = c.input(dtype, {k, n});
    const int y = c.cast(c.op(Op::dropout, {{c.product(x, w), 0}}), Dtype::f32);
    all.push_back(c.done({y}));
  }
}

}  // namespace

std::vector<ProductCase> small_products(Dtype dtype) {
  std::vector<ProductCase> all;
  for (const Turned turned : {Turned{}, Turned{true, false}, Turned{false, true}, Turned{true, true}}) {
    all.push_back(plain_product(dtype, 7, 130, 37, turned));
    all.push_back(plain_product(dtype, 200, 72, 136, turned));
    all.push_back(plain_product(dtype, 136, 520, 200, turned));
    all.push_back(plain_product(dtype, 8, 520, 264, turned));
  }
  all.push_back(plain_product(dtype, 1, 1, 1));
  all.push_back(plain_product(dtype, 1, 8191, 7));
  all.push_back(plain_product(dtype, 129, 1, 8191));
  all.push_back(plain_product(dtype, 8191, 7, 1));
  all.push_back(plain_product(dtype, 70, 134, 66));  // two elements move at once
  all.push_back(plain_product(dtype, 70, 132, 68));  // four
  add_epilogues(all, dtype, 65, 77, 51);
  add_epilogues(all, dtype, 264, 776, 328);
  add_epilogues(all, dtype, 5, 328, 520);
  {  // batches, each its own right operand; a residual for all batches
    ProductChain c(fmt::format("batched {}", chain::name(dtype)));
    const int x = c.input(dtype, {3, 2, 72, 40}), w = c.input(dtype, {3, 2, 40, 88}), r = c.input(dtype, {72, 88});
    all.push_back(c.done({c.op(Op::add, {{c.product(x, w), 0}, {r, 0}})}));
  }
  {  // grouped heads: four on the left share one on the right; keys are turned
    ProductChain c(fmt::format("grouped {}", chain::name(dtype)));
    const int q = c.input(dtype, {2, 8, 100, 64}), k = c.input(dtype, {2, 2, 96, 64});
    all.push_back(c.done({c.op(Op::mul, {{c.product(q, k, {false, true}), 0}, {-1, 0.125}})}));
  }
  {  // heads read in place: rows of all heads lie side by side
    ProductChain c(fmt::format("heads {}", chain::name(dtype)));
    const int x = c.input(dtype, {2, 4, 80, 32}), w = c.input(dtype, {2, 4, 32, 80});
    const int y = c.product(x, w);
    c.last().left_at = {80 * 128, 32, 128, 1};
    c.last().right_at = {80 * 128, 32, 1, 128};
    all.push_back(c.done({y}));
  }
  {  // leading dimensions count as rows; an operand that comes again and again
    ProductChain c(fmt::format("rows {}", chain::name(dtype)));
    const int x = c.input(dtype, {3, 50, 64}), w = c.input(dtype, {64, 136}), r = c.input(dtype, {50, 136});
    all.push_back(c.done({c.op(Op::add, {{c.product(x, w), 0}, {r, 0}})}));
  }
  return all;
}

}  // namespace tests
