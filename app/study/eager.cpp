// Cuts and prices the plan, names its ops, compares it with fused.
#include "study/eager.hpp"

#include "base/words.hpp"

#include <set>

namespace study {
namespace {

/// "one kernel each for layernorm and softmax": those of the chain whose ops run together.
std::string one_kernel(const plan::FusionPlan& eager) {
  std::set<std::string> joined;
  for (const plan::Group& group : eager.groups) {
    const int composition = eager.chain->values[group.ops.front()].composition;
    if (group.ops.size() > 1 && composition >= 0) joined.insert(eager.chain->compositions[composition].name);
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

base::Expected<std::optional<Eager>> eager_of(const Study& study) {
  auto plan = plan_of(study.chain, {plan::Cuts::Kind::eager, {}}, study.limits);
  if (!plan) return std::unexpected(std::move(plan.error()));
  if (*plan == study.unfused()) return std::nullopt;
  model::Prediction prediction = model::predict(*plan, study.spec);
  return Eager{std::move(*plan), std::move(prediction)};
}

std::string eager_words(const Study& study, const base::Expected<std::optional<Eager>>& eager, bool timed) {
  if (!eager) return eager.error().front().message;
  if (!*eager) return {};
  const plan::FusionPlan& plan = (*eager)->plan;
  if (plan == study.fused()) return base::say("plan.eager.fused", {{"one", one_kernel(plan)}});
  const model::Prediction &priced = (*eager)->prediction, &fused = study.predictions.at(1);
  return base::say(timed ? "plan.eager.timed" : "plan.eager.bytes",
                   {{"one", one_kernel(plan)},
                    {"kernels", base::say("plan.eager.kernels", priced.kernels.size())},
                    {"bytes", base::show_number(share(static_cast<double>(priced.bytes().value),
                                                      static_cast<double>(fused.bytes().value)))},
                    {"time", base::show_number(share(priced.cold.value, fused.cold.value))}});
}

std::string eager_note(const Study& study) {
  const auto eager = eager_of(study);
  if (!eager) return std::string(base::text("plan.eager.note.unknown"));
  if (!*eager) return {};
  if ((*eager)->plan == study.fused()) return std::string(base::text("plan.eager.note.fused"));
  const model::Prediction &priced = (*eager)->prediction, &fused = study.predictions.at(1);
  return base::say("plan.eager.note", {{"bytes", base::show_number(share(static_cast<double>(priced.bytes().value),
                                                                         static_cast<double>(fused.bytes().value)))},
                                       {"time", base::show_number(share(priced.cold.value, fused.cold.value))}});
}

}  // namespace study
