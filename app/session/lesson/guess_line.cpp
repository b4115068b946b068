// Axes of numbers that are asked: ends by chain and device alone, as the bytes bars have them.
#include "session/lesson/guess_line.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/source_words.hpp"
#include "lesson/asked.hpp"
#include "lesson/guess_text.hpp"
#include "lesson/judge.hpp"
#include "lesson/letters.hpp"
#include "session/lesson/chart_data.hpp"
#include "session/lesson/guess_dot.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "session/state/lock_rule.hpp"
#include "session/state/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace session {
namespace {

using lesson::Unit;

/// An axis and the steps on it.
struct Span {
  double to = 0, step = 1;
};

std::optional<Span> span_of(Unit unit, const charts::Extents& ends) {
  switch (unit) {
    case Unit::crossings:
    case Unit::reads:
    case Unit::writes:
    case Unit::kernels:
    case Unit::tensors:
      return Span{ends.crossings, 1};
    case Unit::bytes:
      return Span{ends.bytes, ends.bytes / ends.crossings};  // a tensor
    case Unit::seconds:
      if (!ends.time) return std::nullopt;
      return Span{*ends.time, *ends.time / 50};
    case Unit::ratio:
      return Span{ends.crossings / 2, 0.1};
    case Unit::percent:
      return Span{100, 1};
    case Unit::number:
    case Unit::bandwidth:
    case Unit::rate:
    case Unit::intensity:
    case Unit::own:
      break;  // no end that would not tell
  }
  return std::nullopt;
}

/// A ratio of two chains, or of what no chain has to do with, has no end that this chain could tell.
bool ends_here(std::string_view quantity) {
  return lesson::compared(quantity).chain.empty() && !lesson::is_of_no_chain(quantity);
}

std::string title_of(Unit unit, const charts::NumberLine& line) {
  switch (unit) {
    case Unit::crossings:
      return std::string(base::text("session.axis.crossings"));
    case Unit::reads:
      return std::string(base::text("session.axis.reads"));
    case Unit::writes:
      return std::string(base::text("session.axis.writes"));
    case Unit::kernels:
      return std::string(base::text("session.axis.kernels"));
    case Unit::tensors:
      return std::string(base::text("session.axis.tensors"));
    case Unit::bytes:
      return std::string(base::text("session.axis.bytes"));
    case Unit::seconds:
      return base::say("session.axis.time", {{"unit", line.unit == 1 ? "s" : line.unit == 1e-3 ? "ms" : "µs"}});
    case Unit::percent:
      return std::string(base::text("session.axis.percent"));
    case Unit::ratio:
    case Unit::number:
    case Unit::bandwidth:
    case Unit::rate:
    case Unit::intensity:
    case Unit::own:
      break;
  }
  return std::string(base::text("session.axis.ratio"));
}

/// What the lock rule lets stand beside the guess.
void add_answers(const Desk& desk, const Bench& bench, const std::string& quantity, charts::NumberLine& line) {
  const lesson::Task& task = *desk.course->step().task;
  const LockRule rule(desk);
  const auto known = bench.quantities(LockRule::to_hide());
  const auto place = [&](const std::string& name) -> std::optional<charts::LinePlace> {
    const auto value = lesson::value_of(known, {}, name);
    if (!value || rule.hides(bench, name)) return std::nullopt;
    return charts::LinePlace{*value, lesson::show_answer(task, name, *value)};
  };
  const bool of_a_run = quantity.starts_with("measured.");
  // No model stands alone beside a guess that only the clock can judge.
  const bool clock = lesson::hangs_on_a_clock(quantity);
  if (!of_a_run && (bench.ran() || !clock)) line.model = place(quantity);
  // It is no count of trips alone.
  if (clock && line.model) line.model->words = base::say("session.line.with_work", {{"value", line.model->words}});
  if (!bench.ran()) return;
  line.measured = place(of_a_run ? quantity : "measured." + quantity);
  line.measured_by = bench.ran_as()->label;
}

/// Once told, the gap is seen: the line ends beyond the answer, and beyond a guess that is not altogether elsewhere.
double told_end(const charts::NumberLine& line) {
  constexpr double air = 1.1, elsewhere = 4;
  double answer = 0;
  for (const auto& place : {line.model, line.measured}) answer = std::max(answer, place ? place->value : 0.0);
  const double guess = line.guess && line.guess->value <= elsewhere * answer ? line.guess->value : 0;
  return answer > line.to || guess > line.to ? air * std::max(answer, guess) : 0;
}

}  // namespace

