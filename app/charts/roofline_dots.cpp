// Dots out of readings.
#include "charts/roofline_dots.hpp"

#include "base/words.hpp"
#include "charts/provenance.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

using record::Source;

/// A dot this far above every roof is a mistake of units, scope or counting, or a cache at work.
constexpr double tolerance = 1.03;

/// The fastest mix that is known: a plan that mostly reads may beat the balanced slope and still be right.
double fastest_bandwidth(const machine::DeviceSpec& spec, const model::RooflineModel& roofs) {
  double best = std::max(roofs.bandwidth, spec.dram_bandwidth.value);
  for (const machine::MixBandwidth& mix : spec.mixes) best = std::max(best, mix.bandwidth.value);
  return best;
}

double highest(const model::RooflineModel& roofs) {
  double best = 0;
  for (const model::Ceiling& ceiling : roofs.ceilings) best = std::max(best, ceiling.flops_per_second);
  return best;
}

/// A guess says bytes, or crossings, and perhaps a time.
std::optional<Dot> guessed(const ChartData& data, const model::RooflineModel& roofs, Dot dot) {
  std::optional<double> bytes = reading(data, dot.plan, dot.teller, Quantity::bytes).value;
  if (!bytes) {
    const auto crossings = reading(data, dot.plan, dot.teller, Quantity::crossings).value;
    double tensor = 0;
    for (const chain::Value& value : data.chain->values) {
      tensor = std::max(tensor, static_cast<double>(value.bytes().value));
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

std::optional<Dot> placed(const ChartData& data, const model::RooflineModel& roofs, Dot dot, double counted_bytes) {
  if (dot.teller.source == Source::guess) return guessed(data, roofs, dot);
  const auto bytes = reading(data, dot.plan, dot.teller, Quantity::bytes).value;
  const auto time = reading(data, dot.plan, dot.teller, Quantity::time).value;
  if (!time || !(*time > 0)) return std::nullopt;
  dot.seconds = *time;
  dot.bytes = bytes.value_or(counted_bytes);
  if (!bytes) dot.note = base::text("chart.roof.bytes_by_rule");
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
  const double slope = roofs.bandwidth * intensity, flat = highest(roofs);
  return flat > 0 ? std::min(slope, flat) : slope;
}

std::vector<Dot> roofline_dots(const ChartData& data, const model::RooflineModel& roofs) {
  std::vector<Dot> dots;
  if (!data.spec) return dots;
  const auto reach = [&](const Dot& dot, const machine::DeviceSpec& spec, const model::RooflineModel& of) {
    const double slope = fastest_bandwidth(spec, of) * dot.intensity(), flat = highest(of);
    return flat > 0 ? std::min(slope, flat) : slope;
  };
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    const auto found = std::ranges::find(data.predictions, data.plans[plan].name, &model::Prediction::plan);
    const model::Prediction prediction =
        found != data.predictions.end() ? *found : model::predict(data.plans[plan], *data.spec);
    for (const Teller& teller : tellers(data)) {
      const machine::DeviceSpec* spec = spec_of(data, teller);
      if (spec == nullptr) continue;  // these are not its roofs
      Dot start;
      start.plan = plan;
      start.teller = teller;
      start.flops = prediction.flops.value;
      if (!(start.flops > 0)) continue;  // no arithmetic, no place on a logarithmic axis
      auto dot = placed(data, roofs, start, static_cast<double>(prediction.bytes().value));
      if (!dot) continue;
      const auto& own = spec == &*data.spec ? roofs : model::roofline(*spec);
      dot->above_roof = teller.measurement >= 0 && dot->performance() > tolerance * reach(*dot, *spec, own);
      dots.push_back(*dot);
    }
  }
  return dots;
}

std::string show_rate(double flops_per_second) {
  constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
  int step = 0;
  while (step < 6 && flops_per_second >= 999.5) flops_per_second /= 1000, ++step;
  return base::show_number(flops_per_second) + " " + prefixes[step] + "FLOP/s";
}

}  // namespace charts
