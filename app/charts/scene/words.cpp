// Words and table of the scene.
#include "charts/scene/words.hpp"

#include "base/names.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/scene/gift.hpp"
#include "charts/scene/meter.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

using Kind = SceneEvent::Kind;

std::string_view kind_name(Kind kind) {
  static constexpr base::Names<Kind, Kind::deliver> names("order", "fetch", "work", "deliver");
  return names[kind];
}

/// Who works: by number where there are several. As a sentence begins, and within one.
struct Worker {
  std::string who, whom;
};

Worker worker_of(const ChartData& data, const SceneLane& lane, const SceneEvent& event) {
  if (data.plans[lane.plan].groups.size() == 1)
    return {std::string(base::text("scene.who.only")), std::string(base::text("scene.whom.only"))};
  const std::string n = std::to_string(event.kernel);
  return {base::say("scene.who", {{"n", n}}), base::say("scene.whom", {{"n", n}})};
}

/// What has no name of its own ("y.1") is the line's that it becomes.
std::string gift_words(const ChartData& data, int value) {
  const std::string& name = data.chain->values[value].name;
  const auto dot = name.find('.');
  return dot == std::string::npos ? name : base::say("scene.half", {{"line", name.substr(0, dot)}});
}

bool is_named(const chain::Value& value) {
  return value.name.find('.') == std::string::npos;
}

/// Without names that nobody gave: "gelu(gift)"; empty of two of them ("p.2 / p.3").
std::string op_words(const ChartData& data, int value) {
  const auto unnamed = [&](const chain::Operand& operand) {
    return !operand.is_literal() && !is_named(data.chain->values[operand.value]);
  };
  if (std::ranges::count_if(data.chain->values[value].operands, unnamed) > 1) return {};
  std::string text = chain::expression(*data.chain, value);
  const std::string gift(base::text("scene.gift"));
  for (auto one = data.chain->values.rbegin(); one != data.chain->values.rend(); ++one) {  // "y.10" before "y.1"
    if (!is_named(*one)) base::replace_all(text, one->name, gift);
  }
  return text;
}

std::string run_words(const ChartData& data, const SceneEvent& event, const Worker& worker, bool tensors) {
  const std::string stem = event.kind == Kind::fetch ? "scene.caption.fetch." : "scene.caption.deliver.";
  return base::say(stem +
                       (!event.full   ? "small"
                        : event.depot ? "depot"
                                      : "far") +
                       (tensors ? "" : ".plain"),
                   {{"who", worker.who}, {"whom", worker.whom}, {"tensor", gift_words(data, event.value)}});
}

/// "puts on the ribbon"; of two whole tensors "ties both gifts together".
std::string dressing_words(const chain::Chain& chain, int value) {
  const Dressing dressing = dressing_of(chain, value);
  const bool both = dressing == Dressing::ribbon && gifts_of(chain, value) > 1;
  return std::string(base::text("scene.dressing." + std::string(name(dressing)) + (both ? ".both" : "")));
}

std::string event_words(const ChartData& data, const SceneLane& lane, const SceneEvent& event, bool tensors) {
  const Worker worker = worker_of(data, lane, event);
  switch (event.kind) {
    case Kind::order:
      return base::say("scene.caption.order", {{"who", worker.who}});
    case Kind::work: {
      const std::string put = dressing_words(*data.chain, event.value);
      const std::string op = op_words(data, event.value);
      if (!tensors || op.empty())
        return base::say("scene.caption.work.plain", {{"who", worker.who}, {"dressing", put}});
      return base::say("scene.caption.work", {{"who", worker.who}, {"dressing", put}, {"op", op}});
    }
    case Kind::fetch:
    case Kind::deliver:
      return run_words(data, event, worker, tensors);
  }
  return {};
}

}  // namespace

