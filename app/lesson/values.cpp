// From predictions and measurements to named numbers, and from named numbers to prose.
#include "lesson/values.hpp"

#include "base/words.hpp"
#include "lesson/calculation.hpp"
#include "lesson/machine_values.hpp"
#include "lesson/named_plans.hpp"
#include "lesson/said_value.hpp"
#include "record/scatter.hpp"
#include "study/resources.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lesson {
namespace {

/// Sums over a plan's kernels, by the counting rule.
struct Tally {
  double reads = 0, writes = 0;      ///< crossings of each direction
  double rereads = 0, rewrites = 0;  ///< of them, the intermediates': written by one kernel, read by another
  double vectors = 0;                ///< operands too small to count
  double operands = 0;               ///< distinct full tensors made outside
  double tensor_bytes = 0;           ///< of one full tensor
};

Tally tally(const model::Prediction& prediction) {
  std::set<int> written, read;
  for (const auto& kernel : prediction.kernels) {
    for (const auto& transfer : kernel.traffic.transfers) {
      if (transfer.full) (transfer.write ? written : read).insert(transfer.value);
    }
  }
  Tally sum;
  for (const auto& kernel : prediction.kernels) {
    for (const auto& transfer : kernel.traffic.transfers) {
      if (!transfer.full) {
        if (!transfer.write) ++sum.vectors;
        continue;
      }
      sum.tensor_bytes = std::max(sum.tensor_bytes, static_cast<double>(transfer.bytes.value));
      const bool intermediate = written.contains(transfer.value) && read.contains(transfer.value);
      ++(transfer.write ? sum.writes : sum.reads);
      if (intermediate) ++(transfer.write ? sum.rewrites : sum.rereads);
    }
  }
  sum.operands =
      static_cast<double>(std::count_if(read.begin(), read.end(), [&](int v) { return !written.contains(v); }));
  return sum;
}

/// Behind a ratio, or what is saved: of fused nothing, of another plan its name.
std::string behind(const std::string& plan) {
  return plan == "fused" ? std::string() : "." + plan;
}

void set_ratio(Quantities& all, const std::string& prefix, const std::string& family,
               const std::string& plan = "fused") {
  const auto unfused = all.find(prefix + family + ".unfused");
  const auto other = all.find(prefix + family + "." + plan);
  if (unfused != all.end() && other != all.end() && other->second > 0) {
    all[prefix + "ratio." + family + behind(plan)] = unfused->second / other->second;
  }
}

void set_saved(Quantities& all, const std::string& prefix, const std::string& family,
               const std::string& plan = "fused") {
  const auto unfused = all.find(prefix + family + ".unfused");
  const auto other = all.find(prefix + family + "." + plan);
  if (unfused == all.end() || other == all.end()) return;
  const double saved = unfused->second - other->second;
  all[prefix + "saved." + family + behind(plan)] = saved;
  if (unfused->second > 0) all[prefix + "saved." + family + ".percent" + behind(plan)] = 100 * saved / unfused->second;
}

void add_plan(Quantities& all, const model::Prediction& prediction, const std::string& plan) {
  const Tally sum = tally(prediction);
  all["crossings." + plan] = prediction.crossings;
  all["reads." + plan] = sum.reads;
  all["writes." + plan] = sum.writes;
  all["rereads." + plan] = sum.rereads;
  all["rewrites." + plan] = sum.rewrites;
  all["vectors." + plan] = sum.vectors;
  all["bytes." + plan] = static_cast<double>(prediction.bytes().value);
  all["kernels." + plan] = static_cast<double>(prediction.kernels.size());
  if (prediction.cold.value > 0) all["time." + plan] = prediction.cold.value;
  if (prediction.bytes().value > 0) all["intensity." + plan] = prediction.intensity();
}

/// Why a measurement's times give no ratio; nothing where they do.
enum class Doubt { none, few, scattered };
Doubt doubt(const record::Measurement& measurement, const std::string& other) {
  const auto times = [&](const std::string& name) {
    const auto plan = std::ranges::find(measurement.plans, name, &record::PlanMeasurement::plan);
    return plan == measurement.plans.end() ? std::nullopt : plan->cold;
  };
  const auto unfused = times("unfused"), fused = times(other);
  if (!unfused || !fused || record::comparable(*unfused, *fused)) return Doubt::none;
  constexpr int least = 3;  // of fewer samples nobody can say how far they scatter
  return std::min(unfused->n, fused->n) < least ? Doubt::few : Doubt::scattered;
}

std::string missing_words(std::string_view name) {
  return std::string(base::text(name.starts_with("measured.")   ? "lesson.not_measured"
                                : name.starts_with("recorded.") ? "lesson.not_recorded"
                                : name.starts_with("imported.") ? "lesson.not_imported"
                                                                : "lesson.not_known"));
}

/// How long each kernel took: the slowest against the fastest.
std::optional<double> spread(const record::Timeline& timeline) {
  if (timeline.kernels.empty()) return std::nullopt;
  const auto length = [](const record::KernelTime& kernel) { return static_cast<double>(kernel.end - kernel.begin); };
  const auto [fastest, slowest] = std::ranges::minmax(timeline.kernels, {}, length);
  if (!(length(fastest) > 0)) return std::nullopt;
  return length(slowest) / length(fastest);
}

constexpr std::string_view scatter_end = ".scatter";

/// How well both times, and what is made of them, are known. Nearer than `as_fast` no ratio is.
void set_scatter(Quantities& all, const std::string& family, const record::Times* unfused, const record::Times* fused,
                 const std::string& plan = "fused") {
  const auto set = [&](const std::string& name, double share) {
    if (share > 0 && std::isfinite(share) && all.contains(name)) all[scatter_of(name)] = share;
  };
  if (unfused != nullptr) set("measured." + family + ".unfused", record::scatter(*unfused));
  if (fused != nullptr) set("measured." + family + "." + plan, record::scatter(*fused));
  if (unfused == nullptr || fused == nullptr) return;
  set("measured.ratio." + family + behind(plan), record::ratio_scatter(*unfused, *fused));
}

/// Bytes that the hardware counted; loops that count themselves are exact.
void set_bytes_scatter(Quantities& all, const std::string& plan = "fused") {
  double squares = 0;
  for (const std::string& name : {std::string("measured.bytes.unfused"), "measured.bytes." + plan}) {
    const auto bytes = all.find(name);
    if (bytes == all.end() || !(bytes->second > 0)) return;
    const double share = record::counter_scatter(base::Bytes{std::llround(bytes->second)}) / bytes->second;
    all[scatter_of(name)] = share;
    squares += share * share;
  }
  all[scatter_of("measured.ratio.bytes" + behind(plan))] = std::sqrt(squares);
}

/// Unfused beside another plan: ratios, what is saved, and how well that is known.
void compare(Quantities& all, const record::Measurement& measurement, const std::string& plan) {
  set_ratio(all, "measured.", "time", plan);
  if (plan == "fused") set_ratio(all, "measured.", "batch");
  // Known not to be known: whoever asks is told that it is noise, not that it was not measured.
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (const Doubt why = doubt(measurement, plan); why != Doubt::none)
    all["measured.ratio.time" + behind(plan)] = why == Doubt::few ? -infinite : infinite;
  set_ratio(all, "measured.", "bytes", plan);
  set_saved(all, "measured.", "bytes", plan);
  const auto times = [&](const std::string& name, auto which) {
    const auto found = std::ranges::find(measurement.plans, name, &record::PlanMeasurement::plan);
    return found != measurement.plans.end() && (*found).*which ? &*((*found).*which) : nullptr;
  };
  using Plan = record::PlanMeasurement;
  set_scatter(all, "time", times("unfused", &Plan::cold), times(plan, &Plan::cold), plan);
  set_scatter(all, "batch", times("unfused", &Plan::batch), times(plan, &Plan::batch), plan);
  if (measurement.tier == record::Tier::counters) set_bytes_scatter(all, plan);
}

/// Under the chain's name, or else under none. Texts name what a calculator came to without its unit.
Quantities::const_iterator find_kept(const Quantities& quantities, std::string_view chain, std::string_view name) {
  if (!chain.empty()) {
    const auto found = quantities.find(std::string(chain) + "/" + std::string(name));
    if (found != quantities.end()) return found;
  }
  const std::string key(name);
  const auto found = quantities.find(key);
  if (found != quantities.end() || !is_calculated(name)) return found;
  const auto with_unit = quantities.lower_bound(key + "@");
  const bool same = with_unit != quantities.end() && without_unit(with_unit->first) == name;
  return same ? with_unit : quantities.end();
}

/// Only a GPU's compiler tells them.
void set_resources(Quantities& all, const record::Measurement& measurement, const record::PlanMeasurement& plan) {
  const auto taken = study::resources_of(measurement, plan);
  if (!taken) return;
  all["measured.registers." + plan.plan] = taken->registers;
  if (taken->spilled) all["measured.spilled." + plan.plan] = static_cast<double>(taken->spilled->value);
  if (taken->occupancy)
    all["measured.occupancy." + plan.plan] = 100.0 * taken->occupancy->warps / taken->occupancy->most;
}

}  // namespace

