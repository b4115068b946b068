// Guess, model and measurement together: headline, verdict, the charts, the table of every number.
#include "base/dates.hpp"
#include "base/words.hpp"
#include "charts/bars/errors.hpp"
#include "charts/bars/timeline.hpp"
#include "charts/frame/headline.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/verdict_words.hpp"
#include "charts/roofline/roofline.hpp"
#include "lesson/stage.hpp"
#include "measure/ceilings.hpp"
#include "record/plausibility.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/guesses.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/numbers.hpp"
#include "session/state/page.hpp"
#include "study/eager.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace session {
namespace {

void add_headline(const Bench& bench, const std::vector<const record::Measurement*>& counts, std::vector<Node>& nodes) {
  auto headline = charts::headline(bench.unfused(), counts);
  if (!headline) return;
  Node node = make("reveal.headline", Purpose::headline, {});
  node.headline = *std::move(headline);
  nodes.push_back(std::move(node));
}

Node reveal_badge(const Bench& bench, record::Source source) {
  return badge_node(fmt::format("reveal.badge.{}", record::name(source)), badge(bench, source), source);
}

/// By hand once, below it what each machine counted: a card's counters first, which say more than loops that count
/// themselves.
void headline(const Bench& bench, Leave leave, std::vector<Node>& nodes) {
  std::vector<const record::Measurement*> counts = bench.results(leave);
  std::ranges::reverse(counts);
  add_headline(bench, counts, nodes);
}

/// Why a plan of the lesson's has no number of this run.
void not_run(const Bench& bench, std::vector<Node>& nodes) {
  if (!bench.is_of(record::Source::measured)) return;
  const std::vector<std::string> said = bench.why_not_run();
  for (std::size_t i = 0; i < said.size(); ++i)
    nodes.push_back(make(fmt::format("reveal.not_run.{}", i + 1), Purpose::notice, said[i]));
}

/// Right or wrong comes before any time; then whether both plans agree to the last bit.
void verdict(const record::Measurement& measurement, std::vector<Node>& nodes) {
  if (measurement.plans.empty()) return;
  Node node = make("reveal.verdict", Purpose::verdict, {});
  for (const auto& plan : measurement.plans) {
    if (plan.verdict.passed) continue;
    node.lines.push_back(
        base::say("session.verdict.wrong", {{"plan", charts::plan_words(plan.plan)}, {"worst", plan.verdict.worst}}));
  }
  node.selected = node.lines.empty();
  if (node.selected) {
    if (std::string same = charts::same_math_words(measurement); !same.empty()) node.lines.push_back(std::move(same));
    const record::Verdict& v = measurement.plans.back().verdict;
    node.lines.push_back(
        base::say(measurement.plans.size() > 2 ? "session.verdict.checked_all" : "session.verdict.checked",
                  static_cast<std::uint64_t>(v.checked), {{"n", base::group_digits(v.checked)}}));
    if (v.ill_conditioned) node.lines.emplace_back(base::text("session.verdict.ill_conditioned"));
  }
  nodes.push_back(std::move(node));
}

/// Of right results, what is said of single timings waits for the lesson that tells how a run is timed; until then a
/// finding says where the times vary.
void remarks(const Desk& desk, const record::Measurement& measurement, std::string_view id, std::vector<Node>& nodes) {
  const bool sound = std::ranges::all_of(
      measurement.plans, [](const auto& plan) { return plan.verdict.passed && plan.verdict.nan_outputs == 0; });
  const bool early = measurement.source == record::Source::measured && sound && !has_learned(desk, "numbers");
  const std::vector<std::string> said = early ? record::caveats(measurement) : record::told_beside(measurement);
  for (std::size_t i = 0; i < said.size(); ++i)
    nodes.push_back(make(fmt::format("{}.{}", id, i + 1), Purpose::notice, said[i]));
}

/// No empty row for a guess that nobody made of these bars.
charts::ChartData with_rows(charts::ChartData data, charts::Quantity panel) {
  std::erase(data.slots, record::Source::guess);
  std::erase_if(data.guesses, [&](const record::Guess& guess) {
    const auto on = panel_of(guess.quantity);
    return on && panel != charts::Quantity::all && *on != panel;
  });
  return data;
}

/// Distances from double: where they were measured, or where the course has taught to look for them.
std::optional<Node> errors_at(const Desk& desk, const charts::ChartData& data, figure::Stage stage) {
  const bool measured = std::ranges::any_of(data.measurements, [](const record::Measurement& one) {
    return std::ranges::any_of(one.plans, [](const auto& plan) { return !plan.errors.empty(); });
  });
  const bool taught = !desk.pages.has(PageKind::lab) && desk.course->introduced.contains("errors");
  if (!measured && !taught) return std::nullopt;
  return figure_node(figure::at(charts::errors(data), stage));
}

std::optional<Node> chart_at(const Desk& desk, const LockRule& rule, const Bench& bench, const charts::ChartData& data,
                             figure::Stage stage, std::string_view tab) {
  using charts::Axes;
  if (tab == "errors") return errors_at(desk, data, stage);
  if (tab == "bytes") {
    const auto panel = bench.timed ? charts::Quantity::all : charts::Quantity::bytes;
    return figure_node(figure::at(charts::bytes_bars(with_rows(data, panel), panel, Axes::told), stage));
  }
  if (!bench.timed) return std::nullopt;
  if (tab == "kernels") {
    const auto timed = with_rows(data, charts::Quantity::time);
    return figure_node(figure::at(charts::timeline(timed, Axes::told), stage));
  }
  // Its roofs meet the slope where a task may ask.
  if (rule.hides(bench, "machine.ridge")) return std::nullopt;
  return figure_node(figure::at(charts::roofline(data), stage));
}

/// That the machine's own ceilings may not be what it can do now, and a way to measure them again: once the course has
/// told what they are.
std::optional<Node> ceilings(const Desk& desk, const Bench& bench, Leave leave) {
  std::string doubt = measure::ceilings_doubt(bench.spec, bench.study(leave).predictions, bench.measurement(leave));
  if (!bench.timed || doubt.empty() || !has_learned(desk, "roofline")) return std::nullopt;
  Node node = make("reveal.ceilings", Purpose::notice, std::move(doubt));
  const auto& device = desk.services.device;
  if (device == nullptr || !device->live() || !device->can_calibrate()) return node;
  Action again = action("machine.measure", "session.run.measure_machine");
  if (const Action run = run_action(desk, bench); !run.enabled) again = disabled(std::move(again), run.why_not);
  node.actions.push_back(std::move(again));
  return node;
}

}  // namespace

