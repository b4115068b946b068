// From ways to plans and a measurement.
#include "charts/frame/overlay.hpp"

#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "record/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

record::Measurement imported_times(const record::Imported& import) {
  record::Measurement out;
  out.chain = import.chain->text;
  out.source = Source::imported;
  out.tier = record::Tier::times_only;
  out.provenance.device = import.device;
  out.provenance.driver = import.driver;
  out.provenance.date = import.date;
  out.provenance.version = programs_of(import);
  out.provenance.command = import.command;
  out.provenance.submit = "stream";
  const auto sheets = record::data_sheets();
  const auto* sheet = record::sheet_of(import.device, sheets);
  out.provenance.device_id = sheet == nullptr ? import.device : sheet->id;
  for (const record::ImportedWay& way : import.ways) {
    record::PlanMeasurement plan;
    plan.plan = way_name(import, way);
    plan.verdict.passed = true;  // its script compared the outputs before it timed
    plan.verdict.max_abs_error = way.max_abs_error;
    plan.cold = way.time;
    plan.no_bytes_because = base::text("chart.import.no_bytes");
    out.plans.push_back(std::move(plan));
  }
  out.remarks.push_back(base::say("chart.import.remark", {{"programs", out.provenance.version}}));
  return out;
}

bool same_card(const record::Imported& import, const record::Measurement& measurement) {
  const auto sheets = record::data_sheets();
  const auto* theirs = record::sheet_of(import.device, sheets);
  const auto* ours = record::sheet_of(measurement.provenance.device, sheets);
  if (theirs != nullptr || ours != nullptr) return theirs == ours;
  return import.device == measurement.provenance.device;
}

}  // namespace

std::string way_name(const record::Imported& import, const record::ImportedWay& way) {
  const std::string& program = way.program.empty() ? import.program : way.program;
  return program == way.name ? program : fmt::format("{} {}", program, way.name);
}

std::string programs_of(const record::Imported& import) {
  std::vector<std::string> all;
  for (const record::ImportedWay& way : import.ways) {
    std::string one = record::program_of(import, way);
    if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
  }
  return fmt::format("{}", fmt::join(all, ", "));
}

base::Expected<void> expect_of(const record::Imported& import, const chain::Chain& chain) {
  if (import.chain && canonical(*import.chain) == canonical(chain)) return {};
  return base::wrong(
      base::say("chart.import.chain", {{"what", import.what}}),
      base::say("chart.import.chain.hint", {{"chain", import.chain ? one_line(*import.chain) : import.what}}));
}

base::Expected<void> lay_over(ChartData& data, const record::Imported& import) {
  if (const auto same = expect_of(import, *data.chain); !same) return same;
  for (const record::Measurement& measurement : data.measurements) {
    if (same_card(import, measurement)) continue;
    return base::wrong(
        base::say("chart.import.card", {{"imported", import.device}, {"measured", measurement.provenance.device}}),
        base::say("chart.import.card.hint"));
  }
  for (const record::ImportedWay& way : import.ways) {
    plan::FusionPlan plan = way.cut;
    plan.name = way_name(import, way);
    plan.chain = data.chain;  // the same ops; its names are those of the chart
    if (data.spec) data.predictions.push_back(model::predict(plan, *data.spec));
    data.plans.push_back(std::move(plan));
  }
  data.measurements.push_back(imported_times(import));
  return {};
}

}  // namespace charts
