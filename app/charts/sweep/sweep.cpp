// Draws bands, axes, lines and marks of a sweep.
#include "charts/sweep/sweep.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/plan_mark.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/type.hpp"
#include "charts/sweep/frame.hpp"
#include "charts/sweep/words.hpp"
#include "figure/axis.hpp"
#include "figure/layout.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

Role band_role(model::Bound bound) {
  switch (bound) {
    case model::Bound::launch:
      return Role::launch;
    case model::Bound::cache:
      return Role::l2;
    case model::Bound::compute:
    case model::Bound::issue:
      return Role::model;
    case model::Bound::memory:
      break;
  }
  return Role::quiet_ink;
}

class SweepLines {
 public:
  SweepLines(const SweepData& data, SweepHeight y, Drawing& drawing)
      : data_(data),
        y_(y),
        drawing_(drawing),
        frame_(data, y),
        left_(frame_.left()),
        right_(frame_.right()),
        top_(frame_.top()),
        bottom_(frame_.bottom()),
        all_(series_of(data, y)),
        bands_(bands_of(data)) {}

  void draw() {
    if (!data_.sketch && y_ != SweepHeight::error) draw_bands();  // they tell of time
    draw_axes();
    if (data_.sketch) draw_handles();
    for (const bool model : {true, false}) {
      for (const Series& one : all_) {
        if ((one.source == Source::model) == model) draw_line(one);
      }
    }
    if (data_.sketch) draw_gap();
    name_lines();
  }

  /// From the body's left: to the end of the name of what goes across.
  [[nodiscard]] double name_width() const {
    return left_ - drawing_.body().left + drawing_.width_of(across_words(), type::plain);
  }

 private:
  [[nodiscard]] std::string across_words() const {
    return std::string(base::text("chart.sweep.x." + std::string(chain::name(data_.axis.kind))));
  }

