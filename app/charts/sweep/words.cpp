// What a sweep shows, in words: what it comes to in each band, or how far copies are free.
#include "charts/sweep/words.hpp"

#include "base/median.hpp"
#include "base/names.hpp"
#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr double hardly_longer = 1.15;  ///< copies that cost no more than that are called free

bool over_copies(const SweepData& data) {
  return data.axis.kind == chain::SweepAxis::Kind::count;
}

figure::Column place_column(const SweepData& data) {
  const bool size = data.axis.kind == chain::SweepAxis::Kind::size;
  return {std::string(chain::letter(data.axis.kind)), size ? "B" : ""};
}

const Series* find(const std::vector<Series>& all, Source source, std::size_t plan) {
  const auto found = std::ranges::find_if(all, [&](const Series& s) { return s.source == source && s.plan == plan; });
  return found == all.end() ? nullptr : &*found;
}

/// The plan that fused is held against, by name.
std::string first_words(const SweepData& data) {
  return plan_words(data.points.front().plans.at(0));
}

/// One number for all points of a band where they are nearly alike, else the lowest and the highest.
std::string ratio_words(std::vector<double> inside) {
  constexpr double alike = 1.25;
  const auto [least, most] = std::ranges::minmax(inside);
  if (most < alike * least) return show_times(base::median(std::move(inside)));
  return base::say("chart.sweep.ratios", {{"least", show_times(least)}, {"most", show_times(most)}});
}

/// "1.95x launch-bound, 1.52x to 1.9x L2-bound, 1.98x memory-bound"
std::string by_band(const SweepData& data, const Series& speedup) {
  std::string out;
  for (const Band& band : bands_of(data)) {
    std::vector<double> inside;
    for (std::size_t i = band.first; i <= band.last; ++i) {
      if (speedup.values[i]) inside.push_back(*speedup.values[i]);
    }
    if (inside.empty()) continue;
    out += (out.empty() ? "" : ", ") + base::say("chart.sweep.in_band", {{"ratio", ratio_words(std::move(inside))},
                                                                         {"band", band_words(data, band.bound)}});
  }
  return out;
}

std::string size_finding(const SweepData& data, Source source) {
  const auto all = series_of(data, SweepHeight::speedup);
  const Series* line = find(all, source, 1);
  if (line == nullptr) return {};
  const std::string bands = by_band(data, *line);
  if (bands.empty()) return {};
  return base::say("chart.sweep.finding.size", {{"source", capitalised(source_words(source))}, {"bands", bands}});
}

/// The op that is repeated: its name.
std::string op_of(const SweepData& data) {
  const chain::Chain& chain = *data.points.front().chain;
  return std::string(chain::info(chain.values[chain.ops().front()].op).name);
}

std::string count_finding(const SweepData& data, Source source) {
  const auto all = series_of(data, SweepHeight::growth);
  const Series* fused = find(all, source, 1);
  if (fused == nullptr) return {};
  std::optional<std::size_t> free, last;
  for (std::size_t i = 0; i < fused->values.size(); ++i) {
    if (!fused->values[i]) continue;
    last = i;
    // From the first longer one on nothing is free, whatever a lucky sample says.
    if ((!free || *free + 1 == i) && *fused->values[i] <= hardly_longer) free = i;
  }
  if (!free || !last || *last == 0) return {};
  const std::string who = capitalised(source_words(source)), op = op_of(data);
  const auto at = [&](std::size_t i) { return std::to_string(data.points[i].at); };
  const auto ratio = [&](std::size_t i) { return show_times(*fused->values[i]); };
  const auto how = [&](std::string_view key) {
    return base::say(key, {{"source", who},
                           {"op", op},
                           {"free", at(*free)},
                           {"free_ratio", ratio(*free)},
                           {"all", at(*last)},
                           {"ratio", ratio(*last)},
                           {"first", at(0)}});
  };
  if (*free == *last) return how("chart.sweep.finding.flat");
  return how(*free == 0 ? "chart.sweep.finding.dear" : "chart.sweep.finding.bend");
}

/// What the last point costs beside the first, in one kernel.
std::string growth_finding(const SweepData& data, Source source) {
  const auto all = series_of(data, SweepHeight::growth);
  const Series* fused = find(all, source, 1);
  if (fused == nullptr || !fused->values.back()) return {};
  return base::say("chart.sweep.finding.growth." + std::string(chain::name(data.axis.kind)),
                   {{"source", capitalised(source_words(source))},
                    {"first", place_words(data, data.points.front().at)},
                    {"last", place_words(data, data.points.back().at)},
                    {"ratio", show_times(*fused->values.back())}});
}

/// "0.29", "9.1", "1 024"
std::string ulps_words(double ulps) {
  constexpr double many = 1000;
  return ulps >= many ? base::group_digits(std::llround(ulps)) : base::show_number(ulps, 2);
}

