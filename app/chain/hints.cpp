// "Did you mean", and the habits of other libraries.
#include "chain/hints.hpp"

#include "base/text.hpp"
#include "chain/builder.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace chain {
namespace {

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names;
  for (const OpInfo& row : op_table().subspan(1)) names.push_back(row.name);
  for (const CompositionInfo& row : composition_table()) names.push_back(row.name);
  return names;
}

}  // namespace

bool is_function(std::string_view name) {
  const std::vector<std::string_view> names = function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string hint_for_function(std::string_view typed) {
  static const std::map<std::string_view, std::string_view> habits{
      {"min", "minimum(a, b) is the pairwise one; of the reductions there are sum, mean and max"},
      {"pow", "for a square write square(x)"},
      {"matmul", "matmul comes with the matmul lessons"},
      {"swish", "it is called silu"},
      {"gelu_tanh", "gelu is the tanh form"},
      {"fabs", "it is called abs"},
      {"inv", "it is called reciprocal"},
      {"norm", "there are rmsnorm(x, gain) and layernorm(x, gain, bias)"},
      {"multiply", "write x * y"},
      {"divide", "write x / y"},
      {"subtract", "write x - y"},
  };
  if (const auto habit = habits.find(typed); habit != habits.end()) return std::string(habit->second);
  const std::vector<std::string_view> names = function_names();
  if (const auto near = base::nearest(typed, names)) return "did you mean '" + std::string(*near) + "'?";
  std::string all = "there are";
  for (const std::string_view name : names) all += " " + std::string(name);
  return all;
}

std::string hint_for_dtype(std::string_view typed) {
  if (typed == "float" || typed == "float32" || typed == "fp32") return "write f32";
  if (typed == "half" || typed == "float16" || typed == "fp16") return "write f16";
  if (typed == "bfloat16") return "write bf16";
  return "the dtypes are f32, f16 and bf16";
}

std::string hint_for_arity(Op op) {
  const std::string name(info(op).name);
  if (op == Op::max) return "max reduces each row; pairwise it is maximum(a, b)";
  if (info(op).pattern == Pattern::reduction) return name + " reduces the last dimension: write " + name + "(x)";
  return "write " + name + (info(op).arity == 1 ? "(x)" : "(a, b)");
}

}  // namespace chain
