// Rows and sentences of the timeline.
#include "charts/bars/timeline_table.hpp"

#include "base/words.hpp"
#include "charts/bars/kernel_spans.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/source_words.hpp"

namespace charts {
namespace {

/// "stream, run 2 of 3"
std::string run_words(const record::Timeline& timeline) {
  return base::say(
      "chart.timeline.run",
      {{"submit", timeline.submit}, {"run", std::to_string(timeline.run)}, {"runs", std::to_string(timeline.runs)}});
}

/// Why a measurement has no kernels of this plan.
std::string untold(const record::Measurement& measurement, const std::string& plan) {
  const auto* found = plan_of(measurement, plan);
  const bool said = found != nullptr && !found->no_timeline_because.empty();
  return said ? found->no_timeline_because : std::string(base::text("chart.timeline.no_records"));
}

const record::Measurement* measurement_of(const ChartData& data, const Teller& teller) {
  return teller.measurement < 0 ? nullptr : &data.measurements[teller.measurement];
}

void add_rows(const ChartData& data, std::size_t plan, const Teller& teller, figure::Table& table) {
  const Reading of = reading(data, plan, teller, Quantity::time);
  if (!of.value) return;
  const std::string& name = data.plans[plan].name;
  const record::Measurement* from = measurement_of(data, teller);
  const std::string who = label(data, teller), tier(from == nullptr ? "" : record::name(from->tier));
  const record::Timeline* run = timeline_of(data, plan, teller);
  const bool by_model = teller.source == Source::model;
  const auto spans = by_model ? modelled_spans(data, plan) : measured_spans(data, plan, teller);
  const auto row = [&](const std::string& kernel, double begin, const std::string& work, double end, std::string note) {
    table.rows.push_back(
        {{name, kernel, who, tier, plain_number(begin), work, plain_number(end), std::move(note)}, stage_of(teller)});
  };
  for (const KernelSpan& span : spans) {
    row(span.ops, span.begin, plain_number(span.work), span.end, run == nullptr ? "" : run_words(*run));
  }
  if (by_model && !spans.empty()) return;
  row(std::string(base::text("chart.timeline.whole")), 0, "", *of.value,
      from == nullptr  ? ""
      : run == nullptr ? untold(*from, name)
                       : std::string(base::text("chart.timeline.median")));
}

}  // namespace

figure::Table timeline_table(const ChartData& data) {
  figure::Table table;
  table.columns = {{"plan", ""},   {"kernel", ""},     {"source", ""}, {"tier", ""},
                   {"start", "s"}, {"work from", "s"}, {"end", "s"},   {"note", ""}};
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    for (const Teller& teller : tellers(data)) add_rows(data, plan, teller, table);
  }
  return table;
}

std::string timeline_head(const ChartData& data) {
  return base::say("chart.timeline.description", {{"chain", one_line(*data.chain)}});
}

std::string timeline_description(const ChartData& data) {
  std::string whole = timeline_head(data);
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    const std::string& name = data.plans[plan].name;
    whole += " " + plan_words(name) + ": " + kernels_words(data, plan) + ".";
    for (const Teller& teller : tellers(data)) {
      const record::Measurement* from = measurement_of(data, teller);
      if (from == nullptr || !reading(data, plan, teller, Quantity::time).value) continue;
      const record::Timeline* run = timeline_of(data, plan, teller);
      if (run == nullptr) {
        whole += " " + base::say("chart.timeline.untold", {{"source", badge(*from)}, {"why", untold(*from, name)}});
        continue;
      }
      whole += " " + base::say("chart.timeline.told", {{"source", badge(*from)},
                                                       {"run", run_words(*run)},
                                                       {"kernels", spans_words(measured_spans(data, plan, teller))},
                                                       {"time", base::show(run->length())}});
    }
  }
  return whole;
}

}  // namespace charts
