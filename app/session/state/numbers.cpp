// The tables of a run: guess, model and measurement, one below the other.
#include "session/state/numbers.hpp"

#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "machine/cards.hpp"
#include "record/scatter.hpp"
#include "session/state/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace session {
namespace {

Cell share(double unfused, double fused) {
  return fused > 0 ? cell::ratio(lesson::show_value("ratio.bytes", unfused / fused)) : cell::none();
}

Cell times_cell(const std::optional<record::Times>& times) {
  if (!times) return cell::said("session.not_timed");
  return {base::say("cli.results.times", {{"median", base::show(times->median)},
                                          {"q1", base::show(times->q1)},
                                          {"q3", base::show(times->q3)},
                                          {"n", std::to_string(times->n)}}),
          CellUnit::time};
}

Cell ratio_cell(const std::optional<record::Times>& a, const std::optional<record::Times>& b) {
  if (!a || !b) return cell::none();
  return record::comparable(*a, *b) ? share(a->median.value, b->median.value) : cell::said("session.scattered");
}

/// Who says the bytes of a run, and how they are known.
std::string told_by(const record::Measurement& measurement) {
  return measurement.tier == record::Tier::counted ? charts::source_words(measurement, true)
                                                   : charts::badge(measurement);
}

Cell bytes_cell(const record::PlanMeasurement& of) {
  return of.bytes() ? cell::bytes(*of.bytes()) : cell::words(of.no_bytes_because);
}

/// The rows of one quantity: the student's, the model's, the machine's.
class Rows {
 public:
  Rows(const Bench& bench, Leave leave, const std::vector<record::Guess>& guesses, std::vector<Row>& rows)
      : bench_(bench), leave_(leave), guesses_(guesses), rows_(rows) {}

  /// One row for what was guessed of a family: of the plans, of their ratio, of what is saved.
  void guesses(std::string_view family) {
    Cell unfused, fused, ratio, saved;
    for (const auto& guess : guesses_) {
      const std::string_view quantity = guess.quantity;
      if (quantity.find(family) == std::string_view::npos) continue;
      auto& cell = quantity.starts_with("saved.")   ? saved
                   : quantity.ends_with(".unfused") ? unfused
                   : quantity.ends_with(".fused")   ? fused
                                                    : ratio;
      cell = {lesson::show_value(quantity, guess.value), CellUnit::number};
    }
    const std::string key = std::string(family);
    const Cell from = cell::words(badge(bench_, record::Source::guess));
    if (!(unfused.text + fused.text + ratio.text).empty())
      rows_.push_back({cell::said("session.row." + key), unfused, fused, ratio, from});
    if (!saved.text.empty()) rows_.push_back({cell::said("session.row.saved." + key), {}, {}, saved, from});
  }

  void model(std::string_view key, Cell unfused, Cell fused, double of, double to) {
    rows_.push_back({cell::said(key), std::move(unfused), std::move(fused), share(of, to),
                     cell::words(badge(bench_, record::Source::model))});
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
    for (const auto* of : bench_.results(leave_)) {
      if (of->plans.size() >= 2) visit(*of);
    }
  }

  void measured_bytes(const record::Measurement& measurement) {
    const auto &unfused = measurement.plans[0], &fused = measurement.plans[1];
    Cell ratio = cell::none();
    if (unfused.bytes() && fused.bytes()) ratio = share(as_number(*unfused.bytes()), as_number(*fused.bytes()));
    rows_.push_back({cell::said("session.row.bytes"), bytes_cell(unfused), bytes_cell(fused), std::move(ratio),
                     cell::words(told_by(measurement))});
  }

  void measured_times(const record::Measurement& measurement, std::string_view key,
                      std::optional<record::Times> record::PlanMeasurement::*which) {
    const auto &a = measurement.plans[0].*which, &b = measurement.plans[1].*which;
    rows_.push_back({cell::said(key), times_cell(a), times_cell(b), ratio_cell(a, b),
                     cell::words(charts::source_words(measurement))});
  }