  /// A wash behind each, its name above.
  void draw_bands() {
    const Seen seen = since(Stage::model);
    std::vector<figure::Extent> names;
    for (const Band& band : bands_) {
      const double from = frame_.side(band.first - 1, band.first), to = frame_.side(band.last, band.last + 1);
      const Role role = band_role(band.bound);
      if (role != Role::quiet_ink) {
        drawing_.rect({{from, top_}, to - from, bottom_ - top_, 0, Paint{role, Shade::tint}}, seen);
      }
      drawing_.line({{from, top_ - drawing_.scaled(4)}, {to - drawing_.scaled(2), top_ - drawing_.scaled(4)}},
                    {{role, Shade::text}, 3, 0}, since(Stage::model, as_id("band." + band_words(data_, band.bound))));
      names.push_back({(from + to) / 2, drawing_.width_of(band_words(data_, band.bound), type::small)});
    }
    const std::vector<double> centres = figure::push_apart(names, drawing_.scaled(8), left_, drawing_.body().right);
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      const Style style = type::small_middle.in(band_role(bands_[i].bound));
      drawing_.text({centres[i], top_ - drawing_.scaled(12)}, band_words(data_, bands_[i].bound), style, seen);
    }
  }

  void draw_axes() {
    for (const figure::Tick& tick : frame_.axis().ticks) {
      const double at = frame_.axis().place(tick.value);
      drawing_.grid_line({left_, at}, {right_, at}, {faint, 1, 0});
      drawing_.text({left_ - drawing_.scaled(8), at + drawing_.scaled(4)}, tick.label, type::tick_end);
    }
    const std::size_t stride = label_stride();
    for (std::size_t i = 0; i < data_.points.size(); ++i) {
      const double at = frame_.across(i);
      drawing_.line({{at, bottom_}, {at, bottom_ + drawing_.scaled(4)}}, {hairline, 1, 0});
      if (i % stride == 0)
        drawing_.text({at, bottom_ + drawing_.scaled(18)}, place_words(data_, data_.points[i].at), type::tick);
    }
    drawing_.line({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, {hairline, 1.25, 0});
    drawing_.text({drawing_.body().left, name_line()}, axis_words(data_, y_), type::plain);
    drawing_.text({left_, bottom_ + drawing_.scaled(38)}, across_words(), type::plain);
    const double used = drawing_.body().left + name_width() + drawing_.scaled(24);
    if (shares_foot(data_)) return;  // the description has it
    drawing_.fit({drawing_.body().right, bottom_ + drawing_.scaled(38)}, missing_words(data_),
                 drawing_.body().right - used, type::small_end, since(Stage::truth, "missing"));
  }

  /// Where the name of the heights stands: above the bands' names, where there are bands.
  [[nodiscard]] double name_line() const {
    const bool low = data_.sketch && shares_foot(data_);
    return top_ - drawing_.scaled(low ? 10 : 30);
  }

  /// Every point is named, or every second, ...: as many as have room.
  [[nodiscard]] std::size_t label_stride() const {
    const auto fits = [&](std::size_t stride) {
      double free = drawing_.body().left;
      for (std::size_t i = 0; i < data_.points.size(); i += stride) {
        const double at = frame_.across(i);
        const double half = drawing_.width_of(place_words(data_, data_.points[i].at), type::tick) / 2;
        if (at - half < free) return false;
        free = at + half + drawing_.scaled(10);
      }
      return true;
    };
    std::size_t stride = 1;
    while (stride < data_.points.size() && !fits(stride)) ++stride;
    return stride;
  }

  /// The model's dashed and grey, the others in their plan's colour with a mark at each point; broken where a point
  /// lacks.
  void draw_line(const Series& one) {
    const bool model = one.source == Source::model;
    const Stage stage = stage_of(one.source);
    const std::string id = as_id("line." + series_words(data_, one, y_));
    const Stroke stroke = model ? Stroke{{Role::model, Shade::fill}, 1.75, 5}
                                : Stroke{{role_of(one.source, one.plan), Shade::fill}, 2, 0};
    std::vector<Point> run;
    const auto flush = [&] {
      if (run.size() > 1) drawing_.line(run, stroke, since(stage, id));
      run.clear();
    };
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      if (one.values[i]) {
        run.push_back(frame_.place(i, *one.values[i]));
      } else {
        flush();
      }
    }
    flush();
    if (model) return;
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      if (one.values[i]) draw_mark(one, frame_.place(i, *one.values[i]));
    }
  }

  /// Unfused a circle, fused a square; a recorded one has its corner tab.
  void draw_mark(const Series& one, Point at) {
    const Seen seen = since(stage_of(one.source));
    const double r = drawing_.scaled(5);
    const Paint paint{role_of(one.source, one.plan), Shade::fill};
    if (one.source == Source::guess) {
      drawing_.circle({at, 1.2 * r, Paint{Role::page}, Stroke{paint, 2, 0}}, seen);
      return;
    }
    draw_plan_mark(drawing_, one.plan, at, {r, paint, {}}, seen);
    if (one.source == Source::recorded) draw_mark_tab(drawing_, at, r, seen);
  }

  /// Where a curve is drawn: a guide at each point, and a ring about the one that the keyboard moves.
  void draw_handles() {
    const SweepSketch& sketch = *data_.sketch;
    for (std::size_t i = 0; i < data_.points.size(); ++i) {
      drawing_.grid_line({frame_.place(i, 1).x, top_}, {frame_.place(i, 1).x, bottom_}, {faint, 1, 0});
    }
    const bool begun = std::ranges::any_of(sketch.heights, [](const auto& height) { return height.has_value(); });
    if (!begun) {
      const std::string here(base::text("chart.sketch.here"));
      if (drawing_.width_of(here, type::guess_plain_middle) < right_ - left_) {
        drawing_.text({(left_ + right_) / 2, (top_ + bottom_) / 2}, here, type::guess_plain_middle,
                      {Stage::question, Stage::guess, {}});
      }
    }
    if (!sketch.handle) return;
    const std::size_t at = *sketch.handle;
    const double x = frame_.place(at, 1).x;
    drawing_.line({{x, top_}, {x, bottom_}}, {{Role::guess, Shade::fill}, 1.25, 3},
                  {Stage::question, Stage::guess, "handle"});
    if (at < sketch.heights.size() && sketch.heights[at]) {
      drawing_.circle({frame_.place(at, *sketch.heights[at]), drawing_.scaled(11), std::nullopt,
                       Stroke{{Role::guess, Shade::fill}, 1.25, 0}},
                      {Stage::guess, Stage::guess, {}});
    }
  }

  /// Where guess and truth are farthest apart: a bracket, and what the two are.
  void draw_gap() {
    const auto at = data_.sketch->widest;
    const Source best = best_source(data_);
    const auto truth = std::ranges::find(all_, best, &Series::source),
               guess = std::ranges::find(all_, Source::guess, &Series::source);
    if (!at || truth == all_.end() || guess == all_.end() || !truth->values[*at] || !guess->values[*at]) return;
    const Point a = frame_.place(*at, *guess->values[*at]), b = frame_.place(*at, *truth->values[*at]);
    if (std::abs(a.y - b.y) < drawing_.scaled(14)) return;
    const Seen seen = since(stage_of(truth->source));
    const double clear = (b.y > a.y ? 1 : -1) * drawing_.scaled(7);
    drawing_.bracket({a.x, a.y + clear}, {b.x, b.y - clear}, drawing_.scaled(4), {{Role::guess, Shade::fill}, 1.5, 0},
                     seen);
    const std::string words = base::say("chart.gap", {{"guess", height_words(*guess->values[*at], y_)},
                                                      {"truth", height_words(*truth->values[*at], y_)}});
    // Above the frame: inside, one of the curves may run anywhere.
    const double line = top_ - drawing_.scaled(12), needed = drawing_.width_of(words, type::guess_small_end);
    const double used = drawing_.body().left + drawing_.width_of(axis_words(data_, y_), type::plain);
    if (name_line() > line - drawing_.scaled(16) && right_ - needed < used + drawing_.scaled(16)) return;
    drawing_.text({right_, line}, words, type::guess_small_end, {seen.from, seen.until, "gap"});
  }

  /// At the right ends; before the truth only the model's are there, and stand where they will.
  void name_lines() {
    const double x = right_ + drawing_.scaled(12);
    std::vector<figure::SideLabel> labels;
    for (const Series& one : all_) {
      for (std::size_t i = one.values.size(); i-- > 0;) {
        if (!one.values[i]) continue;
        const Role role = role_of(one.source, one.plan);
        const std::string words = drawing_.fitted(series_words(data_, one, y_), type::plain, drawing_.body().right - x);
        const figure::Text text = drawing_.typeset({}, words, type::plain.in(role));
        const Point end = frame_.place(i, *one.values[i]);
        labels.push_back(
            {{std::max(end.x, right_ - drawing_.scaled(8)), end.y}, text, {}, stage_of(one.source), Stage::truth});
        break;
      }
    }
    for (figure::Mark& mark : figure::side_labels(labels, {x, top_, bottom_, Anchor::start, drawing_.scaled(2)})) {
      drawing_.figure.marks.push_back(std::move(mark));
    }
  }

  const SweepData& data_;
  SweepHeight y_;
  Drawing& drawing_;
  const SweepFrame frame_;
  const double left_, right_, top_, bottom_;  ///< the frame's
  std::vector<Series> all_;
  std::vector<Band> bands_;
};

}  // namespace

