// Readings out of guesses, predictions and measurements.
#include "charts/frame/reading.hpp"

#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/source_words.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

Reading guessed(const ChartData& data, const std::string& quantity) {
  Reading out;
  for (const record::Guess& guess : data.guesses) {
    if (guess.quantity != quantity) continue;
    out = {};
    if (std::isfinite(guess.value) && guess.value >= 0) {
      out.value = guess.value;
    } else {
      out.missing = base::text("chart.missing.guess");
    }
  }
  return out;
}

/// What has no kernel on a GPU: what would its time be of?
bool has_no_kernel(const ChartData& data, const plan::FusionPlan& plan) {
  return data.spec && data.spec->kind == machine::Kind::gpu && !plan.has_gpu_kernels();
}

Reading modelled(const ChartData& data, std::size_t plan, Quantity quantity) {
  Reading out;
  std::vector<const record::Measurement*> beside;
  for (const record::Measurement& one : data.measurements) beside.push_back(&one);
  const model::Prediction* prediction = prediction_of(data, plan);
  if (prediction == nullptr) return out;
  switch (quantity) {
    case Quantity::crossings:
      out.value = prediction->crossings;
      break;
    case Quantity::bytes:
      out.value = static_cast<double>(model_bytes(*prediction, beside).value);
      out.at_dram = model_bytes(*prediction, beside) != prediction->bytes();
      break;
    case Quantity::time:
    case Quantity::all:
      if (has_no_kernel(data, data.plans[plan])) {
        out.missing = base::text("chart.missing.kernel");
        return out;
      }
      out.value = prediction->cold.value;
      break;
  }
  if (!std::isfinite(*out.value)) out = {std::nullopt, std::string(base::text("chart.missing.model")), {}, false};
  return out;
}

Reading measured(const record::Measurement& measurement, const std::string& plan, Quantity quantity) {
  const auto missing = [](std::string_view why) { return Reading{std::nullopt, std::string(why), {}, false}; };
  const record::PlanMeasurement* of = plan_of(measurement, plan);
  const bool imported = measurement.source == Source::imported;
  if (of == nullptr) return missing(base::text(imported ? "chart.missing.import" : "chart.missing.run"));
  if (!of->verdict.passed) return missing(base::text("chart.missing.verdict"));
  if (quantity == Quantity::time) {
    if (!of->cold) return missing(base::text("chart.missing.time"));
    return {of->cold->median.value, {}, Spread{of->cold->q1.value, of->cold->q3.value, of->cold->n}, false};
  }
  // Whole tensors follow from the loops that ran; no counter counts them. From times alone they are not known either.
  const auto bytes = of->bytes();
  if (!bytes) return missing(of->no_bytes_because.empty() ? base::text("chart.missing.bytes") : of->no_bytes_because);
  Reading out;
  out.value = quantity == Quantity::crossings ? of->crossings : static_cast<double>(bytes->value);
  out.by_construction = quantity == Quantity::crossings || measurement.tier == record::Tier::counted;
  return out;
}

}  // namespace

base::Bytes model_bytes(const model::Prediction& prediction, const std::vector<const record::Measurement*>& beside) {
  const auto told_by = [&](record::Tier tier) {
    return std::ranges::any_of(beside, [&](const record::Measurement* one) {
      return one->tier == tier &&
             std::ranges::any_of(one->plans, [](const auto& plan) { return plan.bytes().has_value(); });
    });
  };
  // Beside a processor's run the model is of that processor, whatever else is shown.
  const bool counters = told_by(record::Tier::counters) && !told_by(record::Tier::counted);
  const auto& dram = prediction.cold_levels.dram;
  return counters && dram ? dram->both() : prediction.bytes();
}

std::vector<Teller> tellers(const ChartData& data) {
  const auto slot = [&](Source source) { return std::ranges::find(data.slots, source) != data.slots.end(); };
  std::vector<Teller> out;
  // A guessed ratio is no bar's.
  const bool guessed =
      std::ranges::any_of(data.guesses, [](const auto& guess) { return !guess.quantity.starts_with("ratio."); });
  if (slot(Source::guess) || guessed) out.push_back({Source::guess, -1});
  if (slot(Source::model) || !data.predictions.empty()) out.push_back({Source::model, -1});
  for (Source source : {Source::measured, Source::imported, Source::recorded}) {
    bool any = false;
    for (std::size_t i = 0; i < data.measurements.size(); ++i) {
      if (data.measurements[i].source != source) continue;
      out.push_back({source, static_cast<int>(i)});
      any = true;
    }
    // A recorded run fills the slot kept for a measured one.
    const bool filled = any || (source == Source::measured && !data.measurements.empty());
    if (!filled && slot(source)) out.push_back({source, -1});
  }
  return out;
}

Stage stage_of(Source source) {
  switch (source) {
    case Source::guess:
      return Stage::guess;
    case Source::model:
      return Stage::model;
    case Source::measured:
    case Source::recorded:
    case Source::imported:
      return Stage::truth;
  }
  return Stage::truth;
}

namespace {

std::string labelled(const ChartData& data, const Teller& teller, bool by_construction) {
  if (teller.source == Source::guess && data.example_guess) return std::string(base::text("chart.example_guess"));
  if (teller.measurement < 0) return source_words(teller.source);
  const record::Measurement& of = data.measurements[teller.measurement];
  std::string out = source_words(of, by_construction);
  const bool several = std::ranges::count(data.measurements, teller.source, &record::Measurement::source) > 1;
  if (several || (data.spec && !same_machine(*data.spec, of))) out += " " + of.provenance.device_id;
  return out;
}

}  // namespace

std::string label(const ChartData& data, const Teller& teller) {
  return labelled(data, teller, false);
}

std::string label(const ChartData& data, const Teller& teller, const Reading& of) {
  // Of what was recorded the row says so, and the hatching of its bar the rest.
  const bool measured = teller.measurement >= 0 && teller.source == Source::measured;
  return labelled(data, teller, measured && of.by_construction);
}

Reading reading(const ChartData& data, std::size_t plan, const Teller& teller, Quantity quantity) {
  const std::string& name_of_plan = data.plans[plan].name;
  switch (teller.source) {
    case Source::guess:
      return guessed(data, std::string(name(quantity)) + "." + name_of_plan);
    case Source::model:
      return modelled(data, plan, quantity);
    case Source::measured:
    case Source::recorded:
    case Source::imported:
      if (teller.measurement < 0) return {};
      return measured(data.measurements[teller.measurement], name_of_plan, quantity);
  }
  return {};
}

std::optional<Teller> truth_teller(const ChartData& data, std::size_t plan, Quantity quantity) {
  for (const Teller& teller : tellers(data)) {
    if (teller.measurement >= 0 && reading(data, plan, teller, quantity).value) return teller;
  }
  return std::nullopt;
}

Reading truth(const ChartData& data, std::size_t plan, Quantity quantity) {
  const auto teller = truth_teller(data, plan, quantity);
  return teller ? reading(data, plan, *teller, quantity) : Reading{};
}

}  // namespace charts
