// Lines and bands of a sweep.
#include "charts/sweep/series.hpp"

#include "model/cost.hpp"
#include "model/starts.hpp"
#include "record/scatter.hpp"

#include <algorithm>

namespace charts {
namespace {

/// One plan's time at one point.
std::optional<record::Times> times_of(const SweepPoint& point, Source source, const std::string& device,
                                      std::size_t plan) {
  for (const record::Measurement& one : point.measurements) {
    if (one.source != source || one.provenance.device_id != device) continue;
    if (plan < one.plans.size()) return one.plans[plan].cold;
  }
  return std::nullopt;
}

struct Who {
  Source source;
  std::string device;
  bool operator==(const Who&) const = default;
};

std::vector<Who> tellers(const SweepData& data) {
  std::vector<Who> all;
  const auto add = [&](const Who& who) {
    if (std::ranges::find(all, who) == all.end()) all.push_back(who);
  };
  for (const SweepPoint& point : data.points) {
    if (!point.predictions.empty()) add({Source::model, {}});
  }
  for (const Source source : {Source::measured, Source::recorded}) {
    for (const SweepPoint& point : data.points) {
      for (const record::Measurement& one : point.measurements) {
        if (one.source == source) add({source, one.provenance.device_id});
      }
    }
  }
  return all;
}

std::optional<double> seconds(const SweepPoint& point, const Who& who, std::size_t plan) {
  if (who.source == Source::model) {
    if (plan >= point.predictions.size()) return std::nullopt;
    return point.predictions[plan].cold.value;
  }
  const auto times = times_of(point, who.source, who.device, plan);
  if (!times) return std::nullopt;
  return times->median.value;
}

/// Times that scatter too much to be compared have no ratio.
bool scattered(const SweepPoint& point, const Who& who) {
  const auto unfused = times_of(point, who.source, who.device, 0), fused = times_of(point, who.source, who.device, 1);
  return unfused && fused && !record::comparable(*unfused, *fused);
}

/// The largest of the outputs' errors; a distance too small to draw counts as that.
std::optional<double> error_of(const SweepPoint& point, const Who& who, std::size_t plan) {
  constexpr double least = 1.0 / 64;
  std::optional<double> most;
  for (const record::Measurement& one : point.measurements) {
    if (one.source != who.source || one.provenance.device_id != who.device || plan >= one.plans.size()) continue;
    for (const record::Errors& of : one.plans[plan].errors) {
      if (of.finite() > 0) most = std::max({least, of.rms, most.value_or(0)});
    }
  }
  return most;
}

Series line(const SweepData& data, const Who& who, std::size_t plan, SweepHeight y) {
  Series series{plan, who.source, who.device, {}};
  if (y == SweepHeight::error) {
    for (const SweepPoint& point : data.points) series.values.push_back(error_of(point, who, plan));
    return series;
  }
  std::optional<double> first;
  for (const SweepPoint& point : data.points) {
    auto value = seconds(point, who, plan);
    if (y == SweepHeight::speedup) {
      const auto unfused = seconds(point, who, 0);
      value = value && unfused && !scattered(point, who) ? std::optional(*unfused / *value) : std::nullopt;
    } else if (y == SweepHeight::growth) {
      // A line without its first point grows from nothing that is known.
      if (&point == &data.points.front()) first = value;
      value = value && first ? std::optional(*value / *first) : std::nullopt;
    }
    series.values.push_back(value);
  }
  return series;
}

model::Bound bound_of(const plan::FusionPlan& plan, const machine::DeviceSpec& spec) {
  const model::Starts start = model::starts(spec);
  double launch = start.lead.value, dram = 0, cache = 0, arithmetic = 0, work = 0;
  for (const model::Cost& cost : model::costs(plan, spec)) {
    launch += cost.launches * start.gap.value;
    dram += cost.cold.dram.value;
    cache += cost.cold.cache.value;
    arithmetic += std::max(cost.work.compute, cost.work.issue).value;
    work += std::max(cost.cold.time(), cost.work.arithmetic()).value;
  }
  if (launch > work) return model::Bound::launch;
  if (arithmetic > dram + cache) return model::Bound::compute;
  return cache > dram ? model::Bound::cache : model::Bound::memory;
}

}  // namespace

bool Series::empty() const {
  return std::ranges::none_of(values, [](const auto& value) { return value.has_value(); });
}

std::vector<Series> series_of(const SweepData& data, SweepHeight y) {
  std::vector<Series> all;
  for (const Who& who : tellers(data)) {
    for (const std::size_t plan : {0U, 1U}) {
      if (plan == 0 && y == SweepHeight::speedup) continue;
      Series one = line(data, who, plan, y);
      if (!one.empty()) all.push_back(std::move(one));
    }
  }
  if (!data.sketch) return all;
  std::erase_if(all, [&](const Series& one) { return one.plan != data.sketch->plan; });
  Series guess{data.sketch->plan, Source::guess, {}, data.sketch->heights};
  guess.values.resize(data.points.size());
  if (!guess.empty()) all.push_back(std::move(guess));
  return all;
}

Source best_source(const SweepData& data) {
  Source best = Source::model;
  for (const SweepPoint& point : data.points) {
    for (const record::Measurement& one : point.measurements) {
      if (one.source == Source::measured) return Source::measured;
      best = one.source;
    }
  }
  return best;
}

std::int64_t overflowed(const SweepPoint& point, Source source) {
  std::int64_t count = 0;
  for (const record::Measurement& one : point.measurements) {
    for (const record::PlanMeasurement& plan : one.plans) {
      if (one.source == source) count += record::summary(plan.errors).not_finite;
    }
  }
  return count;
}

std::vector<Band> bands_of(const SweepData& data) {
  std::vector<Band> bands;
  if (!data.sheet.spec) return bands;
  const std::size_t plan = data.axis.kind == chain::SweepAxis::Kind::size ? 0 : 1;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    const model::Bound bound = bound_of(data.points[i].plans.at(plan), *data.sheet.spec);
    if (bands.empty() || bands.back().bound != bound) {
      bands.push_back({bound, i, i});
    } else {
      bands.back().last = i;
    }
  }
  return bands;
}

}  // namespace charts