std::optional<charts::NumberLine> guess_line(const Desk& desk, const Bench& bench) {
  const Course& course = *desk.course;
  const std::string quantity = asked_by(*course.step().task);
  const auto unit = lesson::unit_of(quantity);
  const auto data = chart_data(desk, bench, {}, figure::Stage::guess);
  const auto span = unit && ends_here(quantity) ? span_of(*unit, charts::extents(data)) : std::nullopt;
  if (!span) return std::nullopt;
  charts::NumberLine line;
  line.quantity = quantity;
  line.to = span->to;
  line.unit_name = std::string(*unit == Unit::bytes ? "B" : "");
  if (*unit == Unit::seconds) line.unit = span->to >= 8 ? 1 : span->to >= 8e-3 ? 1e-3 : 1e-6;
  const lesson::Task& task = *course.step().task;
  const bool named = !task.counted_in.empty() && quantity == task.asked;
  line.title = named ? task.counted_in : title_of(*unit, line);
  line.width = data.width;
  line.text_scale = page_type(desk);
  line.low = has_stage(desk);
  const Attempt& attempt = course.attempt();
  if (attempt.guess) {
    line.guess = charts::LinePlace{*attempt.guess, lesson::show_answer(task, quantity, *attempt.guess)};
  }
  if (attempt.locked) {
    add_answers(desk, bench, quantity, line);
    line.to = std::max(line.to, told_end(line));
  }
  return line;
}

figure::Stage stage_of(const charts::NumberLine& line) {
  return line.measured ? figure::Stage::truth : line.model ? figure::Stage::model : figure::Stage::guess;
}

std::string snapped(double value, Unit unit) {
  constexpr double ratio_step = 0.05;
  if (unit == Unit::ratio) return fmt::format("{:.4g}", std::round(value / ratio_step) * ratio_step);
  if (unit == Unit::percent) return fmt::format("{:.0f}", value);
  return lesson::guess_text(value, unit);
}

std::string dragged(double value, Unit unit) {
  constexpr double pull = 0.12;
  const double whole = std::round(value);
  return snapped(unit == Unit::ratio && std::abs(value - whole) < pull ? whole : value, unit);
}

std::optional<std::string> stepped_guess(const Desk& desk, const Bench& bench, int direction) {
  const Course& course = *desk.course;
  const std::string quantity = asked_by(*course.step().task);
  const auto unit = lesson::unit_of(quantity);
  const auto data = chart_data(desk, bench, {}, figure::Stage::guess);
  const auto span = unit && ends_here(quantity) ? span_of(*unit, charts::extents(data)) : std::nullopt;
  if (!span) {
    const auto dot = guess_dot(desk, bench);
    return dot ? std::optional(stepped_intensity(*dot, direction)) : std::nullopt;
  }
  constexpr double same = 1e-6;
  const double steps = course.attempt().guess.value_or(0) / span->step;
  const double to = direction > 0 ? std::floor(steps + same) + 1 : std::ceil(steps - same) - 1;
  const double value = std::clamp(to * span->step, 0.0, span->to);
  // Whole tensors as they are: two digits would lose them.
  return *unit == Unit::bytes ? base::show(base::Bytes{std::llround(value)}) : snapped(value, *unit);
}

}  // namespace session