std::string scatter_of(std::string_view quantity) {
  return std::string(quantity) + std::string(scatter_end);
}

std::string_view without_scatter(std::string_view name) {
  return name.ends_with(scatter_end) ? name.substr(0, name.size() - scatter_end.size()) : name;
}

bool comes_with_a_run(std::string_view name) {
  return !name.starts_with("recorded.") && !name.starts_with("imported.");
}

std::optional<double> kept_value(const Quantities& quantities, std::string_view chain, std::string_view name) {
  if (const Compared parts = compared(name); !parts.chain.empty()) {
    const auto above = kept_value(quantities, chain, parts.quantity),
               below = kept_value(quantities, parts.chain, parts.quantity);
    if (!above || !below || *below == 0) return std::nullopt;
    return *above / *below;
  }
  const auto found = find_kept(quantities, chain, name);
  return found == quantities.end() ? std::nullopt : std::optional(found->second);
}

Quantities predicted_quantities(const model::Prediction& unfused, const model::Prediction& fused) {
  Quantities all;
  add_plan(all, unfused, "unfused");
  add_plan(all, fused, "fused");
  for (const char* family : {"crossings", "bytes", "time", "kernels"}) set_ratio(all, "", family);
  set_saved(all, "", "crossings");
  set_saved(all, "", "bytes");
  const Tally sum = tally(fused);
  all["tensor.bytes"] = sum.tensor_bytes;
  all["operands.extra"] = std::max(0.0, sum.operands - 1);
  return all;
}

