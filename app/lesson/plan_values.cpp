// Prices plans by name, counts by tensor, and computes a small chain in double.
#include "lesson/plan_values.hpp"

#include "chain/evaluate.hpp"
#include "model/memory.hpp"
#include "model/traffic.hpp"
#include "study/plans.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

/// Unfused's over fused's is "ratio.time", eager's "ratio.time.eager"; unfused's over another's
/// "ratio.time.unfused.library".
std::string ratio(const std::string& family, const std::string& plan) {
  return "ratio." + family + (plan == "unfused" ? "" : plan == "eager" ? ".eager" : ".unfused." + plan);
}

bool is_of_products(const std::string& plan) {
  return plan == "library" || plan == "products";
}

/// What a chain with products has of one plan, counted.
void add_counted(Quantities& all, const model::Prediction& plan, const model::Prediction& unfused,
                 const model::Prediction& fused) {
  const bool from_unfused = is_of_products(plan.plan);
  const auto set = [&](const std::string& family, double (*of)(const model::Prediction&)) {
    const double mine = of(plan);
    if (mine > 0) all[family + "." + plan.plan] = mine;
    const double above = from_unfused ? of(unfused) : mine, below = from_unfused ? mine : of(fused);
    if (above > 0 && below > 0 && (!from_unfused || family == "bytes")) all[ratio(family, plan.plan)] = above / below;
  };
  set("crossings", [](const model::Prediction& of) { return static_cast<double>(of.crossings); });
  set("bytes", [](const model::Prediction& of) { return static_cast<double>(of.bytes().value); });
  set("kernels", [](const model::Prediction& of) { return static_cast<double>(of.kernels.size()); });
  if (from_unfused) return;
  set("time", [](const model::Prediction& of) { return of.cold.value; });
  all["saved.bytes." + plan.plan] = static_cast<double>(plan.bytes().value - fused.bytes().value);
}

}  // namespace

std::optional<plan::FusionPlan> third_plan(const plan::FusionPlan& unfused, std::string_view name,
                                           const machine::Limits& limits) {
  const auto cuts = plan::parse_cuts(name);
  if (!cuts) return std::nullopt;
  auto plan = study::plan_of(unfused.chain, *cuts, limits);
  if (!plan) return std::nullopt;
  return *std::move(plan);
}

std::vector<plan::FusionPlan> every_plan(const plan::FusionPlan& unfused, const plan::FusionPlan& fused,
                                         const machine::Limits& limits) {
  std::vector<plan::FusionPlan> plans{unfused, fused};
  for (const char* name : {"eager", "library", "products"}) {
    auto plan = third_plan(unfused, name, limits);
    if (plan) plans.push_back(*std::move(plan));  // else its numbers are missing, and print as not known
  }
  return plans;
}

void choose_plans(charts::ChartData& data, SceneKind kind, const machine::Limits& limits, std::string_view named) {
  const bool beside_fused = kind == SceneKind::named_beside_fused;
  if (const auto own = std::ranges::find(data.plans, named, &plan::FusionPlan::name);
      (kind == SceneKind::named_plan || beside_fused) && own != data.plans.end()) {
    data.plans = beside_fused ? std::vector{*own, data.plans.at(1)} : std::vector{data.plans.at(0), *own};
    std::erase_if(data.measurements,
                  [&](const record::Measurement& one) { return charts::plan_of(one, named) == nullptr; });
  } else if (const std::string_view name = third_plan(kind); !name.empty()) {
    if (auto plan = third_plan(data.plans.at(0), name, limits)) {
      if (data.spec && !data.predictions.empty())
        data.predictions.push_back(study::predictions_of({*plan}, *data.spec)[0]);
      data.plans.at(name == "eager" ? 0 : 1) = *std::move(plan);
    }
    data.measurements.clear();
  }
  if (is_alone(kind)) data.plans.resize(1);
}

void add_plans(Quantities& all, const std::vector<model::Prediction>& plans) {
  for (std::size_t i = 2; i < plans.size(); ++i) add_counted(all, plans[i], plans[0], plans[1]);
}

void add_card(Quantities& all, const std::vector<plan::FusionPlan>& plans, const std::vector<model::Prediction>& priced,
              const std::string& prefix) {
  const double unfused = priced.at(0).cold.value, fused = priced.at(1).cold.value;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    const std::string& name = plans[i].name;
    const double time = priced[i].cold.value;
    if (!(time > 0 && unfused > 0 && fused > 0)) continue;
    all[prefix + "time." + name] = time;
    if (plans[i].own_name) {
      all[prefix + "ratio.time." + name] = unfused / time;
    } else if (i != 1) {
      all[prefix + ratio("time", name)] = is_of_products(name) ? unfused / time : time / fused;
    }
    double products = 0;
    for (const model::KernelPrediction& kernel : priced[i].kernels) {
      const plan::Group& group = plans[i].groups[static_cast<std::size_t>(kernel.group)];
      if (plan::multiplies(group.schedule)) products += kernel.cold.value;
    }
    if (products > 0 && !is_of_products(name)) all[prefix + "products." + name] = 100 * products / time;
  }
}

void add_tensors(Quantities& all, const std::vector<plan::FusionPlan>& plans) {
  for (const plan::FusionPlan& plan : plans)
    all["memory." + plan.name] = static_cast<double>(model::memory_peak(plan).value);
  if (plans.size() > 1) all["ratio.memory"] = all["memory." + plans[0].name] / all["memory." + plans[1].name];
  for (const plan::FusionPlan& plan : plans) {
    for (const auto& [name, crossings] : model::crossings_by_line(plan)) {
      for (const plan::FusionPlan& any : plans) all.try_emplace("crossings." + any.name + ".of." + name, 0);
      all["crossings." + plan.name + ".of." + name] = crossings;
    }
  }
}

void add_largest(Quantities& all, const chain::Chain& chain) {
  constexpr std::int64_t most = std::int64_t{1} << 18;  // elements of any value
  constexpr std::int64_t rows = 8, columns = 8;
  for (const chain::Value& value : chain.values) {
    if (value.shape.elements() > most) return;
  }
  const int last = chain.made().back();
  const chain::Shape& shape = chain.values[static_cast<std::size_t>(last)].shape;
  const std::int64_t width = shape.dims.empty() ? 1 : shape.dims.back(), height = shape.elements() / width;
  std::vector<std::int64_t> places;
  for (std::int64_t row = 0; row < std::min(rows, height); ++row) {
    for (std::int64_t column = 0; column < std::min(columns, width); ++column) {
      places.push_back(row * height / rows * width + column * width / columns);
    }
  }
  constexpr std::uint64_t seed = 1;  // that of every run of a lesson
  double largest = 0;
  const std::vector<bool> nowhere(chain.values.size(), false);
  for (const chain::Bounded& at : chain::evaluate(chain, nowhere, chain::random_inputs(chain, seed), last, places)) {
    largest = std::max(largest, std::abs(at.value));
  }
  all["largest.double"] = largest;
}

}  // namespace lesson
