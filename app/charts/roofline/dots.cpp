// Dots out of readings.
#include "charts/roofline/dots.hpp"

#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "plan/reads.hpp"
#include "record/bounds.hpp"

#include <algorithm>

namespace charts {
namespace {

/// The fastest mix that is known: a plan that mostly reads may beat the balanced slope and still be right.
double fastest_bandwidth(const machine::DeviceSpec& spec, const model::RooflineModel& roofs) {
  double best = std::max(roofs.bandwidth, spec.dram_bandwidth.value);
  for (const machine::MixBandwidth& mix : spec.mixes) best = std::max(best, mix.bandwidth.value);
  return best;
}

/// A dot lower than this share of the roof above it waits for something that no roof shows: starts, or the host.
constexpr double near_roof = 0.7;

/// The flat roof of the unit that computes this chain: tensor cores where products have 16-bit operands, else the one
/// of plain arithmetic; 0 where it is not known.
double flat_of(const ChartData& data, const model::RooflineModel& roofs) {
  double best = 0, least = 0;
  for (const model::Ceiling& ceiling : roofs.ceilings) {
    best = std::max(best, ceiling.flops_per_second);
    if (least == 0 || ceiling.flops_per_second < least) least = ceiling.flops_per_second;
  }
  return model::tensor_operands(*data.chain) ? best : least;
}

/// By the roof of the plan's own operations where they have one, else by what the model lets them reach on their unit.
std::optional<Limit> limit_of(const ChartData& data, const Dot& dot, const model::Prediction& prediction,
                              const model::RooflineModel& roofs) {
  if (!(flat_of(data, roofs) > 0) || !(roofs.bandwidth > 0)) return std::nullopt;
  double unit = flat_of(data, roofs);
  if (model::tensor_operands(*data.chain) && prediction.arithmetic.value > 0) {
    unit = std::min(unit, prediction.flops.value / prediction.arithmetic.value);
  }
  const double flat = model::own_roof(prediction, *data.spec).value_or(unit);
  const double slope = roofs.bandwidth * dot.intensity();
  if (dot.performance() < near_roof * std::min(slope, flat)) return std::nullopt;
  return slope < flat ? Limit::memory : Limit::compute;
}

/// A guess says bytes, or crossings, and perhaps a time.
std::optional<Dot> guessed(const ChartData& data, const model::RooflineModel& roofs, Dot dot) {
  std::optional<double> bytes = reading(data, dot.plan, dot.teller, Quantity::bytes).value;
  if (!bytes) {
    const auto crossings = reading(data, dot.plan, dot.teller, Quantity::crossings).value;
    double tensor = 0;
    for (int value = 0; value < static_cast<int>(data.chain->values.size()); ++value) {
      tensor = std::max(tensor, static_cast<double>(plan::bytes_needed(*data.chain, value).value));
    }
    if (crossings) bytes = *crossings * tensor;
  }
  if (!bytes || !(*bytes > 0)) return std::nullopt;
  dot.bytes = *bytes;
  const auto time = reading(data, dot.plan, dot.teller, Quantity::time).value;
  if (time && *time > 0) {
    dot.seconds = *time;
  } else {
    dot.seconds = dot.flops / roof_at(roofs, dot.intensity());
    dot.note = base::text("chart.roof.on_roof");
  }
  return dot;
}

/// Bytes that leave the cache only after the clock has stopped; 0 where nobody tells them apart.
base::Bytes tail_of(const ChartData& data, const Dot& dot, const model::Prediction& prediction) {
  if (dot.teller.measurement < 0) return prediction.tail;
  const auto* of = plan_of(data.measurements[dot.teller.measurement], data.plans[dot.plan].name);
  return of == nullptr ? base::Bytes{} : of->dram_tail.value_or(base::Bytes{});
}

std::optional<Dot> placed(const ChartData& data, const model::RooflineModel& roofs, Dot dot,
                          const model::Prediction& prediction) {
  if (dot.teller.source == Source::guess) return guessed(data, roofs, dot);
  const auto bytes = reading(data, dot.plan, dot.teller, Quantity::bytes).value;
  const auto time = reading(data, dot.plan, dot.teller, Quantity::time).value;
  if (!time || !(*time > 0)) return std::nullopt;
  dot.seconds = *time;
  dot.bytes = bytes.value_or(static_cast<double>(prediction.bytes().value));
  if (!bytes) dot.note = base::text("chart.roof.bytes_by_rule");
  const base::Bytes tail = tail_of(data, dot, prediction);
  if (bytes && tail.value > 0 && static_cast<double>(tail.value) < dot.bytes) {
    dot.bytes -= static_cast<double>(tail.value);
    dot.note = base::say("chart.roof.tail", {{"bytes", base::show(tail)}});
  }
  if (!(dot.bytes > 0)) return std::nullopt;
  return dot;
}

/// The machine under whose roofs a teller's dots lie; null if they are not drawn.
const machine::DeviceSpec* spec_of(const ChartData& data, const Teller& teller) {
  if (teller.measurement < 0) return &*data.spec;
  const record::Measurement& measurement = data.measurements[teller.measurement];
  if (same_machine(*data.spec, measurement)) return &*data.spec;
  return data.beside && same_machine(*data.beside, measurement) ? &*data.beside : nullptr;
}

}  // namespace

double roof_at(const model::RooflineModel& roofs, double intensity) {
  const double slope = roofs.bandwidth * intensity;
  const double flat = roofs.ceilings.empty()
                          ? 0
                          : std::ranges::max(roofs.ceilings, {}, &model::Ceiling::flops_per_second).flops_per_second;
  return flat > 0 ? std::min(slope, flat) : slope;
}

std::vector<Dot> roofline_dots(const ChartData& data, const model::RooflineModel& roofs) {
  std::vector<Dot> dots;
  if (!data.spec) return dots;
  const auto reach = [&](const Dot& dot, const machine::DeviceSpec& spec, const model::RooflineModel& of) {
    const double slope = fastest_bandwidth(spec, of) * dot.intensity(), flat = flat_of(data, of);
    return flat > 0 ? std::min(slope, flat) : slope;
  };
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    const auto* found = prediction_of(data, plan);
    if (found == nullptr) continue;  // nobody counted its operations
    const model::Prediction& prediction = *found;
    for (const Teller& teller : tellers(data)) {
      const machine::DeviceSpec* spec = spec_of(data, teller);
      if (spec == nullptr) continue;  // these are not its roofs
      Dot start;
      start.plan = plan;
      start.teller = teller;
      start.flops = prediction.flops.value;
      if (!(start.flops > 0)) continue;  // no arithmetic, no place on a logarithmic axis
      auto dot = placed(data, roofs, start, prediction);
      if (!dot) continue;
      const auto& own = spec == &*data.spec ? roofs : model::roofline(*spec, model::tensor_operands(*data.chain));
      // So far above it is a mistake of units, scope or counting, or a cache at work.
      dot->above_roof = teller.measurement >= 0 && dot->performance() > record::over_bound * reach(*dot, *spec, own);
      if (teller.source != Source::guess && spec == &*data.spec) dot->limit = limit_of(data, *dot, prediction, roofs);
      dots.push_back(*dot);
    }
  }
  return dots;
}

std::string limit_words(const Dot& dot) {
  if (!dot.limit) return {};
  return std::string(base::text(*dot.limit == Limit::memory ? "chart.roof.limit.memory" : "chart.roof.limit.compute"));
}

std::string show_rate(double flops_per_second) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
  int step = 0;
  while (step < 6 && flops_per_second >= 999.5) flops_per_second /= 1000, ++step;
  return base::show_number(flops_per_second) + " " + prefixes[step] + "FLOP/s";
}

}  // namespace charts