/// Against the chain in double, in ulps of what it writes, of all its outputs.
static void set_errors(Quantities& all, const record::PlanMeasurement& plan) {
  if (plan.errors.empty()) return;
  const record::ErrorSummary errors = record::summary(plan.errors);
  all["measured.error.worst." + plan.plan] = errors.worst;
  all["measured.error.rms." + plan.plan] = errors.rms;
  all["measured.error.bias." + plan.plan] = errors.bias;
}

Quantities predicted_quantities(const std::vector<model::Prediction>& plans) {
  Quantities all = predicted_quantities(plans.at(0), plans.at(1));
  for (std::size_t i = 2; i < plans.size(); ++i) {
    const std::string& name = plans[i].plan;
    if (!is_plan_name(name)) continue;  // eager and its like are counted with others
    add_plan(all, plans[i], name);
    for (const char* family : {"crossings", "bytes", "time", "kernels"}) set_ratio(all, "", family, name);
    set_saved(all, "", "crossings", name);
    set_saved(all, "", "bytes", name);
  }
  return all;
}

Quantities measured_quantities(const record::Measurement& measurement) {
  Quantities all;
  // Of bytes that no counter saw a text says so: they were worked out from the program.
  if (measurement.tier != record::Tier::times_only)
    all["measured.counters"] = measurement.tier == record::Tier::counters ? 1 : 0;
  for (const record::PlanMeasurement& plan : measurement.plans) {
    if (plan.plan != "unfused" && plan.plan != "fused" && !is_plan_name(plan.plan)) continue;
    set_errors(all, plan);
    if (plan.cold && plan.cold->median.value > 0) {
      all["measured.time." + plan.plan] = plan.cold->median.value;
      // Of fewer than three samples nobody knows: minus infinity says so, as for ratios below.
      const double known = record::scatter(*plan.cold);
      all["measured.scatter." + plan.plan] = std::isfinite(known) ? 100 * known : -known;
    }
    if (const auto bytes = plan.bytes()) all["measured.bytes." + plan.plan] = static_cast<double>(bytes->value);
    if (const auto bytes = plan.bytes_on_the_clock())
      all["measured.road." + plan.plan] = static_cast<double>(bytes->value);
    if (plan.batch && plan.batch->median.value > 0) all["measured.batch." + plan.plan] = plan.batch->median.value;
    set_resources(all, measurement, plan);
    if (!plan.timeline || !(plan.timeline->length().value > 0)) continue;
    all["measured.busy." + plan.plan] = 100 * plan.timeline->busy().value / plan.timeline->length().value;
    if (const auto found = spread(*plan.timeline); found && plan.plan == "unfused") {
      all["measured.spread.unfused"] = *found;
    }
  }
  compare(all, measurement, "fused");
  for (const record::PlanMeasurement& plan : measurement.plans) {
    if (is_plan_name(plan.plan)) compare(all, measurement, plan.plan);
  }
  return all;
}

