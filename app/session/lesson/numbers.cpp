// The tables: cells parted by tabs.
#include "session/lesson/numbers.hpp"

#include "base/words.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "machine/cards.hpp"
#include "record/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace session {
namespace {

std::string row(std::initializer_list<std::string> cells) {
  std::string out;
  for (const auto& cell : cells) {
    if (&cell != cells.begin()) out += '\t';
    out += cell;
  }
  return out;
}

std::string share(double unfused, double fused) {
  return fused > 0 ? lesson::show_value("ratio.bytes", unfused / fused) : base::say("session.none");
}

std::string times_words(const std::optional<record::Times>& times) {
  if (!times) return base::say("session.not_timed");
  return base::say("cli.results.times", {{"median", base::show(times->median)},
                                         {"q1", base::show(times->q1)},
                                         {"q3", base::show(times->q3)},
                                         {"n", std::to_string(times->n)}});
}

std::string ratio_words(const std::optional<record::Times>& a, const std::optional<record::Times>& b) {
  if (!a || !b) return base::say("session.none");
  return record::comparable(*a, *b) ? share(a->median.value, b->median.value) : base::say("session.scattered");
}

std::string badge_of(const record::Measurement& measurement) {
  return fmt::format("{} ({})", charts::source_words(measurement.source), charts::tier_words(measurement.tier));
}

/// What the run, and the recorded one beside it, let the model say of bytes.
base::Bytes model_bytes(const Bench& bench, const model::Prediction& prediction) {
  std::vector<const record::Measurement*> beside;
  for (const auto* of : {&bench.measurement, &bench.beside}) {
    if (*of) beside.push_back(&**of);
  }
  return charts::model_bytes(prediction, beside);
}

/// The rows of one quantity: the student's, the model's, the machine's.
class Rows {
 public:
  Rows(const Bench& bench, const std::vector<record::Guess>& guesses, std::vector<std::string>& lines)
      : bench_(bench), guesses_(guesses), lines_(lines) {}

  /// One row for what was guessed of a family: of the plans, of their ratio, of what is saved.
  void guesses(std::string_view family) {
    std::string unfused, fused, ratio, saved;
    for (const auto& guess : guesses_) {
      const std::string_view quantity = guess.quantity;
      if (quantity.find(family) == std::string_view::npos) continue;
      auto& cell = quantity.starts_with("saved.")   ? saved
                   : quantity.ends_with(".unfused") ? unfused
                   : quantity.ends_with(".fused")   ? fused
                                                    : ratio;
      cell = lesson::show_value(quantity, guess.value);
    }
    const std::string key = std::string(family), from = badge(bench_, record::Source::guess);
    if (!(unfused + fused + ratio).empty())
      lines_.push_back(row({base::say("session.row." + key), unfused, fused, ratio, from}));
    if (!saved.empty()) lines_.push_back(row({base::say("session.row.saved." + key), "", "", saved, from}));
  }

  void model(std::string_view key, const std::string& unfused, const std::string& fused, double of, double to) {
    lines_.push_back(row({base::say(key), unfused, fused, share(of, to), badge(bench_, record::Source::model)}));
  }

  void measured_bytes() {
    each_measured([&](const record::Measurement& of) { measured_bytes(of); });
  }

  void measured_times(std::string_view key, std::optional<record::Times> record::PlanMeasurement::*which) {
    each_measured([&](const record::Measurement& of) { measured_times(of, key, which); });
  }

  static double as_number(base::Bytes bytes) { return static_cast<double>(bytes.value); }

 private:
  /// The run, and the recorded one beside it.
  template <class Visit>
  void each_measured(Visit visit) {
    for (const auto* of : {&bench_.measurement, &bench_.beside}) {
      if (*of && (*of)->plans.size() >= 2) visit(**of);
    }
  }

  void measured_bytes(const record::Measurement& measurement) {
    const auto &unfused = measurement.plans[0], &fused = measurement.plans[1];
    const auto bytes = [](const record::PlanMeasurement& of) {
      return of.bytes() ? base::show(*of.bytes()) : of.no_bytes_because;
    };
    std::string ratio = base::say("session.none");
    if (unfused.bytes() && fused.bytes()) ratio = share(as_number(*unfused.bytes()), as_number(*fused.bytes()));
    lines_.push_back(row({base::say("session.row.bytes"), bytes(unfused), bytes(fused), ratio, badge_of(measurement)}));
  }

  void measured_times(const record::Measurement& measurement, std::string_view key,
                      std::optional<record::Times> record::PlanMeasurement::*which) {
    const auto &a = measurement.plans[0].*which, &b = measurement.plans[1].*which;
    lines_.push_back(row({base::say(key), times_words(a), times_words(b), ratio_words(a, b), badge_of(measurement)}));
  }

  const Bench& bench_;
  const std::vector<record::Guess>& guesses_;
  std::vector<std::string>& lines_;
};

}  // namespace

std::string badge(const Bench& bench, record::Source source) {
  using record::Source;
  switch (source) {
    case Source::guess:
      return base::say("session.badge.guess");
    case Source::model:
      if (bench.spec.calibrated_on.empty()) {
        return base::say("session.badge.model_sheet", {{"device", bench.spec.name}});
      }
      return base::say(
          bench.spec.id == machine::here_id ? "session.badge.model_here" : "session.badge.model_calibrated",
          {{"device", bench.spec.name}, {"date", bench.spec.calibrated_on}});
    case Source::measured:
    case Source::recorded:
    case Source::imported:
      break;
  }
  const bool beside = bench.beside && source == bench.beside->source;
  return badge_of(beside ? *bench.beside : *bench.measurement);
}

