// Curves as maps from places to heights; figures by charts::sweep.
#include "session/lesson/sketch.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/sweep/series.hpp"
#include "lesson/asked.hpp"
#include "lesson/curve_text.hpp"
#include "lesson/kinds/kind.hpp"
#include "publish/sweep_fence.hpp"
#include "session/lesson/lesson_sweep.hpp"

#include <algorithm>
#include <cmath>

namespace session {
namespace {

using lesson::Curve;
using lesson::SweepHeight;
using lesson::Task;
using record::Source;

constexpr std::size_t most_steps_back = 200;

const Task& drawn_task(const Desk& desk) {
  return *desk.course->step().task;
}

const charts::SweepData* data_of(const Course& course, const Task& task) {
  const auto found = course.sweeps.find(publish::sweep_key(task.chain, task.over));
  return found == course.sweeps.end() ? nullptr : found->second.get();
}

lesson::SketchTruth truth_in(const charts::SweepData& data, const Task& task) {
  lesson::SketchTruth truth;
  const Source best = charts::best_source(data);
  const std::size_t asked = task.unfused && task.height != SweepHeight::speedup ? 0 : 1;
  for (const charts::Series& one : charts::series_of(data, task.height)) {
    if (one.source != best) continue;
    auto& line = one.plan == asked ? truth.asked : truth.other;
    if (line.empty()) line = one.values;
  }
  return truth;
}

/// What is there now can be come back to.
void keep(Attempt& attempt) {
  auto& before = attempt.pen.before;
  before.push_back(attempt.curve);
  if (before.size() > most_steps_back) before.erase(before.begin());
  attempt.pen.after.clear();
}

void put(Attempt& attempt, const Task& task, std::size_t point, double height) {
  const auto places = chain::places(task.over);
  if (lesson::starts_at_one(task)) attempt.curve[places.front()] = 1;
  const bool fixed = point == 0 && lesson::starts_at_one(task);
  if (!fixed) attempt.curve[places.at(point)] = snapped(task, height);
}

void wrote(Attempt& attempt, const Task& task) {
  attempt.typed = lesson::typed_of(task, attempt.curve);
  attempt.message.clear();
}

charts::SweepData drawn(const Desk& desk, const charts::SweepData& known, const Curve& curve) {
  const Task& task = drawn_task(desk);
  charts::SweepData data = known;
  charts::SweepSketch sketch;
  sketch.plan = task.unfused && task.height != SweepHeight::speedup ? 0 : 1;
  for (const charts::SweepPoint& point : data.points) {
    const auto found = curve.find(point.at);
    sketch.heights.push_back(found == curve.end() ? std::nullopt : std::optional(found->second));
  }
  data.sketch = std::move(sketch);
  publish::set_frame(data, task.height, sweep_sheet(desk, task.chain));
  data.sheet.no_title = data.sheet.no_title || is_untitled(desk);
  return data;
}

Node node_of(charts::SweepData data, const Task& task, figure::Stage stage) {
  return figure_node(figure::at(charts::sweep(data, task.height), stage));
}

figure::Stage told_stage(const charts::SweepData& data) {
  return charts::best_source(data) == Source::model ? figure::Stage::model : figure::Stage::truth;
}

bool times_hidden(const Desk& desk) {
  const auto* data = data_of(*desk.course, drawn_task(desk));
  const lesson::Asked open = asked(desk);
  return data == nullptr || std::ranges::any_of(data->points, [&](const charts::SweepPoint& point) {
           return open.hides(chain::form(*point.chain), "time.fused") ||
                  open.hides(chain::form(*point.chain), "time.unfused");
         });
}

}  // namespace

lesson::SketchTruth sketch_truth(const Course& course, const Task& task) {
  const auto* data = data_of(course, task);
  return data == nullptr ? lesson::SketchTruth{} : truth_in(*data, task);
}

std::map<std::size_t, std::set<std::string>> sketched_forms(const lesson::Lesson& lesson) {
  std::map<std::size_t, std::set<std::string>> all;
  std::set<std::string> run;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const auto& task = lesson.steps[i].task;
    if (!task) continue;
    if (task->kind->is_run()) run.insert(chain::form(*lesson.chains.at(task->chain)));
    if (task->kind->by != lesson::By::curve) continue;
    const auto points = chain::sweep(*lesson.chains.at(task->chain), task->over);
    if (!points) continue;  // the loader has refused it
    auto& forms = all[i];
    for (const chain::SweepPoint& point : *points) {
      const bool first = &point == &points->front();
      const std::string chain_form = chain::form(point.chain);
      if (!(first && lesson::starts_at_one(*task)) && !run.contains(chain_form)) forms.insert(chain_form);
    }
  }
  return all;
}