std::optional<Node> run_chart(const Desk& desk, const Bench& bench, std::string_view tab) {
  const LockRule rule(desk);
  const auto allowed = rule.stage(bench, charts::Quantity::all);
  const figure::Stage stage = allowed;
  if (stage < figure::Stage::truth) return std::nullopt;
  const bool in_room = desk.pages.has(PageKind::room);
  auto data = chart_data(desk, bench, in_room ? guesses_of_room(desk, bench) : guesses_of(desk, bench), allowed);
  data.no_title = is_untitled(desk);
  keep_room(desk, data, Needs::many_rows);
  return chart_at(desk, rule, bench, data, stage, tab);
}

namespace {

/// The day stands in the picture; the time tells a new run from the one before it.
std::string checked_brief(const record::Measurement& measurement) {
  const std::string when = base::minute(measurement.provenance.date);
  const auto comma = when.find(", ");
  if (comma == std::string::npos || measurement.source != record::Source::measured) {
    return std::string(base::text("session.verdict.checked_brief"));
  }
  return base::say("session.verdict.checked_at", {{"time", when.substr(comma + 2)}});
}

}  // namespace

std::vector<Node> class_reveal_nodes(const Bench& bench, Leave leave, bool pictured) {
  std::vector<Node> nodes;
  const record::Measurement& measurement = bench.measurement(leave);
  add_headline(bench, {&measurement}, nodes);
  if (!nodes.empty()) nodes.back().headline.difference.clear();  // the difference is named in the lesson's own view
  verdict(measurement, nodes);
  if (!nodes.empty() && nodes.back().purpose == Purpose::verdict) {
    Node& said = nodes.back();
    said.lines.resize(1);
    // Below the picture of trips and time it stands already that both plans came to the same.
    if (said.selected)
      said.lines.front() = pictured ? checked_brief(measurement) : charts::same_math_brief(measurement);
  }
  nodes.push_back(reveal_badge(bench, measurement.source));
  return nodes;
}

std::vector<Node> reveal_nodes(const Desk& desk, const Bench& bench, const std::vector<record::Guess>& guesses) {
  std::vector<Node> nodes;
  const auto panel = bench.timed ? charts::Quantity::all : charts::Quantity::bytes;
  const LockRule rule(desk);
  const auto stage = rule.stage(bench, charts::Quantity::all);
  auto data = chart_data(desk, bench, guesses, stage);
  keep_room(desk, data, Needs::many_rows);
  if (stage < figure::Stage::truth) {
    // Another task still asks about this chain: the run is kept until it is answered.
    nodes.push_back(make("reveal.later", Purpose::notice, std::string(base::text("session.answer.asked_again"))));
    nodes.push_back(figure_node(figure::at(charts::bytes_bars(data, panel), stage)));
    return nodes;
  }
  const Leave leave = *stage.leave();
  const record::Measurement& measurement = bench.measurement(leave);
  headline(bench, leave, nodes);
  if (auto picture = reveal_picture(desk, bench)) nodes.push_back(*std::move(picture));
  verdict(measurement, nodes);
  not_run(bench, nodes);
  for (const auto source : {record::Source::guess, record::Source::model, measurement.source}) {
    if (source == record::Source::guess && guesses.empty()) continue;
    nodes.push_back(reveal_badge(bench, source));
  }
  if (bench.beside_as() && has_learned(desk, "bytes")) nodes.push_back(reveal_badge(bench, record::Source::recorded));
  for (const std::string_view tab : lesson::run_tabs) {
    if (auto chart = chart_at(desk, rule, bench, data, stage, tab)) nodes.push_back(*std::move(chart));
  }
  const study::Study& study = bench.study(leave);
  nodes.push_back(numbers_table(bench, leave, guesses));
  for (Node& table : tables_of_more(bench, leave)) nodes.push_back(std::move(table));
  if (std::string eager = study::eager_words(study, study::eager_of(study), bench.timed); !eager.empty())
    nodes.push_back(make("reveal.eager", Purpose::notice, std::move(eager)));
  if (bench.timed && model::arithmetic_first(study.predictions.at(1))) {
    nodes.push_back(make("reveal.arithmetic", Purpose::notice, std::string(base::text("app.arithmetic_first"))));
  }
  if (auto doubt = ceilings(desk, bench, leave)) nodes.push_back(*std::move(doubt));
  remarks(desk, measurement, "reveal.remark", nodes);
  if (const auto& beside = bench.beside(leave)) remarks(desk, *beside, "reveal.remark.recorded", nodes);
  return nodes;
}

}  // namespace session
