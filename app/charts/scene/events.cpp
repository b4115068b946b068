// Lays out the events of each plan, then gives them the pace.
#include "charts/scene/events.hpp"

#include "charts/frame/reading.hpp"
#include "model/residency.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

using Kind = SceneEvent::Kind;

/// Scene seconds at equal pace. A run is the same for every crossing.
constexpr double run_beat = 2, courier_beat = 0.8, order_beat = 0.5, work_beat = 0.8;
/// A scene of many runs is driven faster: nobody watches for longer.
constexpr double longest_scene = 24;

double beat(const SceneEvent& event) {
  switch (event.kind) {
    case Kind::order:
      return order_beat;
    case Kind::work:
      return work_beat;
    case Kind::fetch:
    case Kind::deliver:
      return event.full ? run_beat : courier_beat;
  }
  return 0;
}

bool is_of_line(const std::string& name, const std::string& line) {
  return line.empty() || name == line || name.starts_with(line + ".");
}

/// The last op that reduces a row; -1 if there is none.
int last_of_row(const chain::Chain& chain, const std::vector<int>& ops) {
  const auto reduces = [&](int op) { return chain::takes_rows(chain.values[static_cast<std::size_t>(op)].op); };
  const auto found = std::find_if(ops.rbegin(), ops.rend(), reduces);
  return found == ops.rend() ? -1 : *found;
}

SceneLane lane_of(const ChartData& data, std::size_t index, const std::string& counted) {
  const plan::FusionPlan& plan = data.plans[index];
  std::vector<model::Traffic> kernels;
  for (const plan::Group& group : plan.groups) kernels.push_back(model::traffic(plan, group));
  std::vector<std::vector<double>> cached;
  if (data.spec) cached = model::cached_shares(kernels, *data.spec, model::Temperature::cold);

  SceneLane lane{index, {}, counted};
  SceneEvent now;  // carries the meter on
  const auto add = [&](Kind kind, int value, bool full, bool depot, base::Bytes bytes) {
    now.kind = kind, now.value = value, now.full = full, now.depot = depot;
    if (is_run(now) && is_of_line(data.chain->values[static_cast<std::size_t>(value)].name, counted)) {
      now.crossings += full ? 1 : 0;
      now.bytes += bytes;
    }
    lane.events.push_back(now);
  };
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    now.kernel = static_cast<int>(k) + 1;
    const auto transfers = [&](bool write, bool again) {
      for (std::size_t i = 0; i < kernels[k].transfers.size(); ++i) {
        const model::Transfer& one = kernels[k].transfers[i];
        if (one.write != write || one.again != again) continue;
        const bool depot = data.spec && data.spec->cache_bandwidth.value > 0 && cached[k][i] > 0.5;
        add(write ? Kind::deliver : Kind::fetch, one.value, one.full, depot, one.bytes);
      }
    };
    add(Kind::order, -1, false, false, {});
    transfers(false, false);
    const std::vector<int>& ops = plan.groups[k].ops;
    const int last = last_of_row(*data.chain, ops);  // a second sweep begins when the row's numbers are there
    for (const int op : ops) {
      add(Kind::work, op, false, false, {});
      if (op == last) transfers(false, true);
    }
    transfers(true, false);
  }
  return lane;
}

/// Real seconds of each kernel of a plan, or nothing where nobody says.
std::vector<double> kernel_seconds(const ChartData& data, std::size_t plan, Pace pace) {
  const auto* predicted = prediction_of(data, plan);
  const bool modelled = predicted != nullptr;
  const auto total = pace == Pace::truth ? truth(data, plan, Quantity::time).value
                     : modelled          ? std::optional(predicted->cold.value)
                                         : std::nullopt;
  if (!total || !(*total > 0)) return {};
  std::vector<double> out;
  double sum = 0;
  for (std::size_t k = 0; k < data.plans[plan].groups.size(); ++k) {
    // Only the whole plan is timed: its kernels share that as the model says, or as their bytes do.
    out.push_back(
        modelled ? predicted->kernels[k].cold.value
                 : static_cast<double>(model::traffic(data.plans[plan], data.plans[plan].groups[k]).bytes().value));
    sum += out.back();
  }
  for (double& seconds : out) seconds *= *total / sum;
  return out;
}

void keep_equal_time(std::vector<SceneLane>& lanes) {
  double longest = 0;
  for (SceneLane& lane : lanes) {
    double now = 0;
    for (SceneEvent& event : lane.events) {
      event.begin = now;
      event.end = now += beat(event);
    }
    longest = std::max(longest, now);
  }
  if (longest <= longest_scene) return;
  for (SceneLane& lane : lanes) {
    for (SceneEvent& event : lane.events) {
      event.begin *= longest_scene / longest;
      event.end *= longest_scene / longest;
    }
  }
}