void set_sketch(Course& course, std::string_view typed) {
  Attempt& attempt = course.attempt();
  attempt.message.clear();
  auto curve = lesson::parse_curve(*course.step().task, typed);
  if (!(curve && *curve == attempt.curve)) keep(attempt);
  attempt.typed = typed;
  attempt.pen.last.reset();
  if (curve) {
    attempt.curve = std::move(*curve);
  } else {
    attempt.curve.clear();
    attempt.message = curve.error();
  }
}

void drag_sketch(Desk& desk, std::string_view place) {
  Course& course = *desk.course;
  const Task& task = drawn_task(desk);
  const auto* known = data_of(course, task);
  const auto words = base::split(base::trim(place), ' ');
  const auto x = base::to_number(words.front());
  const auto y = words.size() > 1 ? base::to_number(words[1]) : std::nullopt;
  if (known == nullptr || !x || !y) return;
  Attempt& attempt = course.attempt();
  SketchPen& pen = attempt.pen;
  const bool down = !pen.last || (words.size() > 2 && words[2] == "down");
  const auto to = charts::sketch_place(drawn(desk, *known, attempt.curve), task.height, {*x, *y});
  if (down) keep(attempt);
  const std::size_t from = down ? to.point : *pen.last;
  const auto places = chain::places(task.over);
  put(attempt, task, to.point, to.height);
  const auto begin = attempt.curve.find(places[from]), end = attempt.curve.find(places[to.point]);
  if (begin != attempt.curve.end() && end != attempt.curve.end()) {
    const std::pair a{begin->first, begin->second}, b{end->first, end->second};
    for (std::size_t i = std::min(from, to.point) + 1; i < std::max(from, to.point); ++i) {
      put(attempt, task, i, lesson::height_between(task, places[i], a, b));
    }
  }
  pen.last = pen.handle = to.point;
  wrote(attempt, task);
}

void pick_point(Desk& desk, int direction) {
  const auto count = static_cast<std::ptrdiff_t>(chain::places(drawn_task(desk).over).size());
  auto& handle = desk.course->attempt().pen.handle;
  handle = static_cast<std::size_t>(
      std::clamp(static_cast<std::ptrdiff_t>(handle) + direction, std::ptrdiff_t{0}, count - 1));
}

void step_sketch(Desk& desk, int direction) {
  Course& course = *desk.course;
  const Task& task = drawn_task(desk);
  const auto* known = data_of(course, task);
  if (known == nullptr) return;
  Attempt& attempt = course.attempt();
  const auto places = chain::places(task.over);
  const std::size_t at = std::min(attempt.pen.handle, places.size() - 1);
  const auto [low, high] = charts::sketch_ends(drawn(desk, *known, attempt.curve), task.height);
  // From where it is, or level with the point before.
  const auto there = attempt.curve.find(places[at]), after = attempt.curve.lower_bound(places[at]);
  const double middle = task.height == SweepHeight::time ? std::sqrt(low * high) : 1;
  const double now = there != attempt.curve.end()     ? there->second
                     : after != attempt.curve.begin() ? std::prev(after)->second
                                                      : middle;
  double to = task.height == SweepHeight::speedup ? now + 0.1 * direction : now * std::exp2(direction / 4.0);
  // Never so short a step that rounding takes it back.
  if (snapped(task, to) == now) to = now + direction * 0.05;
  keep(attempt);
  put(attempt, task, at, there == attempt.curve.end() ? now : std::clamp(to, low > 0 ? low : 0.05, high));
  attempt.pen.last.reset();
  wrote(attempt, task);
}

void undo_sketch(Desk& desk) {
  Attempt& attempt = desk.course->attempt();
  if (attempt.pen.before.empty()) return;
  attempt.pen.after.push_back(std::exchange(attempt.curve, std::move(attempt.pen.before.back())));
  attempt.pen.before.pop_back();
  attempt.pen.last.reset();
  wrote(attempt, drawn_task(desk));
}

void redo_sketch(Desk& desk) {
  Attempt& attempt = desk.course->attempt();
  if (attempt.pen.after.empty()) return;
  attempt.pen.before.push_back(std::exchange(attempt.curve, std::move(attempt.pen.after.back())));
  attempt.pen.after.pop_back();
  attempt.pen.last.reset();
  wrote(attempt, drawn_task(desk));
}

