// Printing a measurement beside its predictions.
#include "cli/results.hpp"

#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/verdict_words.hpp"
#include "cli/json.hpp"
#include "cli/output.hpp"
#include "measure/ceilings.hpp"
#include "record/description.hpp"
#include "record/errors.hpp"
#include "record/plausibility.hpp"
#include "record/scatter.hpp"
#include "study/resources.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

using nlohmann::ordered_json;

ordered_json times_json(const record::Times& times) {
  return {{"median", times.median.value * 1e6},
          {"q1", times.q1.value * 1e6},
          {"q3", times.q3.value * 1e6},
          {"n", times.n},
          {"noise", times.noise}};
}

std::string times_text(const std::optional<record::Times>& times) {
  if (!times) return std::string(base::text("app.not_timed"));
  return base::say("cli.results.times", {{"median", base::show(times->median)},
                                         {"q1", base::show(times->q1)},
                                         {"q3", base::show(times->q3)},
                                         {"n", std::to_string(times->n)}});
}

std::string verdict_text(const record::PlanMeasurement& plan) {
  const record::Verdict& v = plan.verdict;
  if (!v.passed) return base::say("app.verdict_failed", {{"plan", charts::plan_words(plan.plan)}, {"worst", v.worst}});
  if (const std::int64_t lost = record::summary(plan.errors).not_finite; !plan.errors.empty() && lost > 0) {
    return base::say("app.verdict_overflowed", {{"plan", charts::plan_words(plan.plan)},
                                                {"n", base::group_digits(v.checked)},
                                                {"lost", base::group_digits(lost)}});
  }
  return base::say("app.verdict_passed", static_cast<std::uint64_t>(v.checked),
                   {{"plan", charts::plan_words(plan.plan)},
                    {"n", base::group_digits(v.checked)},
                    {"share", base::show_number(100 * v.worst_of_bound, 2)}});
}

/// How far off the outputs are from the chain in double, one line an output.
std::string errors_text(const record::PlanMeasurement& plan) {
  std::string out;
  for (const record::Errors& errors : plan.errors) {
    if (errors.finite() == 0) continue;  // nothing is left that could be near
    out += base::say("app.errors", {{"plan", charts::plan_words(plan.plan)},
                                    {"output", errors.output},
                                    {"worst", base::show_number(errors.worst, 3)},
                                    {"dtype", errors.dtype},
                                    {"rms", base::show_number(errors.rms, 2)},
                                    {"bias", base::show_number(errors.bias, 2)},
                                    {"relative", base::show_number(errors.worst_relative, 2)}}) +
           "\n";
  }
  return out;
}

ordered_json errors_json(const record::PlanMeasurement& plan) {
  if (plan.errors.empty()) return nullptr;
  ordered_json all = ordered_json::array();
  for (const record::Errors& errors : plan.errors) record::Writer(all.emplace_back()).all(errors);
  return all;
}

ordered_json timeline_json(const record::Timeline& timeline) {
  ordered_json kernels = ordered_json::array();
  for (const record::KernelTime& one : timeline.kernels) {
    kernels.push_back({{"kernel", one.kernel},
                       {"begin", static_cast<double>(one.begin) / 1e3},
                       {"end", static_cast<double>(one.end) / 1e3}});
  }
  return {
      {"submit", timeline.submit}, {"run", timeline.run}, {"runs", timeline.runs}, {"kernels_us", std::move(kernels)}};
}

/// Who predicted, and of which way of ordering where that is not the plain one.
std::string model_line(const Study& study, const record::Measurement& measurement) {
  std::string line = base::say(study.spec.calibrated_on.empty() ? "chart.foot.model" : "cli.results.model",
                               {{"spec", study.spec.name}, {"source", study.spec.launch.source}});
  if (record::submit_of(measurement) == machine::Submit::graph)
    line += base::text(study.spec.submit == machine::Submit::graph ? "cli.results.model.graph"
                                                                   : "cli.results.model.no_graph");
  return line;
}

}  // namespace

bool all_passed(const record::Measurement& measurement) {
  return std::ranges::all_of(measurement.plans, [](const auto& plan) { return plan.verdict.passed; });
}

std::string submit_words(const record::Measurement& measurement) {
  const std::string& way = measurement.provenance.submit;
  if (way == "stream") return std::string(base::text("app.submit.by_stream"));
  return way == "graph" ? std::string(base::text("app.submit.by_graph")) : std::string();
}

std::string footing(const record::Measurement& measurement) {
  std::string out;
  for (const auto& plan : measurement.plans) out += verdict_text(plan) + "\n" + errors_text(plan);
  for (const std::string& remark : record::told_beside(measurement)) out += remark + "\n";
  const record::Provenance& from = measurement.provenance;
  const std::string where = base::say(from.driver.empty() ? "cli.results.from" : "cli.results.from.driver",
                                      {{"source", charts::source_words(measurement.source)},
                                       {"device", record::device_words(measurement)},
                                       {"driver", from.driver},
                                       {"submit", submit_words(measurement)},
                                       {"date", from.date},
                                       {"seed", std::to_string(from.seed)},
                                       {"version", from.version}});
  return out + fmt::format("\n{}\n{}\n", where, from.method);
}

