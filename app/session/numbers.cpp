// The tables: cells parted by tabs.
#include "session/numbers.hpp"

#include "base/words.hpp"

#include <fmt/format.h>

namespace session {
namespace {

std::string word(std::string_view key) {
  return std::string(base::text(key));
}

std::string row(std::initializer_list<std::string> cells) {
  std::string out;
  for (const auto& cell : cells) {
    if (&cell != cells.begin()) out += '\t';
    out += cell;
  }
  return out;
}

std::string share(double unfused, double fused) {
  return fused > 0 ? lesson::show_value("ratio.bytes", unfused / fused) : word("session.none");
}

std::string times_words(const std::optional<record::Times>& times) {
  if (!times) return word("session.not_timed");
  return fmt::format("{} ({}-{}, n {})", base::show(times->median), base::show(times->q1), base::show(times->q3),
                     times->n);
}

void measured_rows(const Bench& bench, std::vector<std::string>& lines) {
  const record::Measurement& m = *bench.measurement;
  if (m.plans.size() < 2) return;
  const auto &unfused = m.plans[0], &fused = m.plans[1];
  const std::string from = badge(bench, m.source);
  const auto bytes = [](const record::PlanMeasurement& plan) {
    return plan.bytes() ? base::show(*plan.bytes()) : plan.no_bytes_because;
  };
  const bool counted = unfused.bytes() && fused.bytes();
  lines.push_back(
      row({word("session.row.bytes"), bytes(unfused), bytes(fused),
           counted ? share(static_cast<double>(unfused.bytes()->value), static_cast<double>(fused.bytes()->value))
                   : word("session.none"),
           from}));
  const auto times = [&](std::string_view key, const auto& a, const auto& b) {
    lines.push_back(row({word(key), times_words(a), times_words(b),
                         a && b ? share(a->median.value, b->median.value) : word("session.none"), from}));
  };
  times("session.row.cold", unfused.cold, fused.cold);
  if (unfused.batch || fused.batch) times("session.row.batch", unfused.batch, fused.batch);
}

}  // namespace

std::string badge(const Bench& bench, record::Source source) {
  using record::Source;
  switch (source) {
    case Source::guess:
      return word("session.badge.guess");
    case Source::model:
      return bench.spec.calibrated_on.empty()
                 ? base::say("session.badge.model_sheet", {{"device", bench.spec.name}})
                 : base::say("session.badge.model_here", {{"date", bench.spec.calibrated_on}});
    case Source::measured:
    case Source::recorded:
    case Source::imported:
      break;
  }
  return fmt::format("{} ({})", record::name(source), record::name(bench.measurement->tier));
}

Node numbers_table(const Bench& bench, const std::vector<record::Guess>& guesses) {
  Node table = make("reveal.numbers", Role::table, word("session.numbers"));
  auto& lines = table.lines;
  lines.push_back(row({"", word("session.column.unfused"), word("session.column.fused"), word("session.column.ratio"),
                       word("session.column.source")}));
  for (const auto& guess : guesses) {
    const std::string said = lesson::show_quantity(guess.quantity, guess.value);
    const bool unfused = guess.quantity.ends_with(".unfused"), fused = guess.quantity.ends_with(".fused");
    lines.push_back(row({base::say("session.row.guess", {{"quantity", guess.quantity}}), unfused ? said : "",
                         fused ? said : "", unfused || fused ? "" : said, word("session.badge.guess")}));
  }
  const auto &unfused = bench.predictions.at(0), &fused = bench.predictions.at(1);
  const std::string model = badge(bench, record::Source::model);
  lines.push_back(row({word("session.row.crossings"), std::to_string(unfused.crossings),
                       std::to_string(fused.crossings), share(unfused.crossings, fused.crossings), model}));
  lines.push_back(
      row({word("session.row.bytes"), base::show(unfused.bytes()), base::show(fused.bytes()),
           share(static_cast<double>(unfused.bytes().value), static_cast<double>(fused.bytes().value)), model}));
  if (bench.timed) {
    lines.push_back(row({word("session.row.cold"), base::show(unfused.cold), base::show(fused.cold),
                         share(unfused.cold.value, fused.cold.value), model}));
  }
  if (bench.measurement) measured_rows(bench, lines);
  return table;
}

Node predictions_table(const Bench& bench) {
  Node table = make("lab.predictions", Role::table,
                    base::say("session.predictions", {{"source", badge(bench, record::Source::model)}}));
  table.lines.push_back(row({word("session.column.plan"), word("session.column.kernel"), word("session.row.crossings"),
                             word("session.row.bytes"), word("session.row.cold"), word("session.column.why")}));
  for (std::size_t p = 0; p < bench.plans.size(); ++p) {
    const auto& plan = bench.plans[p];
    const auto& prediction = bench.predictions[p];
    for (const auto& kernel : prediction.kernels) {
      std::string ops;
      for (const int op : plan.groups.at(static_cast<std::size_t>(kernel.group)).ops) {
        ops.append(ops.empty() ? "" : ", ").append(chain::info(bench.chain->values[op].op).name);
      }
      table.lines.push_back(row(
          {plan.name, ops, std::to_string(kernel.traffic.crossings), base::show(kernel.traffic.bytes()),
           bench.timed ? base::show(kernel.cold) : word("session.not_calibrated"), bench.timed ? kernel.because : ""}));
    }
    table.lines.push_back(row({plan.name, word("session.row.together"), std::to_string(prediction.crossings),
                               base::show(prediction.bytes()),
                               bench.timed ? base::show(prediction.cold) : word("session.not_calibrated"), ""}));
  }
  return table;
}

}  // namespace session
