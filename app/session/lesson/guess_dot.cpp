// Which dots may be seen.
#include "session/lesson/guess_dot.hpp"

#include "base/units.hpp"
#include "lesson/asked.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <algorithm>
#include <cmath>

namespace session {

std::optional<charts::RooflineGuess> guess_dot(const Desk& desk, const Bench& bench) {
  const Course& course = *desk.course;
  const std::string quantity = asked_by(*course.step().task);
  const bool unfused = quantity == "intensity.unfused";
  if (desk.scene.film || (!unfused && quantity != "intensity.fused")) return std::nullopt;
  const LockRule rule(desk);
  for (const char* of_machine : {"machine.ridge", "machine.roof", "machine.bandwidth"}) {
    if (rule.hides(bench, of_machine)) return std::nullopt;
  }
  charts::RooflineGuess dot;
  dot.sheet = chart_data(desk, bench, {}, figure::Stage::guess);
  dot.sheet.no_title = is_untitled(desk);
  keep_room(desk, dot.sheet, Needs::axes);
  dot.sheet.plans.resize(2);
  dot.sheet.slots.clear();
  dot.sheet.beside.reset();
  if (!charts::has_roofs(dot.sheet)) return std::nullopt;
  dot.plan = unfused ? 0 : 1;
  const Attempt& attempt = course.attempt();
  // On the wall nobody's stands.
  const bool in_class = desk.pages.has(PageKind::room);
  dot.guess = !in_class && attempt.guess && *attempt.guess > 0 ? attempt.guess : std::nullopt;
  const auto known = bench.quantities(LockRule::to_hide());
  const auto seen = [&](const std::string& name) -> std::optional<double> {
    return rule.hides(bench, name) ? std::nullopt : lesson::value_of(known, bench.name, name);
  };
  dot.other = seen(unfused ? "intensity.fused" : "intensity.unfused");
  if (!is_answered(desk, course, course.at)) return dot;
  dot.model = seen(quantity);
  const std::string plan = unfused ? "unfused" : "fused";
  const auto leave = rule.quantity(bench, "measured.time." + plan);
  const bool told = leave && seen("measured.time." + plan) && seen("measured.bytes." + plan);
  if (dot.model && told && bench.ran()) dot.sheet.measurements = {bench.measurement(*leave)};
  return dot;
}

figure::Stage stage_of(const charts::RooflineGuess& dot) {
  if (!dot.model) return figure::Stage::guess;
  return dot.sheet.measurements.empty() ? figure::Stage::model : figure::Stage::truth;
}

std::string snapped_intensity(double value) {
  if (value <= 0) return "0";
  const double step = std::pow(10, std::floor(std::log10(value)) - 1);
  return base::show_number(std::round(value / step) * step, 2);
}

std::string stepped_intensity(const charts::RooflineGuess& dot, int direction) {
  const double left = charts::intensity_at(dot, 0), right = charts::intensity_at(dot, dot.sheet.width);
  if (!dot.guess) return snapped_intensity(std::sqrt(left * right));
  return snapped_intensity(std::clamp(*dot.guess * std::pow(10, direction / 12.0), left, right));
}

}  // namespace session