  const Bench& bench_;
  Leave leave_;
  const std::vector<record::Guess>& guesses_;
  std::vector<Row>& rows_;
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
  const bool beside = bench.beside_as() && source == bench.beside_as()->source;
  return (beside ? bench.beside_as() : bench.ran_as())->badge;
}

Node numbers_table(const Bench& bench, Leave leave, const std::vector<record::Guess>& guesses) {
  Node table = make("reveal.numbers", Purpose::table, base::say("session.numbers"));
  table.rows.push_back({{},
                        cell::said("session.column.unfused"),
                        cell::said("session.column.fused"),
                        cell::said("session.column.ratio"),
                        cell::said("session.column.source")});
  const auto& predictions = bench.study(leave).predictions;
  const auto &unfused = predictions.at(0), &fused = predictions.at(1);
  Rows rows(bench, leave, guesses, table.rows);
  rows.guesses("crossings");
  rows.model("session.row.crossings", cell::count(unfused.crossings), cell::count(fused.crossings), unfused.crossings,
             fused.crossings);
  rows.guesses("bytes");
  const auto beside = bench.results(leave);
  const base::Bytes was = charts::model_bytes(unfused, beside), is = charts::model_bytes(fused, beside);
  rows.model("session.row.bytes", cell::bytes(was), cell::bytes(is), Rows::as_number(was), Rows::as_number(is));
  rows.measured_bytes();
  rows.guesses("time");
  if (bench.timed) {
    rows.model("session.row.time", cell::time(unfused.cold), cell::time(fused.cold), unfused.cold.value,
               fused.cold.value);
  }
  rows.measured_times("session.row.time", &record::PlanMeasurement::cold);
  rows.measured_times("session.row.batch", &record::PlanMeasurement::batch);
  return table;
}

namespace {

Node table_of(const Bench& bench, Leave leave, std::size_t plan) {
  const study::Study& study = bench.study(leave);
  const std::string& name = study.plans[plan].name;
  const std::string shown = charts::plan_words(study.plans[plan]);
  const std::string id = study.plans[plan].own_name ? "reveal.plan." + name : "reveal.third";
  Node table = make(id, Purpose::table, base::say("session.cut.table", {{"plan", shown}}));
  const auto &unfused = study.predictions[0], &third = study.predictions[plan];
  const Cell model = cell::words(badge(bench, record::Source::model));
  const auto beside = bench.results(leave);
  const base::Bytes was = charts::model_bytes(unfused, beside), is = charts::model_bytes(third, beside);
  table.rows = {
      {{}, cell::words(shown), cell::said("session.cut.against"), cell::said("session.column.source")},
      {cell::said("session.row.crossings"), cell::count(third.crossings), share(unfused.crossings, third.crossings),
       model},
      {cell::said("session.row.bytes"), cell::bytes(is), share(Rows::as_number(was), Rows::as_number(is)), model}};
  if (bench.timed) {
    table.rows.push_back(
        {cell::said("session.row.time"), cell::time(third.cold), share(unfused.cold.value, third.cold.value), model});
  }
  const record::Measurement& measured = bench.measurement(leave);
  const auto found = std::ranges::find(measured.plans, name, &record::PlanMeasurement::plan);
  const Cell timed_by = cell::words(charts::source_words(measured));
  if (found == measured.plans.end()) {  // a recording that was opened has no such plan
    table.rows.push_back({cell::said("session.row.time"), cell::said("session.not_timed"), {}, timed_by});
    return table;
  }
  const auto &first = measured.plans[0].bytes(), &third_bytes = found->bytes();
  table.rows.push_back(
      {cell::said("session.row.bytes"), bytes_cell(*found),
       first && third_bytes ? share(Rows::as_number(*first), Rows::as_number(*third_bytes)) : cell::none(),
       cell::words(told_by(measured))});
  const auto times = [&](std::string_view key, std::optional<record::Times> record::PlanMeasurement::*which) {
    const auto &a = measured.plans[0].*which, &b = (*found).*which;
    table.rows.push_back({cell::said(key), times_cell(b), ratio_cell(a, b), timed_by});
  };
  times("session.row.time", &record::PlanMeasurement::cold);
  times("session.row.batch", &record::PlanMeasurement::batch);
  return table;
}

}  // namespace

std::vector<Node> tables_of_more(const Bench& bench, Leave leave) {
  std::vector<Node> tables;
  for (std::size_t plan = 2; plan < bench.study(leave).plans.size(); ++plan)
    tables.push_back(table_of(bench, leave, plan));
  return tables;
}

Node predictions_table(const Bench& bench, Leave leave, bool times) {
  const study::Study& study = bench.study(leave);
  const Cell no_time = bench.timed ? cell::unknown() : cell::said("session.not_calibrated");
  Node table = make("lab.predictions", Purpose::table,
                    base::say("session.predictions", {{"source", badge(bench, record::Source::model)}}));
  table.rows.push_back({cell::said("session.column.plan"), cell::said("session.column.kernel"),
                        cell::said("session.row.crossings"), cell::said("session.row.bytes"),
                        cell::said("session.row.time"), cell::said("session.column.why")});
  for (std::size_t p = 0; p < study.plans.size(); ++p) {
    const auto& plan = study.plans[p];
    const std::string name = charts::plan_words(plan);
    const auto& prediction = study.predictions[p];
    for (const auto& kernel : prediction.kernels) {
      std::string ops;
      for (const int op : plan.groups.at(static_cast<std::size_t>(kernel.group)).ops) {
        ops.append(ops.empty() ? "" : ", ").append(chain::info(bench.chain->values[op].op).name);
      }
      table.rows.push_back({cell::words(name), cell::words(ops), cell::count(kernel.traffic.crossings),
                            cell::bytes(kernel.traffic.bytes()), times ? cell::time(kernel.cold) : no_time,
                            cell::words(times ? kernel.because : "")});
    }
    table.rows.push_back({cell::words(name),
                          cell::said("session.row.together"),
                          cell::count(prediction.crossings),
                          cell::bytes(prediction.bytes()),
                          times ? cell::time(prediction.cold) : no_time,
                          {}});
  }
  return table;
}

}  // namespace session
