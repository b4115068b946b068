// Plans and predictions of one chain.
#include "session/state/bench.hpp"

#include "base/text.hpp"
#include "lesson/machine_values.hpp"
#include "study/study.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>

namespace session {

lesson::Quantities Bench::quantities(Leave) const {
  auto known = lesson::predicted_quantities(predictions.at(0), predictions.at(1));
  if (timed) {
    known.insert(of_machine_.begin(), of_machine_.end());
  } else {
    std::erase_if(known,
                  [](const auto& entry) { return entry.first.starts_with("time.") || entry.first == "ratio.time"; });
    for (const auto& [quantity, value] : of_machine_) {
      if (lesson::needs_no_machine(quantity)) known[quantity] = value;
    }
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
}

void Bench::forget_runs() {
  measurement_.reset();
  beside_.reset();
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
  return {};
}

void Bench::use(const machine::DeviceSpec& device_spec) {
  price(device_spec);
  timed = true;
  of_machine_ = lesson::machine_quantities(unfused(), Study::fused(), spec);
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
                                                  const std::optional<machine::DeviceSpec>& spec) {
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
  if (device != nullptr) bench->device = device->name();
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
