// What a plan says of itself: its schedules' names, what it stores, what its kernels walk.
#include "plan/fusion_plan.hpp"

#include "base/names.hpp"

#include <algorithm>

namespace plan {

std::string_view name(Schedule schedule) {
  static constexpr base::Names<Schedule, Schedule::ranking> names(
      "pointwise", "reduction", "inner-persistent", "matmul", "matmul-reduce", "attention", "view", "unpack", "gather",
      "scatter", "streaming", "ranking");
  return names[schedule];
}

std::string_view name(Engine engine) {
  static constexpr base::Names<Engine, Engine::library_epilogue> names("own", "library", "library-epilogue");
  return names[engine];
}

std::vector<bool> FusionPlan::stored() const {
  std::vector<bool> stored(chain->values.size(), false);
  for (const Group& group : groups) {
    for (const int value : group.writes) stored[value] = true;
  }
  return stored;
}

std::vector<int> FusionPlan::intermediates() const {
  std::vector<int> found;
  const std::vector<bool> written = stored();
  for (int value = 0; value < static_cast<int>(written.size()); ++value) {
    if (written[value] && !chain->values[value].output) found.push_back(value);
  }
  return found;
}

std::vector<int> FusionPlan::again() const {
  std::vector<int> found;
  for (int value = 0; value < static_cast<int>(chain->values.size()); ++value) {
    const auto copies = [&](const Group& group) { return std::ranges::find(group.again, value) != group.again.end(); };
    if (std::ranges::any_of(groups, copies)) found.push_back(value);
  }
  return found;
}

bool FusionPlan::has_gpu_kernels() const {
  return by_hand || std::ranges::all_of(groups, [](const Group& group) { return has_gpu_kernel(group.schedule); });
}

const Group* FusionPlan::with_knobs() const {
  const auto found = std::ranges::find_if(groups, [](const Group& group) { return group.knobs.any(); });
  return found == groups.end() ? nullptr : &*found;
}

std::vector<std::string> FusionPlan::cut_names() const {
  std::vector<std::string> names;
  for (const int value : intermediates()) names.push_back(chain->values[value].name);
  for (const int value : again()) names.push_back(made_again_mark + chain->values[value].name);
  return names;
}

const chain::Shape& space(const chain::Chain& chain, int op) {
  const chain::Value& value = chain.values[op];
  const bool adds_up = chain::takes_rows(value.op) || chain::info(value.op).pattern == chain::Pattern::scatter;
  return adds_up && !value.operands[0].is_literal() ? chain.values[value.operands[0].value].shape : value.shape;
}

const chain::Shape& space(const chain::Chain& chain, const std::vector<int>& ops) {
  const auto is_of = [&](int op, chain::Pattern pattern) {
    return chain::info(chain.values[op].op).pattern == pattern;
  };
  const bool multiplies = std::ranges::any_of(ops, [&](int op) { return is_of(op, chain::Pattern::product); });
  // Attention walks its result: the square of its scores is nowhere whole.
  for (const int op : ops) {
    if (!is_of(op, chain::Pattern::product)) continue;
    if (std::ranges::count(ops, chain.in_memory(chain.values[op].operands[0].value)) > 0) return chain.values[op].shape;
  }
  const chain::Shape* largest = nullptr;
  for (const int op : ops) {
    if (multiplies && (is_of(op, chain::Pattern::unpack) || is_of(op, chain::Pattern::fetch))) continue;
    const chain::Shape& shape = space(chain, op);
    if (largest == nullptr || shape.elements() > largest->elements()) largest = &shape;
  }
  return *largest;
}

}  // namespace plan
