// Plans and predictions of one chain.
#include "session/bench.hpp"

#include "base/text.hpp"
#include "lesson/machine_values.hpp"
#include "session/run.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>

namespace session {

lesson::Quantities Bench::quantities() const {
  auto known = lesson::predicted_quantities(predictions.at(0), predictions.at(1));
  if (timed) {
    known.insert(of_machine.begin(), of_machine.end());
  } else {
    std::erase_if(known,
                  [](const auto& entry) { return entry.first.starts_with("time.") || entry.first == "ratio.time"; });
    // What is of no machine at all, or of a data sheet, is known without one.
    for (const auto& [quantity, value] : of_machine) {
      if (lesson::is_of_no_chain(quantity) && !quantity.starts_with("machine.")) known[quantity] = value;
    }
  }
  known.insert(there.begin(), there.end());
  if (measurement) known.merge(lesson::measured_quantities(*measurement));
  return known;
}

base::Expected<void> Bench::cut(const std::string& third) {
  std::optional<plan::FusionPlan> made;
  if (third == best_cut) {
    made = model::best(chain, spec, limits);
  } else if (!third.empty()) {
    const auto parsed = plan::parse_cuts(third);
    if (!parsed) return std::unexpected(parsed.error());
    auto by_hand = plan::segment(chain, *parsed, limits);
    if (!by_hand) return std::unexpected(std::move(by_hand.error()));
    made = std::move(*by_hand);
  }
  cuts = third;
  plans.erase(plans.begin() + 2, plans.end());
  // The same kernels once more would tell nothing.
  if (made && std::ranges::find(plans, *made) == plans.end()) plans.push_back(*std::move(made));
  predictions = predictions_of(plans, spec);
  return {};
}

void Bench::use(const machine::DeviceSpec& device_spec) {
  spec = device_spec;
  timed = true;
  predictions = predictions_of(plans, spec);
  of_machine = lesson::machine_quantities(unfused(), fused(), spec);
  if (cuts == best_cut && !measurement) std::ignore = cut(cuts);  // on another machine another cut is best
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

std::string Bench::command() const {
  std::string text;
  for (const auto line : base::split_lines(chain->text)) {
    const auto statement = base::trim(line.substr(0, line.find('#')));
    if (!statement.empty()) text.append(text.empty() ? "" : "; ").append(statement);
  }
  return "onetrip run '" + text + "'" + (cuts.empty() ? "" : " --cuts " + cuts);
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
  const machine::Limits limits = device != nullptr ? device->limits() : any->limits();
  auto plans = plans_of(chain, {}, limits);
  if (!plans) return std::unexpected(std::move(plans.error()));
  const auto bench = std::make_shared<Bench>();
  bench->name = std::move(name);
  bench->chain = std::move(chain);
  bench->plans = std::move(*plans);
  bench->limits = limits;
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
