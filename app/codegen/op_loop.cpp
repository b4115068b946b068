// The numbers stay between 0.5 and 2, where no function takes a slow way. They and the element's number differ from
// step to step, chain to chain and thread to thread: nothing is computed once for many.
#include "codegen/op_loop.hpp"

#include "chain/parser.hpp"
#include "codegen/expression.hpp"
#include "codegen/prelude.hpp"

#include <fmt/format.h>

namespace codegen {
namespace {

constexpr int chains = 8, steps = 512, threads = 256;

/// The op's text over v0 and v1, from a chain that holds it alone.
std::optional<std::string> text_of(chain::Op op) {
  const chain::OpInfo& info = chain::info(op);
  if (op == chain::Op::input || info.pattern == chain::Pattern::reduction) return std::nullopt;
  if (op == chain::Op::cast) return "to_f32(narrow<bf16>(v0))";
  const std::string arguments = op == chain::Op::dropout ? "x, 0.1, 1" : info.arity == 2 ? "x, r" : "x";
  const bool symbol = op == chain::Op::add || op == chain::Op::sub || op == chain::Op::mul || op == chain::Op::div;
  const char* sign = op == chain::Op::add ? "+" : op == chain::Op::sub ? "-" : op == chain::Op::mul ? "*" : "/";
  const std::string line = symbol ? fmt::format("x {} r", sign) : fmt::format("{}({})", info.name, arguments);
  const std::string inputs =
      op == chain::Op::causal ? "x: f32[4, 4]; r: f32[4, 4]; y = " : "x: f32[4]; r: f32[4]; y = ";
  const auto parsed = chain::parse(inputs + line + (info.arity == 2 ? "" : "; z = y + r"), "<calibration>");
  if (!parsed) return std::nullopt;
  const auto plan =
      plan::segment(std::make_shared<const chain::Chain>(*parsed), {plan::Cuts::Kind::none, {}}, limits(Target{}));
  if (!plan || plan->groups.empty()) return std::nullopt;
  return expression(View(*plan, 0), parsed->find("y"), "first + step * chains + k");
}

}  // namespace

std::optional<OpLoop> op_loop(std::optional<chain::Op> op) {
  const std::optional<std::string> text = op ? text_of(*op) : std::optional<std::string>("v0");
  if (!text) return std::nullopt;
  OpLoop loop;
  loop.kernel.entry = fmt::format("cost_{}", op ? chain::info(*op).name : "nothing");
  loop.kernel.source =
      fmt::format(R"(// {2}, again and again in registers.
extern "C" __global__ void __launch_bounds__({3}) {0}(f32* __restrict__ out, const i64 n) {{
  constexpr int chains = {4}, steps = {5};
  f32 x[chains], sum[chains];
#pragma unroll
  for (int k = 0; k < chains; ++k) {{
    x[k] = 0.5f + f32(threadIdx.x * chains + k) * 0.0004f;
    sum[k] = 0.0f;
  }}
  [[maybe_unused]] const i64 first = (i64(blockIdx.x) * {3} + threadIdx.x) * chains * steps;
  const f32 v1 = 0.75f + f32(n), little = 0.001f + f32(n);  // not known to the compiler
#pragma unroll 2
  for (int step = 0; step < steps; ++step) {{
#pragma unroll
    for (int k = 0; k < chains; ++k) {{
      const f32 v0 = x[k];
      sum[k] += {1};
      x[k] += little;
    }}
  }}
  f32 all = v1;
#pragma unroll
  for (int k = 0; k < chains; ++k) all += sum[k];
  if (all == -1e30f) out[0] = all;  // never true: keeps the work
}}
)",
                  loop.kernel.entry, *text, op ? chain::info(*op).name : "nothing", threads, chains, steps);
  loop.kernel.options = {"-fmad=false"};
  loop.kernel.launch.block = {threads, 1, 1};
  loop.prelude = prelude_for(loop.kernel.source);
  loop.applications = static_cast<double>(chains) * steps;
  return loop;
}

}  // namespace codegen