Node numbers_table(const Bench& bench, const std::vector<record::Guess>& guesses) {
  Node table = make("reveal.numbers", Purpose::table, base::say("session.numbers"));
  auto& lines = table.lines;
  lines.push_back(row({"", base::say("session.column.unfused"), base::say("session.column.fused"),
                       base::say("session.column.ratio"), base::say("session.column.source")}));
  const auto &unfused = bench.predictions.at(0), &fused = bench.predictions.at(1);
  Rows rows(bench, guesses, lines);
  rows.guesses("crossings");
  rows.model("session.row.crossings", std::to_string(unfused.crossings), std::to_string(fused.crossings),
             unfused.crossings, fused.crossings);
  rows.guesses("bytes");
  const base::Bytes was = model_bytes(bench, unfused), is = model_bytes(bench, fused);
  rows.model("session.row.bytes", base::show(was), base::show(is), Rows::as_number(was), Rows::as_number(is));
  rows.measured_bytes();
  rows.guesses("time");
  if (bench.timed) {
    rows.model("session.row.time", base::show(unfused.cold), base::show(fused.cold), unfused.cold.value,
               fused.cold.value);
  }
  rows.measured_times("session.row.time", &record::PlanMeasurement::cold);
  rows.measured_times("session.row.batch", &record::PlanMeasurement::batch);
  return table;
}

std::optional<Node> third_table(const Bench& bench) {
  if (bench.plans.size() < 3) return std::nullopt;
  const std::string& name = bench.plans[2].name;
  const std::string shown = charts::plan_words(name);
  Node table = make("reveal.third", Purpose::table, base::say("session.cut.table", {{"plan", shown}}));
  const auto &unfused = bench.predictions[0], &third = bench.predictions[2];
  const std::string model = badge(bench, record::Source::model);
  const base::Bytes was = model_bytes(bench, unfused), is = model_bytes(bench, third);
  table.lines = {
      row({"", shown, base::say("session.cut.against"), base::say("session.column.source")}),
      row({base::say("session.row.crossings"), std::to_string(third.crossings),
           share(unfused.crossings, third.crossings), model}),
      row({base::say("session.row.bytes"), base::show(is), share(Rows::as_number(was), Rows::as_number(is)), model})};
  if (bench.timed) {
    table.lines.push_back(row(
        {base::say("session.row.time"), base::show(third.cold), share(unfused.cold.value, third.cold.value), model}));
  }
  const record::Measurement& measured = *bench.measurement;
  const auto found = std::ranges::find(measured.plans, name, &record::PlanMeasurement::plan);
  if (found == measured.plans.end()) {  // a recording that was opened has no such plan
    table.lines.push_back(row({base::say("session.row.time"), base::say("session.not_timed"), "", badge_of(measured)}));
    return table;
  }
  const auto &first = measured.plans[0].bytes(), &bytes = found->bytes();
  table.lines.push_back(
      row({base::say("session.row.bytes"), bytes ? base::show(*bytes) : found->no_bytes_because,
           first && bytes ? share(Rows::as_number(*first), Rows::as_number(*bytes)) : base::say("session.none"),
           badge_of(measured)}));
  const auto times = [&](std::string_view key, std::optional<record::Times> record::PlanMeasurement::*which) {
    const auto &a = measured.plans[0].*which, &b = (*found).*which;
    table.lines.push_back(row({base::say(key), times_words(b), ratio_words(a, b), badge_of(measured)}));
  };
  times("session.row.time", &record::PlanMeasurement::cold);
  times("session.row.batch", &record::PlanMeasurement::batch);
  return table;
}

Node predictions_table(const Bench& bench, bool times) {
  const std::string no_time = base::say(bench.timed ? "session.unknown" : "session.not_calibrated");
  Node table = make("lab.predictions", Purpose::table,
                    base::say("session.predictions", {{"source", badge(bench, record::Source::model)}}));
  table.lines.push_back(
      row({base::say("session.column.plan"), base::say("session.column.kernel"), base::say("session.row.crossings"),
           base::say("session.row.bytes"), base::say("session.row.time"), base::say("session.column.why")}));
  for (std::size_t p = 0; p < bench.plans.size(); ++p) {
    const auto& plan = bench.plans[p];
    const std::string name = charts::plan_words(plan.name);
    const auto& prediction = bench.predictions[p];
    for (const auto& kernel : prediction.kernels) {
      std::string ops;
      for (const int op : plan.groups.at(static_cast<std::size_t>(kernel.group)).ops) {
        ops.append(ops.empty() ? "" : ", ").append(chain::info(bench.chain->values[op].op).name);
      }
      table.lines.push_back(
          row({name, ops, std::to_string(kernel.traffic.crossings), base::show(kernel.traffic.bytes()),
               times ? base::show(kernel.cold) : no_time, times ? kernel.because : ""}));
    }
    table.lines.push_back(row({name, base::say("session.row.together"), std::to_string(prediction.crossings),
                               base::show(prediction.bytes()), times ? base::show(prediction.cold) : no_time, ""}));
  }
  return table;
}

}  // namespace session