/// Stretches each kernel's events, laid out at equal pace, to its own time.
void stretch(SceneLane& lane, const std::vector<double>& kernels) {
  double now = 0;
  for (auto from = lane.events.begin(); from != lane.events.end();) {
    const int kernel = from->kernel;
    const auto to = std::find_if(from, lane.events.end(), [&](const SceneEvent& e) { return e.kernel != kernel; });
    const double share = kernels[kernel - 1] / (std::prev(to)->end - from->begin);
    for (; from != to; ++from) {
      const double length = from->end - from->begin;
      from->begin = now;
      from->end = now += length * share;
    }
  }
}

double two_digits(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

}  // namespace

Cue SceneLane::at(double seconds) const {
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (seconds > events[i].end) continue;
    return {i, std::clamp((seconds - events[i].begin) / (events[i].end - events[i].begin), 0.0, 1.0)};
  }
  return {events.size() - 1, 1};
}

const SceneEvent* SceneLane::done(double seconds) const {
  const Cue cue = at(seconds);
  if (cue.progress >= 1) return &events[cue.event];
  return cue.event == 0 ? nullptr : &events[cue.event - 1];
}

SceneScript scene_script(const ChartData& data, Pace wanted, const std::string& counted) {
  SceneScript script;
  for (std::size_t plan = 0; plan < std::min<std::size_t>(2, data.plans.size()); ++plan) {
    script.lanes.push_back(lane_of(data, plan, counted));
  }
  keep_equal_time(script.lanes);
  if (wanted != Pace::equal) {
    std::vector<std::vector<double>> times;
    double longest = 0, equal = 0;
    for (const SceneLane& lane : script.lanes) {
      times.push_back(kernel_seconds(data, lane.plan, wanted));
      double sum = 0;
      for (double seconds : times.back()) sum += seconds;
      longest = std::max(longest, sum);
      equal = std::max(equal, lane.end());
    }
    if (std::ranges::none_of(times, &std::vector<double>::empty)) {
      script.pace = wanted;
      script.slow_down = two_digits(equal / longest);
      for (std::size_t i = 0; i < script.lanes.size(); ++i) {
        for (double& seconds : times[i]) seconds *= script.slow_down;
        stretch(script.lanes[i], times[i]);
      }
    }
  }
  script.stops.push_back(0);
  for (const SceneLane& lane : script.lanes) {
    for (const SceneEvent& event : lane.events) {
      if (event.kind != Kind::order) script.stops.push_back(event.end);
    }
  }
  std::ranges::sort(script.stops);
  // Sums of the same beats differ in the last bit; what ends at the same time is one stop.
  constexpr double same = 1e-6;
  std::vector<double> kept;
  for (double stop : script.stops) {
    if (!kept.empty() && stop - kept.back() < same)
      kept.back() = stop;
    else
      kept.push_back(stop);
  }
  kept.front() = 0;
  script.stops = std::move(kept);
  return script;
}

double stop_after(const SceneScript& script, double seconds) {
  const auto next = std::ranges::upper_bound(script.stops, seconds);
  return next == script.stops.end() ? script.end() : *next;
}

double stop_before(const SceneScript& script, double seconds) {
  const auto next = std::ranges::lower_bound(script.stops, seconds);
  return next == script.stops.begin() ? 0 : *std::prev(next);
}

std::vector<KeyMoment> key_moments(const SceneScript& script) {
  const auto first = [&](Kind kind) {
    double earliest = script.end();
    for (const SceneLane& lane : script.lanes) {
      const auto event = std::ranges::find(lane.events, kind, &SceneEvent::kind);
      if (event != lane.events.end()) earliest = std::min(earliest, event->end);
    }
    return earliest;
  };
  const double delivered = first(Kind::deliver), halfway = script.end() / 2;
  // Two pictures of one moment tell nothing twice: the fused plan often delivers just at half of the unfused one's
  // time.
  const bool near = std::abs(delivered - halfway) < script.end() / 10;
  const KeyMoment between = near ? KeyMoment{"load", first(Kind::fetch)} : KeyMoment{"halfway", halfway};
  std::vector<KeyMoment> moments{{"start", 0}, {"delivery", delivered}, between, {"end", script.end()}};
  std::ranges::stable_sort(moments, {}, &KeyMoment::seconds);
  return moments;
}

}  // namespace charts