/// A line for each reason why a plan's bytes were not counted, once if all plans share it.
std::string why_not_counted(const record::Measurement& measurement) {
  std::vector<std::string> told;
  for (const auto& plan : measurement.plans) {
    if (!plan.bytes() && std::ranges::find(told, plan.no_bytes_because) == told.end()) {
      told.push_back(plan.no_bytes_because);
    }
  }
  return fmt::format("{}{}", fmt::join(told, "\n"), told.empty() ? "" : "\n");
}

/// "32, the last 3 % empty"
std::string waves_words(const model::Waves& waves) {
  return base::say("cli.results.waves", {{"count", base::group_digits(waves.count())},
                                         {"empty", fmt::format("{:.0f}", 100 * waves.last_empty())}});
}

/// A line for each kernel whose registers the compiler told: a GPU's.
std::string resources_text(const record::Measurement& measurement) {
  std::vector<std::vector<std::string>> rows;
  const record::Target card = measurement.target.value_or(record::Target{});
  const auto bytes = [](const std::optional<base::Bytes>& of) { return of ? base::show(*of) : std::string("-"); };
  for (const record::PlanMeasurement& plan : measurement.plans) {
    for (const record::KernelCode& code : plan.code) {
      if (!code.registers) continue;
      const auto fits = study::occupancy_of(code, card.compute_capability);
      const auto waves = study::waves_of(code, card);
      rows.push_back({charts::plan_words(plan.plan), code.entry, std::to_string(*code.registers), bytes(code.shared),
                      bytes(code.spill_stores), bytes(code.spill_loads),
                      fits ? base::say("cli.results.warps",
                                       {{"warps", std::to_string(fits->warps)}, {"most", std::to_string(fits->most)}})
                           : "-",
                      waves ? base::group_digits(waves->blocks) : "-", waves ? waves_words(*waves) : "-"});
    }
  }
  if (rows.empty()) return {};
  std::vector<std::string> head;
  for (const char* column :
       {"plan", "kernel", "registers", "shared_all", "spill_stores", "spill_loads", "warps", "blocks", "waves"}) {
    head.push_back(base::say("cli.column." + std::string(column)));
  }
  rows.insert(rows.begin(), head);
  return text_table(rows) + "\n";
}

ordered_json resources_json(const record::Measurement& measurement, const record::PlanMeasurement& plan) {
  ordered_json all = ordered_json::array();
  const record::Target card = measurement.target.value_or(record::Target{});
  for (const record::KernelCode& code : plan.code) {
    if (!code.registers) continue;
    const auto fits = study::occupancy_of(code, card.compute_capability);
    const auto waves = study::waves_of(code, card);
    all.push_back({{"kernel", code.entry},
                   {"registers", *code.registers},
                   {"shared_bytes", or_null(code.shared)},
                   {"spill_store_bytes", or_null(code.spill_stores)},
                   {"spill_load_bytes", or_null(code.spill_loads)},
                   {"warps", fits ? ordered_json(fits->warps) : ordered_json(nullptr)},
                   {"most_warps", fits ? ordered_json(fits->most) : ordered_json(nullptr)},
                   {"blocks", waves ? ordered_json(waves->blocks) : ordered_json(nullptr)},
                   {"blocks_at_once", waves ? ordered_json(waves->at_once) : ordered_json(nullptr)},
                   {"waves", waves ? ordered_json(waves->count()) : ordered_json(nullptr)},
                   {"last_wave_empty_share", waves ? ordered_json(waves->last_empty()) : ordered_json(nullptr)}});
  }
  return all;
}

