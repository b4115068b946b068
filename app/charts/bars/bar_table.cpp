// Rows of the bytes bars.
#include "charts/bars/bar_table.hpp"

#include "base/words.hpp"
#include "charts/frame/source_words.hpp"

namespace charts {
namespace {

std::string_view unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::crossings:
      return "crossings";
    case Quantity::bytes:
      return "B";
    case Quantity::time:
    case Quantity::all:
      return "s";
  }
  return {};
}

figure::Row row(const ChartData& data, std::size_t plan, const Teller& teller, Quantity quantity, const Reading& of) {
  const bool measured = teller.measurement >= 0;
  std::string tier(measured ? record::name(data.measurements[teller.measurement].tier) : "");
  if (of.by_construction) tier = record::name(record::Tier::counted);
  const auto number = [](const std::optional<double>& n) { return n ? plain_number(*n) : std::string(); };
  std::optional<double> q1, q3;
  if (of.spread) q1 = of.spread->q1, q3 = of.spread->q3;
  std::string note = of.missing;
  if (of.by_construction) note = by_construction_words();
  if (of.at_dram) note = base::text("chart.at_dram");
  return {{data.plans[plan].name, std::string(name(quantity)), label(data, teller), tier, number(of.value),
           std::string(unit(quantity)), number(q1), number(q3), of.spread ? std::to_string(of.spread->n) : "", note},
          stage_of(teller)};
}

}  // namespace

figure::Table bar_table(const ChartData& data, Quantity quantity) {
  figure::Table table;
  for (const char* column : {"plan", "quantity", "source", "tier", "value", "unit", "q1", "q3", "n", "note"}) {
    table.columns.push_back({column, ""});
  }
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
    for (Quantity of : {Quantity::crossings, Quantity::bytes, Quantity::time}) {
      if (quantity != Quantity::all && quantity != of) continue;
      for (const Teller& teller : tellers(data)) {
        const Reading told = reading(data, plan, teller, of);
        if (told.value || !told.missing.empty()) table.rows.push_back(row(data, plan, teller, of, told));
      }
    }
  }
  return table;
}

}  // namespace charts