Quantities predicted_quantities(const Lesson& lesson, const study::Machine& machine) {
  Quantities all;
  for (const auto& [name, chain] : lesson.chains) {
    const auto study = study_of(lesson, name, machine);
    if (!study) continue;  // its numbers are missing, and print as missing
    merge(all, name, predicted_quantities(study->predictions));
  }
  return all;
}

Quantities lesson_quantities(const Lesson& lesson, const study::Machine& machine) {
  Quantities all;
  for (const auto& [name, chain] : lesson.chains) {
    const auto study = study_of(lesson, name, machine);
    if (!study) continue;
    merge(all, name, predicted_quantities(study->predictions));
    merge(all, name, machine_quantities(study->unfused(), study->fused(), machine.spec, named_among(study->plans)));
  }
  if (!lesson.calculators.empty()) all.merge(calculated_quantities(lesson, machine_sheet(&machine.spec)));
  return all;
}

void merge(Quantities& all, std::string_view chain, const Quantities& quantities) {
  for (const auto& [name, value] : quantities) all[std::string(chain) + "/" + name] = value;
}

std::optional<double> value_of(const Quantities& quantities, std::string_view chain, std::string_view name) {
  const auto found = kept_value(quantities, chain, name);
  return found && std::isfinite(*found) ? found : std::nullopt;
}

namespace {

enum class Ratios { said, written };

std::string filled(std::string_view text, const Quantities& quantities, std::string_view chain, std::string_view unrun,
                   Ratios ratios) {
  std::string out;
  std::size_t at = 0;
  for (const Slot& slot : slots(text)) {
    out += text.substr(at, slot.offset - at);
    at = slot.offset + slot.length;
    switch (slot.kind) {
      case Slot::Kind::fact:
        out += slot.fact;
        break;
      case Slot::Kind::finding:  // of no lesson at hand: with_findings() has put their sentences into its texts
        out += missing_words(slot.name);
        break;
      case Slot::Kind::flawed:
        out += text.substr(slot.offset, slot.length);
        break;
      case Slot::Kind::value: {
        const std::string_view of = slot.chain.empty() ? chain : std::string_view(slot.chain);
        const auto value = kept_value(quantities, of, slot.name);
        const double share = value_of(quantities, of, scatter_of(slot.name)).value_or(0);
        if (value && slot.shape == Slot::Shape::range) {
          out += range_value(kept_name(quantities, slot.name), *value, share);
        } else if (!value) {
          out += !unrun.empty() && comes_with_a_run(slot.name) ? std::string(unrun) : missing_words(slot.name);
        } else {
          const std::string_view quantity = kept_name(quantities, slot.name);
          out += std::isinf(*value) ? std::string(base::text(*value < 0 ? "lesson.few_samples" : "lesson.scattered"))
                 : ratios == Ratios::written       ? show_value(quantity, *value)
                 : slot.shape == Slot::Shape::bare ? bare_value(quantity, *value, share > record::rough)
                                                   : said_value(quantity, *value, share > record::rough);
        }
        break;
      }
    }
  }
  out += text.substr(at);
  return out;
}

}  // namespace

std::string fill(std::string_view text, const Quantities& quantities, std::string_view chain, std::string_view unrun) {
  return filled(text, quantities, chain, unrun, Ratios::said);
}

std::string fill_written(std::string_view text, const Quantities& quantities, std::string_view chain) {
  return filled(text, quantities, chain, {}, Ratios::written);
}

std::string_view kept_name(const Quantities& quantities, std::string_view name) {
  if (!is_calculated(name)) return name;
  const auto found = find_kept(quantities, {}, name);
  return found == quantities.end() ? name : std::string_view(found->first);
}

bool lacks_run(std::string_view text, const Quantities& quantities, std::string_view chain) {
  return std::ranges::any_of(slots(text), [&](const Slot& slot) {
    const std::string_view of = slot.chain.empty() ? chain : std::string_view(slot.chain);
    return slot.kind == Slot::Kind::value && comes_with_a_run(slot.name) && !kept_value(quantities, of, slot.name);
  });
}

bool tells_of_run(std::string_view text) {
  return std::ranges::any_of(slots(text), [](const Slot& slot) {
    return slot.kind == Slot::Kind::finding || (slot.kind == Slot::Kind::value && slot.name.starts_with("measured."));
  });
}

std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const Slot& slot : slots(text)) {
    if (slot.kind != Slot::Kind::value) continue;
    names.push_back(slot.chain.empty() ? slot.name : slot.chain + "/" + slot.name);
  }
  return names;
}

}  // namespace lesson