/// What the last point's error is beside the first's, or where results overflow.
std::string error_finding(const SweepData& data, Source source) {
  for (const SweepPoint& point : data.points) {
    if (overflowed(point, source) == 0) continue;
    return base::say("chart.sweep.finding.error.overflowed." + std::string(chain::name(data.axis.kind)),
                     {{"source", capitalised(source_words(source))}, {"at", place_words(data, point.at)}});
  }
  const auto all = series_of(data, SweepHeight::error);
  const Series *first = find(all, source, 0), *fused = find(all, source, 1);
  const auto told = [](const Series* line) {
    return line != nullptr && line->values.front().has_value() && line->values.back().has_value();
  };
  if (!told(first) || !told(fused)) return {};
  return base::say("chart.sweep.finding.error." + std::string(chain::name(data.axis.kind)),
                   {{"source", capitalised(source_words(source))},
                    {"from", place_words(data, data.points.front().at)},
                    {"to", place_words(data, data.points.back().at)},
                    {"plan", first_words(data)},
                    {"first", ulps_words(*first->values.front())},
                    {"last", ulps_words(*first->values.back())},
                    {"first_fused", ulps_words(*fused->values.front())},
                    {"last_fused", ulps_words(*fused->values.back())}});
}

std::string finding(const SweepData& data, SweepHeight y, Source source) {
  if (y == SweepHeight::error) return error_finding(data, source);
  if (over_copies(data)) return count_finding(data, source);
  return y == SweepHeight::growth ? growth_finding(data, source) : size_finding(data, source);
}

}  // namespace

std::string_view name(SweepHeight y) {
  static constexpr base::Names<SweepHeight, SweepHeight::error> names("time", "speedup", "growth", "error");
  return names[y];
}

Titles sweep_titles(const SweepData& data, SweepHeight y) {
  const std::string kind(chain::name(data.axis.kind));
  Titles titles;
  titles.question = base::say("chart.sweep.question." + std::string(name(y)) + "." + kind,
                              {{"op", over_copies(data) ? op_of(data) : std::string()}});
  if (data.sketch) {
    (best_source(data) == Source::model ? titles.model : titles.truth) = data.sketch->gap;
    return titles;
  }
  if (y != SweepHeight::error) titles.model = finding(data, y, Source::model);
  if (const Source best = best_source(data); best != Source::model) titles.truth = finding(data, y, best);
  return titles;
}

std::string height_words(double height, SweepHeight y) {
  if (y == SweepHeight::error) return ulps_words(height);
  return y == SweepHeight::time ? base::show(base::Seconds{height}) : show_times(height);
}

std::string axis_words(const SweepData& data, SweepHeight y) {
  return base::say("chart.sweep.y." + std::string(name(y)), {{"first", first_words(data)}});
}

std::string series_words(const SweepData& data, const Series& series, SweepHeight y) {
  std::string who = source_words(series.source);
  for (const SweepPoint& point : data.points) {
    for (const record::Measurement& one : point.measurements) {
      if (one.source == series.source && one.provenance.device_id == series.device && !one.stranger.empty())
        who = source_words(one);
    }
  }
  const auto all = series_of(data, y);
  const bool several = std::ranges::any_of(
      all, [&](const Series& other) { return other.source == series.source && other.device != series.device; });
  if (several) who += " " + series.device;
  if (y == SweepHeight::speedup || data.sketch) return who;
  const std::string plan = plan_words(data.points.front().plans.at(series.plan));
  return base::say("chart.sweep.series", {{"plan", plan}, {"source", who}});
}

std::string band_words(const SweepData& data, model::Bound bound) {
  const bool cpu = data.sheet.spec && data.sheet.spec->kind == machine::Kind::cpu;
  switch (bound) {
    case model::Bound::launch:
      return std::string(base::text("chart.sweep.band.launch"));
    case model::Bound::cache:
      return std::string(base::text(cpu ? "chart.sweep.band.cache" : "chart.sweep.band.l2"));
    case model::Bound::memory:
      return std::string(base::text("chart.sweep.band.dram"));
    case model::Bound::compute:
    case model::Bound::issue:
      break;
  }
  return std::string(base::text("chart.sweep.band.compute"));
}

std::string place_words(const SweepData& data, std::int64_t at) {
  return chain::show_place(data.axis.kind, at);
}

std::string missing_words(const SweepData& data) {
  const auto lacks = [](const SweepPoint& point) { return !point.missing.empty(); };
  const auto count = std::ranges::count_if(data.points, lacks);
  if (count == 0) return {};
  return base::say("chart.sweep.missing", {{"count", std::to_string(count)},
                                           {"all", std::to_string(data.points.size())},
                                           {"why", std::ranges::find_if(data.points, lacks)->missing}});
}