std::string caption(const ChartData& data, const SceneLane& lane, double seconds, bool tensors) {
  if (lane.over(seconds)) {
    return std::string(base::text(lane.events.back().kernel > 1 ? "scene.caption.over.all" : "scene.caption.over"));
  }
  return event_words(data, lane, lane.events[lane.at(seconds).event], tensors);
}

std::string pace_words(const ChartData& data, const SceneScript& script) {
  if (script.pace == Pace::equal) return std::string(base::text("scene.pace.equal"));
  const std::string times = base::group_digits(std::llround(script.slow_down));
  if (script.pace == Pace::model) return base::say("scene.pace.model", {{"times", times}});
  const auto teller = truth_teller(data, script.lanes.front().plan, Quantity::time);
  return base::say("scene.pace.truth",
                   {{"times", times}, {"source", source_words(data.measurements[teller->measurement])}});
}

std::string scene_description(const ChartData& data, const SceneScript& script, double seconds,
                              const Telling& telling) {
  std::string out = telling.names ? base::say("scene.description", {{"chain", one_line(*data.chain)}})
                                  : std::string(base::text("scene.description.plain"));
  out += " " + pace_words(data, script) + ".";
  for (const SceneLane& lane : script.lanes) {
    const plan::FusionPlan& plan = data.plans[lane.plan];
    out += " " + plan_words(plan) + (telling.names ? " (" + kernels_words(plan) + ")" : "") + ": " +
           caption(data, lane, seconds, telling.tensors);
    if (!out.ends_with('.')) out += ".";
    if (!telling.meters) continue;
    const SceneEvent* done = lane.done(seconds);
    const std::string key =
        std::string("scene.description.meter") + (lane.counted.empty() ? "" : ".of") + (telling.bytes ? "" : ".trips");
    out += " " + base::say(key, {{"n", std::to_string(done == nullptr ? 0 : done->crossings)},
                                 {"tensor", lane.counted},
                                 {"bytes", base::show(done == nullptr ? base::Bytes{} : done->bytes)}});
    if (!telling.bytes) continue;
    const CounterReading counter = counter_reading(data, lane.plan);
    if (!lane.counted.empty() || (!telling.names && !counter.counted)) continue;
    out += " " +
           (counter.counted
                ? base::say("scene.description.counter",
                            {{"who", counter.who}, {"bytes", base::show(*counter.counted)}, {"cause", counter.cause}})
                : base::say("scene.description.no_counter", {{"why", counter.missing}}));
  }
  return out;
}

figure::Table scene_table(const ChartData& data, const SceneScript& script, bool bytes) {
  figure::Table table;
  for (const char* column : {"lane", "event", "kernel", "what", "value", "words", "crossings so far"})
    table.columns.push_back({column, ""});
  table.columns.push_back({"bytes so far", "B"});
  table.columns.push_back({"begins", "scene s"});
  table.columns.push_back({"ends", "scene s"});
  for (const SceneLane& lane : script.lanes) {
    const std::string& plan = data.plans[lane.plan].name;
    for (std::size_t i = 0; i < lane.events.size(); ++i) {
      const SceneEvent& event = lane.events[i];
      const std::string value = event.value < 0 ? "" : data.chain->values[event.value].name;
      table.rows.push_back({{plan, std::to_string(i + 1), "K" + std::to_string(event.kernel),
                             std::string(kind_name(event.kind)), value, event_words(data, lane, event, true),
                             std::to_string(event.crossings), bytes ? std::to_string(event.bytes.value) : std::string(),
                             base::show_number(event.begin), base::show_number(event.end)},
                            Stage::model});
    }
    if (!bytes) continue;
    const CounterReading counter = counter_reading(data, lane.plan);
    table.rows.push_back(
        {{plan, "", "", "counter", "", counter.counted ? counter.who + ": " + counter.cause : counter.missing, "",
          counter.counted ? std::to_string(counter.counted->value) : "", "", ""},
         Stage::truth});
  }
  return table;
}

}  // namespace charts