std::string report(const Study& study, const record::Measurement& measurement,
                   const std::optional<study::EagerTime>& eager_there) {
  std::vector<std::vector<std::string>> rows{
      {base::say("cli.column.plan"), base::say("cli.column.crossings_model"),
       base::say("cli.column.bytes_of", {{"tier", charts::tier_words(measurement.tier)}}),
       base::say("cli.column.time_model"),
       base::say("cli.column.cold_of", {{"source", charts::source_words(measurement)}}),
       base::say("cli.column.batch")}};
  for (std::size_t p = 0; p < measurement.plans.size(); ++p) {
    const record::PlanMeasurement& plan = measurement.plans[p];
    const model::Prediction& prediction = study.predictions[p];
    rows.push_back(
        {charts::plan_words(plan.plan), fmt::format("{}", prediction.crossings),
         plan.bytes() ? base::group_digits(plan.bytes()->value) : std::string(base::text("chart.missing.bytes")),
         base::show(prediction.cold), times_text(plan.cold),
         plan.batch ? base::show(plan.batch->median) : std::string(base::text("app.not_timed"))});
  }
  std::string out = text_table(rows) + "\n" + resources_text(measurement) + why_not_counted(measurement);
  if (measurement.plans.size() >= 2) {
    const auto &unfused = measurement.plans[0], &fused = measurement.plans[1];
    if (unfused.cold && fused.cold) {
      const std::string_view words = !record::comparable(*unfused.cold, *fused.cold) ? "app.speedup_scattered"
                                     : record::same_time(*unfused.cold, *fused.cold) ? "app.speedup_same"
                                                                                     : "app.speedup";
      out +=
          base::say(words,
                    {{"measured", base::show_number(unfused.cold->median.value / fused.cold->median.value)},
                     {"source", charts::source_words(measurement.source)},
                     {"model", base::show_number(study.predictions[0].cold.value / study.predictions[1].cold.value)}}) +
          "\n";
    }
    const auto eager = std::ranges::find(measurement.plans, "eager", &record::PlanMeasurement::plan);
    if (eager != measurement.plans.end() && eager->cold && fused.cold) {
      const auto place = static_cast<std::size_t>(eager - measurement.plans.begin());
      out +=
          base::say(
              "app.speedup.eager",
              {{"measured", base::show_number(eager->cold->median.value / fused.cold->median.value)},
               {"source", charts::source_words(measurement.source)},
               {"model", base::show_number(study.predictions[place].cold.value / study.predictions[1].cold.value)}}) +
          "\n";
    } else if (study::eager_of(study)) {  // where it is not known, predict says why
      out += eager_line(study, eager_there);
    }
    if (fused.verdict.passed) {
      const bool numbers = charts::differs_by_numbers_only(fused.verdict);
      out += base::say(numbers ? "app.identical.numbers" : "app.identical",
                       {{"same", base::group_digits(fused.verdict.identical)},
                        {"all", base::group_digits(fused.verdict.outputs)},
                        {"difference", base::show_number(fused.verdict.largest_difference, 2)}}) +
             "\n";
    }
  }
  if (model::arithmetic_first(study.predictions[1])) out += std::string(base::text("app.arithmetic_first")) + "\n";
  const std::string doubt = measure::ceilings_doubt(study.spec, study.predictions, measurement);
  if (!doubt.empty()) out += doubt + " " + std::string(base::text("cli.results.measure_again")) + "\n";
  return out + footing(measurement) + model_line(study, measurement) + "\n";
}

void add_measurement(ordered_json& json, const record::Measurement& measurement) {
  for (std::size_t p = 0; p < measurement.plans.size(); ++p) {
    const record::PlanMeasurement& plan = measurement.plans[p];
    const record::Verdict& v = plan.verdict;
    ordered_json measured;
    measured["source"] = record::name(measurement.source);
    measured["tier"] = record::name(measurement.tier);
    measured["device"] = measurement.provenance.device;
    measured["time_us"] = plan.cold ? times_json(*plan.cold) : ordered_json(nullptr);
    measured["batch_time_us"] = plan.batch ? times_json(*plan.batch) : ordered_json(nullptr);
    measured["dram_read_bytes"] = or_null(plan.dram_read);
    measured["dram_write_bytes"] = or_null(plan.dram_written);
    measured["dram_tail_bytes"] = or_null(plan.dram_tail);
    measured["levels"] = {{"cold", to_json(record::cold_levels(measurement, plan))},
                          {"batch", to_json(plan.batch ? record::batch_levels(measurement, plan) : base::Levels{})}};
    measured["throttled"] = plan.throttled;
    measured["clocks_hz"] = plan.clocks
                                ? ordered_json{{"processor", plan.clocks->processor}, {"memory", plan.clocks->memory}}
                                : ordered_json(nullptr);
    measured["no_bytes_because"] = or_null(plan.no_bytes_because);
    measured["resources"] = resources_json(measurement, plan);
    measured["timeline"] = plan.timeline ? timeline_json(*plan.timeline) : ordered_json(nullptr);
    measured["no_timeline_because"] = or_null(plan.no_timeline_because);
    json["plans"][p]["measured"] = std::move(measured);
    json["plans"][p]["verdict"] = {{"passed", v.passed},
                                   {"checked", v.checked},
                                   {"max_abs_error", v.max_abs_error},
                                   {"worst_of_bound", v.worst_of_bound},
                                   {"worst", v.worst},
                                   {"fused_equals_unfused", v.fused_equals_unfused},
                                   {"identical", v.identical},
                                   {"outputs", v.outputs},
                                   {"nan_outputs", v.nan_outputs},
                                   {"poison_left", v.poison_left},
                                   {"guards_whole", v.guards_whole},
                                   {"ill_conditioned", v.ill_conditioned}};
    json["plans"][p]["errors"] = errors_json(plan);
  }
  record::Writer(json["provenance"]).all(measurement.provenance);
  json["key"] = measurement.key;
  json["remarks"] = measurement.remarks;
  json["doubts"] = measurement.doubts;
  json["stranger"] = or_null(record::stranger_words(measurement));
}

}  // namespace cli