std::string sweep_description(const SweepData& data, SweepHeight y, bool told) {
  const auto& points = data.points;
  std::string out = base::say("chart.sweep.description." + std::string(chain::name(data.axis.kind)),
                              {{"chain", one_line(*data.sheet.chain)},
                               {"first", first_words(data)},
                               {"from", place_words(data, points.front().at)},
                               {"to", place_words(data, points.back().at)},
                               {"count", std::to_string(points.size())}});
  for (const Series& series : series_of(data, y)) {
    if (!told && series.source != Source::guess) continue;
    std::string values;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!series.values[i]) continue;
      const double value = *series.values[i];
      values += (values.empty() ? "" : ", ") + place_words(data, points[i].at) + " " + height_words(value, y);
    }
    out += "\n" + capitalised(series_words(data, series, y)) + ": " + values + ".";
  }
  if (!told) return out;
  for (const Band& band : bands_of(data)) {
    if (data.sketch || y == SweepHeight::error) break;  // they are not drawn
    out += "\n" + base::say("chart.sweep.band", {{"band", capitalised(band_words(data, band.bound))},
                                                 {"from", place_words(data, points[band.first].at)},
                                                 {"to", place_words(data, points[band.last].at)}});
  }
  if (const std::string missing = missing_words(data); !missing.empty()) out += "\n" + missing;
  return out;
}

figure::Table sketch_table(const SweepData& data, SweepHeight y) {
  figure::Table table;
  table.columns = {
      place_column(data), {"source", ""}, {"device", ""}, {std::string(name(y)), y == SweepHeight::time ? "s" : ""}};
  for (const Series& series : series_of(data, y)) {
    for (std::size_t i = 0; i < data.points.size(); ++i) {
      if (!series.values[i]) continue;
      table.rows.push_back({{std::to_string(data.points[i].at), std::string(record::name(series.source)),
                             device_again(series.source, series.device), plain_number(*series.values[i])},
                            stage_of(series.source)});
    }
  }
  return table;
}

figure::Table error_table(const SweepData& data) {
  figure::Table table;
  table.columns = {place_column(data), {"plan", ""},    {"source", ""},    {"device", ""},
                   {"output", ""},     {"dtype", ""},   {"elements", ""},  {"worst", "ulp"},
                   {"rms", "ulp"},     {"bias", "ulp"}, {"not_finite", ""}};
  for (const SweepPoint& point : data.points) {
    for (const record::Measurement& one : point.measurements) {
      for (std::size_t plan = 0; plan < one.plans.size(); ++plan) {
        for (const record::Errors& of : one.plans[plan].errors) {
          table.rows.push_back(
              {{std::to_string(point.at), point.plans.at(plan).name, std::string(record::name(one.source)),
                device_again(one), of.output, of.dtype, std::to_string(of.count), plain_number(of.worst),
                plain_number(of.rms), plain_number(of.bias), std::to_string(of.not_finite)},
               stage_of(one.source)});
        }
      }
    }
  }
  return table;
}

figure::Table sweep_table(const SweepData& data) {
  figure::Table table;
  table.columns = {place_column(data), {"plan", ""},    {"source", ""},      {"device", ""}, {"time", "s"}, {"q1", "s"},
                   {"q3", "s"},        {"samples", ""}, {"batch time", "s"}, {"bound", ""},  {"note", ""}};
  for (const SweepPoint& point : data.points) {
    for (const std::size_t plan : {0U, 1U}) {
      const std::string at = std::to_string(point.at), which = point.plans.at(plan).name;
      if (plan < point.predictions.size()) {
        const model::Prediction& one = point.predictions[plan];
        table.rows.push_back({{at, which, "model", one.spec, plain_number(one.cold.value), "", "", "",
                               plain_number(one.batch.value), std::string(model::name(one.bound)), ""},
                              Stage::model});
      }
      for (const record::Measurement& one : point.measurements) {
        if (plan >= one.plans.size()) continue;
        const auto &times = one.plans[plan].cold, &batch = one.plans[plan].batch;
        const auto number = [](const auto& of, base::Seconds record::Times::*what) {
          return of ? plain_number(((*of).*what).value) : std::string();
        };
        table.rows.push_back({{at, which, std::string(record::name(one.source)), device_again(one),
                               number(times, &record::Times::median), number(times, &record::Times::q1),
                               number(times, &record::Times::q3), times ? std::to_string(times->n) : "",
                               number(batch, &record::Times::median), "",
                               times ? std::string() : std::string(base::text("app.not_timed"))},
                              stage_of(one.source)});
      }
      if (!point.missing.empty()) {
        table.rows.push_back({{at, which, "", "", "", "", "", "", "", "", point.missing}, Stage::truth});
      }
    }
  }
  return table;
}

}  // namespace charts
