// Names the ops, compares the plan with fused.
#include "study/eager_words.hpp"

#include "base/words.hpp"

#include <set>

namespace study {
namespace {

/// "one kernel each for layernorm and softmax": those of the chain whose ops run together.
std::string one_kernel(const Study& study) {
  std::set<std::string> joined;
  for (const plan::Group& group : study.eager->plan.groups) {
    const int composition = study.chain->values[group.ops.front()].composition;
    if (group.ops.size() > 1 && composition >= 0) joined.insert(study.chain->compositions[composition].name);
  }
  std::string out;
  for (const std::string& name : joined) {
    if (!out.empty()) out += base::text("plan.eager.and");
    out += name;
  }
  return base::say(joined.size() == 1 ? "plan.eager.one" : "plan.eager.each", {{"ops", out}});
}

double share(double a, double b) {
  return b > 0 ? a / b : 1;
}

}  // namespace

std::string eager_words(const Study& study, bool timed) {
  if (!study.eager) {
    const auto eager = plan_of(study.chain, {plan::Cuts::Kind::eager, {}}, study.limits);
    return eager ? std::string() : eager.error().front().message;
  }
  const model::Prediction &eager = study.eager->prediction, &fused = study.predictions.at(1);
  if (study.eager->plan == study.fused()) return base::say("plan.eager.fused", {{"one", one_kernel(study)}});
  const auto kernels = std::to_string(eager.kernels.size());
  return base::say(
      timed ? "plan.eager.timed" : "plan.eager.bytes",
      {{"one", one_kernel(study)},
       {"kernels",
        base::say(eager.kernels.size() == 1 ? "plan.eager.kernels.one" : "plan.eager.kernels", {{"count", kernels}})},
       {"bytes",
        base::show_number(share(static_cast<double>(eager.bytes().value), static_cast<double>(fused.bytes().value)))},
       {"time", base::show_number(share(eager.cold.value, fused.cold.value))}});
}

}  // namespace study
