// Cut as the lesson says, called as it says.
#include "lesson/named_plans.hpp"

#include "study/recorded.hpp"

#include <algorithm>
#include <iterator>

namespace lesson {

const std::vector<NamedPlan>& plans_of(const Lesson& lesson, std::string_view chain) {
  static const std::vector<NamedPlan> none;
  const auto found = lesson.plans.find(chain);
  return found == lesson.plans.end() ? none : found->second;
}

base::Expected<plan::FusionPlan> plan_of(const NamedPlan& named, const std::shared_ptr<const chain::Chain>& chain,
                                         const machine::Limits& limits) {
  const auto cuts = plan::parse_cuts(named.cuts);
  if (!cuts) return std::unexpected(cuts.error());
  auto plan = study::plan_of(chain, *cuts, limits);
  if (!plan) return plan;
  plan->name = named.name;
  plan->own_name = true;
  return plan;
}

std::vector<plan::FusionPlan> plans_of(const std::vector<NamedPlan>& named,
                                       const std::shared_ptr<const chain::Chain>& chain,
                                       const machine::Limits& limits) {
  std::vector<plan::FusionPlan> plans;
  for (const NamedPlan& one : named) {
    if (auto plan = plan_of(one, chain, limits)) plans.push_back(*std::move(plan));
  }
  return plans;
}

std::vector<plan::FusionPlan> named_among(const std::vector<plan::FusionPlan>& plans) {
  std::vector<plan::FusionPlan> named;
  std::ranges::copy_if(plans, std::back_inserter(named), &plan::FusionPlan::own_name);
  return named;
}

base::Expected<study::Study> study_of(const Lesson& lesson, const std::string& chain, const study::Machine& machine) {
  auto study = study::study_of(lesson.chains.at(chain), machine);
  if (!study) return study;
  for (plan::FusionPlan& plan : plans_of(plans_of(lesson, chain), study->chain, study->limits))
    study->add(std::move(plan));
  return study;
}

std::vector<plan::FusionPlan> held_by(const device::Device& recorded, const std::vector<plan::FusionPlan>& plans) {
  std::vector<plan::FusionPlan> held;
  for (const plan::FusionPlan& one : plans) {
    held.push_back(one);
    if (one.own_name && recorded.missing(held)) held.pop_back();
  }
  return held;
}

std::optional<record::Measurement> recorded_of(device::Device* recorded,
                                               const std::shared_ptr<const chain::Chain>& chain,
                                               const std::vector<NamedPlan>& named) {
  if (recorded == nullptr || named.empty()) return study::recorded_of(recorded, chain);
  auto plans = study::plans_of(chain, {}, recorded->limits());
  if (!plans || recorded->missing(*plans)) return std::nullopt;
  std::ranges::move(plans_of(named, chain, recorded->limits()), std::back_inserter(*plans));
  return recorded->prepare({.plans = held_by(*recorded, *plans), .seed = 1})->recorded();
}

}  // namespace lesson
