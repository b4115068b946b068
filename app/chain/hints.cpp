// "Did you mean", and the habits of other libraries.
#include "chain/hints.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/builder.hpp"

#include <algorithm>

namespace chain {
namespace {

/// What other libraries call it: what is said to who writes that, and the code it is filled with.
struct Habit {
  std::string_view typed, key, code;
};
constexpr Habit habits[] = {
    {"min", "chain.habit.min", ""},
    {"pow", "chain.no_power.hint", ""},
    {"matmul", "chain.write", "x @ w"},
    {"mm", "chain.write", "x @ w"},
    {"bmm", "chain.write", "x @ w"},
    {"dot", "chain.write", "x @ w"},
    {"linear", "chain.write", "x @ w + b"},
    {"grouped_mm", "chain.called", "grouped"},
    {"group_gemm", "chain.called", "grouped"},
    {"index_add", "chain.called", "scatter_add"},
    {"scatter", "chain.called", "scatter_add"},
    {"take", "chain.called", "gather"},
    {"index_select", "chain.called", "gather"},
    {"embedding", "chain.called", "gather"},
    {"take_along_axis", "chain.called", "pick"},
    {"take_along_dim", "chain.called", "pick"},
    {"gather_elements", "chain.called", "pick"},
    {"nll", "chain.called", "pick"},
    {"nll_loss", "chain.called", "pick"},
    {"arg_max", "chain.called", "argmax"},
    {"top_k", "chain.called", "topk"},
    {"topk_indices", "chain.called", "topk_index"},
    {"argtopk", "chain.called", "topk_index"},
    {"swish", "chain.called", "silu"},
    {"gelu_tanh", "chain.habit.gelu_tanh", ""},
    {"fabs", "chain.called", "abs"},
    {"inv", "chain.called", "reciprocal"},
    {"norm", "chain.habit.norm", ""},
    {"multiply", "chain.write", "x * y"},
    {"divide", "chain.write", "x / y"},
    {"subtract", "chain.write", "x - y"},
};

std::string write(std::string_view code) {
  return base::say("chain.write", {{"what", code}});
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const OpInfo& row : op_table().subspan(1)) {
    if (row.op != Op::matmul) names.push_back(row.name);
  }
  for (const CompositionInfo& row : composition_table()) names.push_back(row.name);
  return names;
}

}  // namespace

bool is_function(std::string_view name) {
  const std::vector<std::string_view> names = function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<std::string> hint_for_typo(std::string_view typed, const std::vector<std::string_view>& known) {
  const auto near = base::nearest(typed, known);
  return near ? std::optional(base::say("chain.did_you_mean", {{"name", *near}})) : std::nullopt;
}

std::string hint_for_function(std::string_view typed) {
  const auto* const habit = std::ranges::find(habits, typed, &Habit::typed);
  if (habit != std::end(habits)) return base::say(habit->key, {{"what", habit->code}});
  const std::vector<std::string_view> names = function_names();
  if (auto typo = hint_for_typo(typed, names)) return *std::move(typo);
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : " ") + std::string(name);
  return base::say("chain.functions", {{"names", all}});
}

std::string hint_for_dtype(std::string_view typed) {
  if (typed == "float" || typed == "float32" || typed == "fp32") return write("f32");
  if (typed == "half" || typed == "float16" || typed == "fp16") return write("f16");
  if (typed == "bfloat16") return write("bf16");
  if (typed == "int" || typed == "int32" || typed == "int64" || typed == "i64") return write("i32");
  return base::say("chain.dtypes");
}

std::string hint_for_arity(Op op) {
  const std::string name(info(op).name);
  if (op == Op::dequant) return base::say("chain.usage.dequant");
  if (op == Op::gather) return base::say("chain.usage.gather");
  if (op == Op::pick) return base::say("chain.usage.pick");
  if (op == Op::argmax) return base::say("chain.reduction_takes", {{"op", name}});
  if (ranks(op)) return base::say("chain.usage.ranking", {{"op", name}});
  if (op == Op::grouped) return base::say("chain.usage.grouped");
  if (op == Op::scatter_add) return base::say("chain.usage.scatter_add");
  if (op == Op::max) return base::say("chain.max_takes");
  if (info(op).pattern == Pattern::reduction) return base::say("chain.reduction_takes", {{"op", name}});
  return write(name + (info(op).arity == 1 ? "(x)" : "(a, b)"));
}

}  // namespace chain
