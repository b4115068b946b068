// What the machine can do, and what-ifs.
#include "lesson/machine_values.hpp"

#include "base/error.hpp"
#include "base/resources.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "lesson/plan_values.hpp"
#include "model/roofline.hpp"
#include "model/traffic.hpp"
#include "record/imported.hpp"
#include "record/recording.hpp"
#include "study/plans.hpp"

#include <algorithm>
#include <utility>

namespace lesson {
namespace {

/// A multiply-add counts as two operations and takes one instruction.
constexpr double flops_a_slot = 2;

void add_sheet(Quantities& all, const std::string& prefix, const machine::DeviceSpec& spec) {
  const model::RooflineModel roofs = model::roofline(spec);
  const auto set = [&](const char* name, double value) {
    if (value > 0) all[prefix + name] = value;
  };
  // A sheet's figures are peaks; what a machine reaches is known where it was calibrated.
  const double road = prefix == "machine." ? roofs.bandwidth : spec.dram_bandwidth.value;
  set("bandwidth", road);
  const auto ridge = [&](std::size_t roof) { return road > 0 ? roofs.ceilings[roof].flops_per_second / road : 0; };
  if (!roofs.ceilings.empty()) set("ridge", ridge(0));
  if (roofs.ceilings.size() > 1) set("ridge.tensor", ridge(1));
  set("launch", spec.launch.value);
  if (prefix != "machine.") {
    constexpr double bytes = 8;  // an f32 in, an f32 out
    if (!roofs.ceilings.empty()) set("slots", ridge(0) / flops_a_slot * bytes);
    return;
  }
  if (!roofs.ceilings.empty()) set("roof", roofs.ceilings[0].flops_per_second);
  if (roofs.ceilings.size() > 1) set("roof.tensor", roofs.ceilings[1].flops_per_second);
  set("launch.graph", spec.graph_launch.value);
  set("cache", spec.last_level_cache.value);
  set("cache.bandwidth", spec.cache_bandwidth.value);
}

/// Of the sheets in assets/devices; a card that was calibrated under the same name is another matter.
const std::vector<machine::DeviceSpec>& sheets() {
  static const std::vector<machine::DeviceSpec> found = [] {
    std::vector<machine::DeviceSpec> all = machine::known_devices();
    std::erase_if(all, [](const machine::DeviceSpec& spec) { return !spec.calibrated_on.empty(); });
    return all;
  }();
  return found;
}

/// The sheets' GPUs, each as it was calibrated where its recordings came with the program: as a sweep shows it.
const std::vector<machine::DeviceSpec>& cards() {
  static const std::vector<machine::DeviceSpec> found = [] {
    std::vector<machine::DeviceSpec> all;
    for (const machine::DeviceSpec& sheet : sheets()) {
      if (sheet.kind != machine::Kind::gpu) continue;
      all.push_back(machine::recorded_card(sheet.id).value_or(sheet));
      all.back().id = sheet.id;
    }
    return all;
  }();
  return found;
}

void set_pair(Quantities& all, const std::string& name, const std::string& ratio, double unfused, double fused) {
  if (!(unfused > 0 && fused > 0)) return;
  all[name + ".unfused"] = unfused;
  all[name + ".fused"] = fused;
  all[ratio] = unfused / fused;
}

/// The first kernel's start is no part of its work.
double spread(const model::Prediction& plan, const machine::DeviceSpec& spec) {
  double slowest = 0, fastest = 0;
  for (const auto& kernel : plan.kernels) {
    const double time = kernel.cold.value - (&kernel == &plan.kernels.front() ? spec.start.value : 0);
    slowest = std::max(slowest, time);
    fastest = fastest == 0 ? time : std::min(fastest, time);
  }
  return fastest > 0 ? slowest / fastest : 0;
}

/// How many numbers a plan reads and writes, whatever their type.
double elements(const plan::FusionPlan& plan) {
  double sum = 0;
  for (const model::Transfer& transfer : model::traffic(plan).transfers) {
    const chain::Value& value = plan.chain->values[static_cast<std::size_t>(transfer.value)];
    sum += static_cast<double>(value.shape.elements());
  }
  return sum;
}

/// The road of large tensors: no cache that a small one, or the end of any, would lie in.
machine::DeviceSpec without_cache(machine::DeviceSpec spec) {
  spec.cache_bandwidth.value = 0;
  return spec;
}

/// What came with the program of another one's attention; nullptr without, and its numbers print as not imported.
const record::Imported* attention() {
  static const record::Imported* const found = []() -> const record::Imported* {
    try {
      return &record::imported("attention");
    } catch (const base::MachineError&) {
      return nullptr;
    }
  }();
  return found;
}

Quantities imported_quantities() {
  Quantities all;
  if (attention() == nullptr) return all;
  double fastest = 0;
  for (const record::ImportedWay& way : attention()->ways) {
    const std::string name = "imported.attention." + base::lowered(way.name);
    if (unit_of(name)) all[name] = way.time.median.value;
    if (fastest == 0 || way.time.median.value < fastest) fastest = way.time.median.value;
  }
  if (const auto* naive = attention()->find("naive"); naive != nullptr && fastest > 0) {
    all["imported.attention.ratio"] = naive->time.median.value / fastest;
  }
  return all;
}

/// What was kept of a ladder; empty where nobody has kept one: its numbers print as not recorded.
Quantities of_ladder(const char* file, Quantities (*told)(const record::Measurement&)) {
  try {
    const auto kept = record::load(base::program_file(file));
    return kept && !kept->empty() ? told(kept->front()) : Quantities{};
  } catch (const base::MachineError&) {
    return {};
  }
}

const Quantities& recorded_ladders() {
  static const Quantities found = [] {
    Quantities all = of_ladder("assets/ladders/costume.json", costume_quantities);
    all.merge(of_ladder("assets/ladders/adam.json", adam_quantities));
    return all;
  }();
  return found;
}

}  // namespace

Quantities machine_sheet(const machine::DeviceSpec* spec) {
  Quantities all;
  if (spec != nullptr) add_sheet(all, "machine.", *spec);
  for (const machine::DeviceSpec& sheet : sheets()) {
    if (sheet.kind == machine::Kind::gpu) add_sheet(all, sheet.id + ".", sheet);
  }
  return all;
}

machine::DeviceSpec with_wider_road(machine::DeviceSpec spec, double times) {
  spec.dram_bandwidth.value *= times;
  for (auto& mix : spec.mixes) mix.bandwidth.value *= times;
  return spec;
}

Quantities costume_quantities(const record::Measurement& ladder) {
  Quantities all;
  const auto find = [&](std::string_view rung) {
    const auto found = std::ranges::find(ladder.plans, rung, &record::PlanMeasurement::plan);
    return found == ladder.plans.end() ? nullptr : &*found;
  };
  const auto *honest = find("v1_a_few_at_a_time"), *costume = find("v2_costume");
  if (honest == nullptr || costume == nullptr) return all;
  if (honest->cold && costume->cold && honest->cold->median.value > 0) {
    all["recorded.costume.honest"] = honest->cold->median.value;
    all["recorded.costume.time"] = costume->cold->median.value;
    all["recorded.costume.ratio"] = costume->cold->median.value / honest->cold->median.value;
  }
  if (costume->code.empty()) return all;
  const record::KernelCode& kernel = costume->code.front();
  const auto both = [&](const char* name, std::optional<base::Bytes> out, std::optional<base::Bytes> in) {
    if (out && in) all[std::string("recorded.costume.") + name] = static_cast<double>((*out + *in).value);
  };
  both("local", kernel.local_written, kernel.local_read);
  both("spilled", kernel.spill_stores, kernel.spill_loads);
  return all;
}

Quantities adam_quantities(const record::Measurement& ladder) {
  Quantities all;
  const std::pair<const char*, const char*> rungs[] = {{"v1_eight_for_each", "recorded.adam.eight"},
                                                       {"v2_one_for_each", "recorded.adam.each"},
                                                       {"v3_one_for_all", "recorded.adam.all"}};
  for (const auto& [rung, name] : rungs) {
    const auto found = std::ranges::find(ladder.plans, rung, &record::PlanMeasurement::plan);
    if (found != ladder.plans.end() && found->cold) all[name] = found->cold->median.value;
  }
  const auto each = all.find("recorded.adam.each"), together = all.find("recorded.adam.all");
  if (each != all.end() && together != all.end() && together->second > 0) {
    all["recorded.adam.ratio"] = each->second / together->second;
  }
  return all;
}

std::string imported_from() {
  const record::Imported* from = attention();
  if (from == nullptr) return {};
  return base::say("lesson.imported.provenance", {{"program", from->program},
                                                  {"version", from->version},
                                                  {"device", from->device},
                                                  {"date", from->date},
                                                  {"what", from->what}});
}

Quantities machine_quantities(const plan::FusionPlan& unfused, const plan::FusionPlan& fused,
                              const machine::DeviceSpec& spec, const std::vector<plan::FusionPlan>& named) {
  Quantities all = machine_sheet(&spec);
  auto plans = every_plan(unfused, fused, spec.limits());
  // The lesson's own come last: what is said of them here hangs on no machine.
  const auto both = [&](const machine::DeviceSpec& on) {
    auto of = study::predictions_of({unfused, fused}, on);
    return std::pair{std::move(of[0]), std::move(of[1])};
  };
  const std::vector<model::Prediction> priced = study::predictions_of(plans, spec);
  const model::Prediction &u = priced.at(0), &f = priced.at(1);
  set_pair(all, "batch", "ratio.batch", u.batch.value, f.batch.value);
  if (spec.graph_launch.value > 0) {
    const auto [gu, gf] = both(spec.ordered(machine::Submit::graph));
    set_pair(all, "graph", "ratio.graph", gu.batch.value, gf.batch.value);
  }
  const auto [wu, wf] = both(with_wider_road(spec, 2));
  set_pair(all, "wider.time", "wider.ratio.time", wu.cold.value, wf.cold.value);
  if (const double found = spread(u, spec); found > 0) all["spread.unfused"] = found;
  add_plans(all, priced);
  plans.insert(plans.end(), named.begin(), named.end());
  for (const machine::DeviceSpec& card : cards()) {
    add_card(all, plans, study::predictions_of(plans, card), card.id + ".");
  }
  add_tensors(all, plans);
  add_largest(all, *fused.chain);
  all["elements.unfused"] = elements(unfused);
  all["elements.fused"] = elements(fused);
  const auto tensor = static_cast<double>(fused.chain->full_elements());
  if (!spec.roofs.empty() && tensor > 0) {
    const double road = study::predictions_of({fused}, without_cache(spec))[0].road.value;
    all["slots"] = spec.roofs.front().flops_per_second.value / flops_a_slot * road / tensor;
  }
  all.merge(imported_quantities());
  all.insert(recorded_ladders().begin(), recorded_ladders().end());
  return all;
}

Quantities recorded_quantities(const record::Measurement* stream, const record::Measurement* graph) {
  Quantities all;
  for (const auto& [name, from] : {std::pair{"stream", stream}, {"graph", graph}}) {
    if (from == nullptr || from->provenance.submit != name) continue;  // recorded, but another way
    const auto batch = [&](const char* plan) {
      const auto found = std::ranges::find(from->plans, plan, &record::PlanMeasurement::plan);
      return found != from->plans.end() && found->batch ? found->batch->median.value : 0;
    };
    set_pair(all, std::string("recorded.") + name, std::string("recorded.ratio.") + name, batch("unfused"),
             batch("fused"));
  }
  if (stream != nullptr && stream->provenance.submit == "stream") {
    const auto cold = [&](const char* plan) {
      const auto found = std::ranges::find(stream->plans, plan, &record::PlanMeasurement::plan);
      return found != stream->plans.end() && found->cold ? found->cold->median.value : 0;
    };
    set_pair(all, "recorded.time", "recorded.ratio.time", cold("unfused"), cold("fused"));
    for (const record::PlanMeasurement& plan : stream->plans) {
      if (!is_plan_name(plan.plan) || !plan.cold || !(plan.cold->median.value > 0)) continue;
      all["recorded.time." + plan.plan] = plan.cold->median.value;
      if (cold("unfused") > 0) all["recorded.ratio.time." + plan.plan] = cold("unfused") / plan.cold->median.value;
    }
    const Quantities same = measured_quantities(*stream);
    if (const auto found = same.find("measured.spread.unfused"); found != same.end())
      all["recorded.spread.unfused"] = found->second;
  }
  return all;
}

}  // namespace lesson
