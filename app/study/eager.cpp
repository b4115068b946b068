// Cuts and prices the plan, names its ops, compares it with fused.
#include "study/eager.hpp"

#include "base/factor.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "record/key.hpp"
#include "record/scatter.hpp"

#include <algorithm>
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

std::optional<EagerTime> time_in(const record::Measurement& run, const plan::FusionPlan& eager,
                                 const plan::FusionPlan& fused) {
  const auto cold = [&](const plan::FusionPlan& plan) -> std::optional<record::Times> {
    const auto found = std::ranges::find(run.plans, record::structure(plan), &record::PlanMeasurement::structure);
    return found == run.plans.end() ? std::nullopt : found->cold;
  };
  const auto slow = cold(eager), fast = cold(fused);
  if (!slow || !fast || !record::comparable(*slow, *fast)) return std::nullopt;
  return EagerTime{share(slow->median.value, fast->median.value), run.source};
}

/// Fused beside eager: by the model, and as they ran where `time` tells it.
std::string said(std::string_view key, const Study& study, const Eager& eager, const std::optional<EagerTime>& time) {
  const model::Prediction &priced = eager.prediction, &fused = study.predictions.at(1);
  return base::say(key, {{"one", one_kernel(eager.plan)},
                         {"kernels", base::say("plan.eager.kernels", priced.kernels.size())},
                         {"bytes", base::show_factor(share(static_cast<double>(priced.bytes().value),
                                                           static_cast<double>(fused.bytes().value)))},
                         {"time", base::show_factor(share(priced.cold.value, fused.cold.value))},
                         {"run", time ? base::show_factor(time->share) : ""},
                         {"source", time ? charts::source_words(time->source) : ""}});
}

}  // namespace

base::Expected<std::optional<Eager>> eager_of(const Study& study) {
  auto plan = plan_of(study.chain, {plan::Cuts::Kind::eager, {}}, study.limits);
  if (!plan) return std::unexpected(std::move(plan.error()));
  if (*plan == study.unfused()) return std::nullopt;
  model::Prediction prediction = model::predict(*plan, study.spec);
  return Eager{std::move(*plan), std::move(prediction)};
}

std::optional<EagerTime> eager_time(const Study& study, const record::Measurement& run, const Lookup& look_up) {
  const auto eager = eager_beside(study.unfused(), study.limits);
  if (!eager || *eager == study.fused()) return std::nullopt;
  if (auto time = time_in(run, *eager, study.fused())) return time;
  const auto whole = look_up ? look_up({study.unfused(), study.fused(), *eager}) : std::nullopt;
  return whole && whole->provenance == run.provenance ? time_in(*whole, *eager, study.fused()) : std::nullopt;
}

std::string eager_words(const Study& study, const base::Expected<std::optional<Eager>>& eager, bool timed,
                        const std::optional<EagerTime>& time) {
  if (!eager) return eager.error().front().message;
  if (!*eager) return {};
  const plan::FusionPlan& plan = (*eager)->plan;
  if (plan == study.fused()) return base::say("plan.eager.fused", {{"one", one_kernel(plan)}});
  const auto* key = time ? "plan.eager.run" : timed ? "plan.eager.timed" : "plan.eager.bytes";
  return said(key, study, **eager, time);
}

std::string eager_note(const Study& study, const std::optional<EagerTime>& time) {
  const auto eager = eager_of(study);
  if (!eager) return std::string(base::text("plan.eager.note.unknown"));
  if (!*eager) return {};
  if ((*eager)->plan == study.fused()) return std::string(base::text("plan.eager.note.fused"));
  return said(time ? "plan.eager.note.run" : "plan.eager.note", study, **eager, time);
}

}  // namespace study