figure::Figure sweep(const SweepData& data, SweepHeight y) {
  ChartData sheet = data.sheet;
  // One measurement of each device stands for them all: where the numbers are from is the same at every point.
  for (const SweepPoint& point : data.points) {
    for (const record::Measurement& one : point.measurements) {
      const bool known = std::ranges::any_of(sheet.measurements, [&](const record::Measurement& other) {
        return other.source == one.source && other.provenance.device_id == one.provenance.device_id &&
               other.stranger == one.stranger;
      });
      if (!known) sheet.measurements.push_back(one);
    }
  }
  Drawing drawing(sheet, data.sketch ? "sketch" : "sweep", sweep_body(sheet));
  drawing.head(sweep_titles(data, y), names_chain(sheet));
  SweepLines lines(data, y, drawing);
  lines.draw();
  drawing.foot(shares_foot(data) ? lines.name_width() : 0);
  drawing.draw_grid();
  // A sketch that has nothing to tell yet has no finding either.
  drawing.figure.description = sweep_description(data, y, !data.sketch || !data.sketch->gap.empty());
  if (!drawing.figure.question.empty()) drawing.figure.question_description = sweep_description(data, y, false);
  drawing.figure.table = data.sketch               ? sketch_table(data, y)
                         : y == SweepHeight::error ? error_table(data)
                                                   : sweep_table(data);
  std::vector<figure::Fact> extra{{"over", chain::text(data.axis)}, {"y", std::string(name(y))}};
  if (const std::string& first = data.points.front().plans.front().name; first != "unfused")
    extra.push_back({"first", first});
  drawing.figure.scene = scene(sheet, "sweep", extra);
  return std::move(drawing.figure);
}

SketchPlace sketch_place(const SweepData& data, SweepHeight y, Point at) {
  const SweepFrame frame(data, y);
  return {frame.nearest(at.x), std::clamp(frame.axis().value(at.y), frame.axis().from, frame.axis().to)};
}

std::pair<double, double> sketch_ends(const SweepData& data, SweepHeight y) {
  const SweepFrame frame(data, y);
  return {frame.axis().from, frame.axis().to};
}

}  // namespace charts
