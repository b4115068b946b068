// Plans and predictions of one chain.
#include "session/state/bench.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "chain/form.hpp"
#include "lesson/machine_values.hpp"
#include "study/run.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>

namespace session {

lesson::Quantities Bench::quantities(Leave) const {
  auto known = lesson::predicted_quantities(predictions);
  if (timed) {
    known.insert(of_machine_.begin(), of_machine_.end());
  } else {
    std::erase_if(known, [](const auto& entry) {
      return entry.first.starts_with("time.") || entry.first.starts_with("ratio.time");
    });
    for (const auto& [quantity, value] : of_machine_) {
      if (lesson::needs_no_machine(quantity)) known[quantity] = value;
    }
  }
  for (const lesson::NamedPlan& one : named_) {
    if (!one.knobs || on_gpu_) continue;
    known.erase("time." + one.name);  // a processor has no such time
    known.erase("ratio.time." + one.name);
  }
  if (there_.valid()) known.insert(there_.get().begin(), there_.get().end());
  if (ran()) known.merge(lesson::measured_quantities(*measurement_));
  return known;
}

std::vector<const record::Measurement*> Bench::results(Leave) const {
  std::vector<const record::Measurement*> all;
  for (const auto* of : {&measurement_, &beside_}) {
    if (*of) all.push_back(&**of);
  }
  return all;
}

void Bench::keep(record::Measurement measured, std::optional<record::Measurement> recorded) {
  measurement_ = std::move(measured);
  beside_ = std::move(recorded);
  own_.reset();
}

void Bench::show_recorded(record::Measurement recorded, const std::optional<machine::DeviceSpec>& of) {
  std::optional<Own> aside = std::move(own_);
  if (is_of(record::Source::measured)) aside = {spec, *std::move(measurement_), std::move(beside_)};
  if (of) use(*of);
  keep(std::move(recorded), std::nullopt);
  own_ = std::move(aside);
}

void Bench::show_own() {
  if (!own_) return;
  Own own = *std::move(own_);
  use(own.spec);
  keep(std::move(own.measurement), std::move(own.beside));
}

void Bench::forget_runs() {
  measurement_.reset();
  beside_.reset();
  own_.reset();
}

base::Expected<void> Bench::cut(const std::string& third) {
  std::optional<plan::FusionPlan> made;
  if (!third.empty()) {
    auto one = plan(third);
    if (!one) return std::unexpected(std::move(one.error()));
    made = std::move(*one);
  }
  cuts = third;
  plans.erase(plans.begin() + 2, plans.end());
  predictions.resize(plans.size());
  // The same kernels once more would tell nothing.
  if (made && std::ranges::find(plans, *made) == plans.end()) add(*std::move(made));
  add_named();
  return {};
}

void Bench::add_named() {
  for (plan::FusionPlan& one : lesson::plans_of(named_, chain, limits)) add(std::move(one));
}

bool Bench::is_runnable(const plan::FusionPlan& plan) const {
  const auto own = std::ranges::find(named_, plan.name, &lesson::NamedPlan::name);
  return on_gpu_ || !plan.own_name || own == named_.end() || !own->knobs;
}

std::vector<plan::FusionPlan> Bench::runnable() const {
  std::vector<plan::FusionPlan> all;
  std::ranges::copy_if(plans, std::back_inserter(all), [&](const plan::FusionPlan& one) { return is_runnable(one); });
  return all;
}

std::vector<std::string> Bench::why_not_run() const {
  std::vector<std::string> all;
  for (const lesson::NamedPlan& one : named_) {
    if (const auto plan = lesson::plan_of(one, chain, limits); !plan) {
      all.push_back(base::say("session.plan.refused", {{"plan", one.name}, {"why", plan.error().front().message}}));
    } else if (!is_runnable(*plan)) {
      all.push_back(base::say("session.plan.knobs", {{"plan", one.name}}));
    }
  }
  return all;
}

std::string Bench::command() const {
  std::vector<std::string> more;
  if (!cuts.empty()) more.push_back(cuts);
  for (const plan::FusionPlan& plan : runnable()) {
    const auto own = std::ranges::find(named_, plan.name, &lesson::NamedPlan::name);
    if (plan.own_name && own != named_.end()) more.push_back(own->cuts);
  }
  return study::run_command(*chain, more);
}

void Bench::use(const machine::DeviceSpec& device_spec) {
  price(device_spec);
  timed = true;
  of_machine_ = lesson::machine_quantities(unfused(), Study::fused(), spec, lesson::named_among(plans));
  if (cuts == study::best_cut && !ran()) std::ignore = cut(cuts);  // on another machine another cut is best
}

base::Bytes Bench::memory() const {
  const auto stored = unfused().stored();
  base::Bytes sum;
  for (const int input : chain->inputs()) sum += chain->values[input].bytes();
  for (const int op : chain->ops()) {
    if (stored[op]) sum += chain->values[op].bytes();
  }
  return sum;
}

base::Expected<std::shared_ptr<Bench>> make_bench(std::string name, std::shared_ptr<const chain::Chain> chain,
                                                  const device::Device* device,
                                                  const std::optional<machine::DeviceSpec>& spec,
                                                  std::vector<lesson::NamedPlan> named) {
  std::optional<machine::DeviceSpec> any = spec;
  if (!any) {
    auto known = machine::device_named({});
    if (!known) return std::unexpected(std::move(known.error()));
    any = *std::move(known);
  }
  auto study = study::study_of(std::move(chain), study::machine_of(device, *any));
  if (!study) return std::unexpected(std::move(study.error()));
  const auto bench = std::make_shared<Bench>();
  static_cast<study::Study&>(*bench) = *std::move(study);
  bench->name = std::move(name);
  bench->form_ = chain::form(*bench->chain);
  if (device != nullptr) bench->device = device->name();
  bench->on_gpu_ = device != nullptr && device->is_gpu();
  bench->named_ = std::move(named);
  bench->add_named();
  bench->use(*any);
  bench->timed = spec.has_value();
  return bench;
}

std::optional<chain::Chain> fitting(const Bench& bench, base::Bytes memory) {
  chain::Chain chain = *bench.chain;
  Bench tried = bench;
  while (tried.memory() > memory) {
    std::int64_t largest = 1;
    for (const auto& value : chain.values) {
      for (const auto dim : value.shape.dims) largest = std::max(largest, dim);
    }
    if (largest < 2) return std::nullopt;
    chain = chain::resized(chain, largest, largest / 2);
    tried.chain = std::make_shared<chain::Chain>(chain);
  }
  return chain;
}

}  // namespace session