Node sketch_field(const Desk& desk) {
  const Attempt& attempt = desk.course->attempt();
  Node field = make("task.guess", Purpose::number, std::string(base::text("session.sketch.label")), attempt.typed);
  field.figure_id = "sketch";
  field.editable = field.focused = !attempt.locked;
  if (attempt.locked) return field;
  const auto could = [](Action one, bool can) {
    return can ? one : disabled(std::move(one), std::string(base::text("session.sketch.no_step")));
  };
  field.actions.push_back(action("guess.set", "session.sketch.set"));
  field.actions.push_back(action("guess.more", "session.sketch.up", {"Alt+Up"}));
  field.actions.push_back(action("guess.less", "session.sketch.down", {"Alt+Down"}));
  field.actions.push_back(action("sketch.back", "session.sketch.before", {"Alt+Left"}));
  field.actions.push_back(action("sketch.on", "session.sketch.after", {"Alt+Right"}));
  field.actions.push_back(could(action("sketch.undo", "session.sketch.undo", {"Ctrl+Z"}), !attempt.pen.before.empty()));
  field.actions.push_back(
      could(action("sketch.redo", "session.sketch.redo", {"Ctrl+Shift+Z"}), !attempt.pen.after.empty()));
  return field;
}

bool may_tell_sketch(const Desk& desk) {
  return desk.course->attempt().locked && !times_hidden(desk);
}

std::string sketch_words(const Course& course, const Task& task, const lesson::SketchJudgement& judgement) {
  const auto* data = data_of(course, task);
  if (data == nullptr || !judgement.true_bend) return {};
  return base::say("session.sketch.told", {{"guess", lesson::bend_words(task, judgement.bend)},
                                           {"source", charts::source_words(charts::best_source(*data))},
                                           {"truth", lesson::bend_words(task, *judgement.true_bend)},
                                           {"factor", base::show_number(judgement.factor) + "x"}});
}

std::optional<Node> sketch_figure(const Desk& desk) {
  const Course& course = *desk.course;
  const Task& task = drawn_task(desk);
  const auto* known = data_of(course, task);
  if (known == nullptr) return std::nullopt;
  const Attempt& attempt = course.attempt();
  charts::SweepData data = drawn(desk, *known, attempt.curve);
  if (!attempt.locked) data.sketch->handle = attempt.pen.handle;
  const bool told = may_tell_sketch(desk);
  if (told && lesson::is_whole(attempt.curve, task)) {
    const auto judgement = lesson::judge_sketch(task, attempt.curve, truth_in(*known, task));
    if (judgement.true_bend) {
      data.sketch->widest = judgement.widest;
      data.sketch->gap =
          base::say("session.sketch.finding", {{"guess", lesson::bend_words(task, judgement.bend)},
                                               {"source", charts::source_words(charts::best_source(data))},
                                               {"truth", lesson::bend_words(task, *judgement.true_bend)}});
    }
  }
  Node node = node_of(std::move(data), task, told ? told_stage(*known) : figure::Stage::guess);
  if (!attempt.locked) node.actions.insert(node.actions.begin(), drag_action("session.sketch.drag"));
  return node;
}

std::optional<Node> sketch_for_class(const Desk& desk, bool told) {
  const Task& task = drawn_task(desk);
  const auto* known = data_of(*desk.course, task);
  if (known == nullptr) return std::nullopt;
  charts::SweepData data = drawn(desk, *known, {});
  const bool tell = told && !times_hidden(desk);
  const auto letters = lesson::sketch_letters(task, truth_in(*known, task));
  const auto right = std::ranges::find(letters, true, &lesson::Letter::right);
  if (tell && right != letters.end()) {
    data.sketch->gap = base::say("session.sketch.truth",
                                 {{"source", charts::source_words(charts::best_source(data))},
                                  {"truth", lesson::bend_words(task, static_cast<std::size_t>(right->value))}});
  }
  return node_of(std::move(data), task, tell ? told_stage(*known) : figure::Stage::question);
}

std::string sketch_key(const lesson::Lesson& lesson, const Task& task, const Services& services) {
  const auto data = sweep_with(services, services.device ? services.device->spec() : std::nullopt,
                               lesson.chains.at(task.chain), task.over);
  if (!data) return {};
  const auto truth = truth_in(*data, task);
  Curve few;
  for (std::size_t i = 0; i < truth.asked.size(); ++i) {
    if (truth.asked[i]) few[data->points[i].at] = *truth.asked[i];
  }
  return few.empty() ? std::string() : lesson::typed_of(task, filled(task, few));
}

}  // namespace session
