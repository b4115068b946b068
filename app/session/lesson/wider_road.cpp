// Widens a spec's road, predicts, draws.
#include "session/lesson/wider_road.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/bars/road_bars.hpp"
#include "charts/frame/drawing.hpp"
#include "lesson/asked.hpp"
#include "lesson/fences/fence.hpp"
#include "lesson/machine_values.hpp"
#include "publish/road_fence.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/cells.hpp"
#include "session/state/lock_rule.hpp"
#include "study/plans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace session {
namespace {

constexpr std::array<double, 7> widths = {1, 1.5, 2, 3, 4, 6, 8};

double share_of(double times) {
  return std::log(times) / std::log(widths.back());
}

/// The lesson's chains that have been met by now, in its order.
std::vector<const Bench*> met(const Course& course) {
  std::vector<const Bench*> benches;
  for (std::size_t i = 0; i <= course.at; ++i) {
    for (const lesson::Block& block : course.lesson.steps[i].blocks) {
      if (block.is(lesson::fences::chain)) benches.push_back(course.benches.at(block.name).get());
    }
  }
  return benches;
}

/// Of each chain the times of both plans and what fusing gives, as the road is and as it would be.
Node numbers(const Desk& desk) {
  Node table = make("road.numbers", Purpose::table, std::string(base::text("session.road.numbers")));
  table.rows.push_back(
      {{}, cell::said("session.road.unfused"), cell::said("session.road.fused"), cell::said("session.road.gain")});
  const lesson::Asked open = asked(desk);
  for (const Bench* bench : met(*desk.course)) {
    const auto row = [&](double times) {
      const auto of = study::predictions_of({bench->unfused(), bench->fused(LockRule::to_hide())},
                                            lesson::with_wider_road(bench->spec, times));
      const std::string name = base::say(times == 1 ? "session.road.now" : "session.road.then",
                                         {{"chain", bench->name}, {"times", charts::times_words(times)}});
      if (publish::hides_road(open, *bench->chain)) {
        table.rows.push_back({cell::words(name), cell::unknown(), cell::unknown(), cell::unknown()});
      } else {
        table.rows.push_back({cell::words(name), cell::time(of[0].cold), cell::time(of[1].cold),
                              cell::ratio(base::show_number(charts::gain(of)) + "x")});
      }
    };
    row(1);
    if (desk.settings.road != 1) row(desk.settings.road);
  }
  return table;
}

}  // namespace

std::vector<Node> road_nodes(const Desk& desk, const lesson::Block& fence) {
  const Bench& bench = *desk.course->benches.at(fence.name);
  if (publish::hides_road(asked(desk), *bench.chain))
    return {make("road.closed", Purpose::notice, std::string(base::text("session.road.closed")))};
  charts::ChartData data;
  data.chain = bench.chain;
  data.plans = {bench.unfused(), bench.fused(LockRule::to_hide())};
  data.spec = bench.spec;
  const auto sheet = chart_data(desk, bench, {}, figure::Stage::question);
  std::vector<Node> nodes = {figure_node(publish::road_figure(std::move(data), desk.settings.road, sheet))};
  Node slider = make("road.width", Purpose::slider, std::string(base::text("session.road.width")),
                     desk.settings.road == 1
                         ? std::string(base::text("chart.road.as_it_is"))
                         : base::say("chart.road.wide", {{"times", charts::times_words(desk.settings.road)}}));
  slider.slider = Slider{share_of(desk.settings.road), {}};
  for (const double width : widths) slider.slider->stops.push_back(share_of(width));
  if (!has_stage(desk)) slider.actions = road_actions(desk, false);  // there Left and Right move it, as any other
  slider.actions.insert(slider.actions.begin(), action("road.move", "session.road.move"));
  nodes.push_back(std::move(slider));
  nodes.push_back(numbers(desk));
  return nodes;
}

void move_road(Desk& desk, std::string_view place) {
  const auto at = base::to_number(place);
  if (!at) return;
  const double before = desk.settings.road;
  desk.settings.road =
      *std::ranges::min_element(widths, {}, [&](double width) { return std::abs(share_of(width) - *at); });
  if (desk.settings.road != before) desk.remember();
}

void step_road(Desk& desk, int by) {
  const auto now = std::ranges::min_element(
      widths, {}, [&](double width) { return std::abs(share_of(width) - share_of(desk.settings.road)); });
  const auto at = now - widths.begin() + by;
  desk.settings.road = widths[static_cast<std::size_t>(
      std::clamp(at, std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(widths.size()) - 1))];
  desk.remember();
}

std::vector<Action> road_actions(const Desk& desk, bool in_class) {
  Action less = action("road.less", "session.road.less", {in_class ? "Down" : "Alt+PageDown"}),
         more = action("road.more", "session.road.more", {in_class ? "Up" : "Alt+PageUp"});
  if (desk.settings.road <= widths.front())
    less = disabled(std::move(less), std::string(base::text("session.road.least")));
  if (desk.settings.road >= widths.back())
    more = disabled(std::move(more), std::string(base::text("session.road.most")));
  return {std::move(less), std::move(more)};
}

}  // namespace session
