// Plans within the limits, predictions by the spec.
#include "study/study.hpp"

#include "base/words.hpp"
#include "plan/turned.hpp"

#include <algorithm>
#include <iterator>

namespace study {

Machine machine_of(const machine::DeviceSpec& spec) {
  return machine_of(nullptr, spec);
}

Machine machine_of(const device::Device* device, const machine::DeviceSpec& spec) {
  return {device != nullptr ? device->limits() : spec.limits(), spec};
}

base::Expected<plan::FusionPlan> Study::plan(const std::string& cuts) const {
  if (const auto parts = plan::split_knobs(cuts); parts.cuts == best_cut) {
    const auto knobs = plan::parse_knobs(parts.knobs);
    if (!knobs) return std::unexpected(knobs.error());
    return plan::turned(model::best(chain, spec, limits), *knobs);
  }
  const auto parsed = plan::parse_cuts(cuts);
  if (!parsed) return std::unexpected(parsed.error());
  return plan_of(chain, *parsed, limits);
}

void Study::add(plan::FusionPlan plan) {
  predictions.push_back(model::predict(plan, spec));
  plans.push_back(std::move(plan));
}

base::Expected<void> Study::add_all() {
  std::vector<plan::FusionPlan> legal = model::every_legal(chain, spec, limits);
  if (legal.empty()) {
    return base::wrong(base::say("study.all.many", {{"most", std::to_string(model::most_listed)}}),
                       std::string(base::text("study.all.many.hint")));
  }
  for (plan::FusionPlan& plan : legal) {
    const bool here =
        std::ranges::any_of(plans, [&](const plan::FusionPlan& one) { return one.groups == plan.groups; });
    if (!here) add(std::move(plan));
  }
  return {};
}

void Study::price(const machine::DeviceSpec& of) {
  spec = of;
  predictions = predictions_of(plans, spec);
}

void Study::price_as(const record::Measurement& run) {
  const machine::DeviceSpec so = spec.ordered(record::submit_of(run));
  if (so.submit != spec.submit) price(so);
}

base::Expected<Study> study_of(std::shared_ptr<const chain::Chain> chain, const Machine& machine,
                               const std::vector<std::string>& cuts) {
  Study study;
  study.chain = std::move(chain);
  study.limits = machine.limits;
  auto plans = plans_of(study.chain, {}, study.limits);
  if (!plans) return std::unexpected(std::move(plans.error()));
  study.plans = std::move(*plans);
  study.price(machine.spec);
  base::Diagnostics wrong;
  for (const std::string& words : cuts) {
    if (words == all_cuts && study.chain->find(all_cuts) < 0) {  // else it is a value's name
      if (auto added = study.add_all(); !added) std::ranges::move(added.error(), std::back_inserter(wrong));
      continue;
    }
    auto more = study.plan(words);
    if (!more) {
      std::ranges::move(more.error(), std::back_inserter(wrong));
    } else if (more->name != study.unfused().name && more->name != study.fused().name) {
      study.add(std::move(*more));
    }
  }
  if (!wrong.empty()) return std::unexpected(std::move(wrong));
  return study;
}

}  // namespace study
