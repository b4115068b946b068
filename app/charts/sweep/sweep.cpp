// Draws bands, axes, lines and marks of a sweep.
#include "charts/sweep/sweep.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/page.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/sweep/words.hpp"
#include "figure/axis.hpp"
#include "figure/layout.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

using figure::Anchor;
using figure::Face;
using figure::Paint;
using figure::Point;
using figure::Role;
using figure::Shade;
using figure::Stage;
using record::Source;

constexpr double inset = 14;  ///< of the first and last place from the frame's sides

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

constexpr double plot_top = 46, plot_bottom = 44;  // bands and names above it; ticks and the axis' name below

class SweepDrawing {
 public:
  SweepDrawing(const SweepData& data, SweepY y, Page& page)
      : data_(data), y_(y), page_(page), all_(series_of(data, y)), bands_(bands_of(data)) {
    double widest = 0;
    for (const Series& one : all_) widest = std::max(widest, page_.width_of(series_words(data_, one, y_), type::plain));
    // Room for the guess before there is one: the frame stays.
    if (data_.sketch) widest = std::max(widest, page_.width_of(source_words(Source::guess), type::plain));
    const Body& body = page.body();
    const double names = std::min(widest + page_.scaled(24), 0.3 * (body.right - body.left));
    left_ = body.left + page_.scaled(58);
    right_ = body.right - names;
    top_ = body.top + page_.scaled(plot_top);
    bottom_ = body.bottom - page_.scaled(plot_bottom);
    make_axes();
  }

  [[nodiscard]] const figure::Axis& axis() const { return axis_; }

  /// The point nearest to a place across.
  [[nodiscard]] std::size_t nearest(double x) const {
    std::size_t best = 0;
    for (std::size_t i = 0; i < data_.points.size(); ++i) {
      if (std::abs(place(i, 1).x - x) < std::abs(place(best, 1).x - x)) best = i;
    }
    return best;
  }

  void draw() {
    if (!data_.sketch) draw_bands();
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

 private:
  /// What may scale the axis: of a sketch nothing that is told later.
  [[nodiscard]] std::vector<Series> scaling() const { return data_.sketch ? std::vector<Series>{} : all_; }

  void make_axes() {
    const auto &first = data_.points.front(), &last = data_.points.back();
    x_ = {static_cast<double>(first.at),
          static_cast<double>(std::max(last.at, first.at + 1)),
          true,
          left_ + page_.scaled(inset),
          right_ - page_.scaled(inset),
          {}};
    if (y_ == SweepY::speedup) {
      // As many kernels less is the most that launches alone can give: a frame that tells nothing.
      double most = static_cast<double>(data_.points.back().chain->ops().size()) + 1;
      for (const Series& one : scaling()) {
        for (const auto& value : one.values) most = std::max(most, value.value_or(0));
      }
      axis_ = figure::linear_axis(most, bottom_, top_, 5);
      return;
    }
    if (y_ == SweepY::growth) {
      axis_ = doublings(static_cast<double>(last.at) / static_cast<double>(first.at));
      return;
    }
    double least = 1e-6, most = 1e-3;
    if (data_.sketch) most = std::max(most, longest());
    for (const Series& one : scaling()) {
      for (const auto& value : one.values) {
        if (!value) continue;
        least = std::min(least, *value);
        most = std::max(most, *value);
      }
    }
    axis_ = figure::decade_axis(least, most, bottom_, top_, "s");
  }

  /// From half to twice as much as the range grows itself, further only where something does.
  [[nodiscard]] figure::Axis doublings(double range) const {
    double least = 1, most = range;
    for (const Series& one : scaling()) {
      for (const auto& value : one.values) {
        if (!value) continue;
        least = std::min(least, *value);
        most = std::max(most, *value);
      }
    }
    const int low = static_cast<int>(std::floor(std::log2(least))) - 1,
              high = static_cast<int>(std::ceil(std::log2(most)));
    figure::Axis axis{std::exp2(low), std::exp2(high), true, bottom_, top_, {}};
    const int stride = (high - low) / 8 + 1;
    for (int i = low; i <= high; ++i) {
      if (i % stride == 0)
        axis.ticks.push_back(
            {std::exp2(i), i < -1 ? base::show_number(std::exp2(i), 2) : base::exact_number(std::exp2(i))});
    }
    return axis;
  }

  /// The end of the last point's time axis, as its bars have it.
  [[nodiscard]] double longest() const {
    ChartData last = data_.sheet;
    last.chain = data_.points.back().chain;
    last.plans = data_.points.back().plans;
    return extents(last).time.value_or(0);
  }

  [[nodiscard]] Point place(std::size_t i, double value) const {
    const double y = axis_.place(value);
    return {x_.place(static_cast<double>(data_.points[i].at)), data_.sketch ? std::clamp(y, top_, bottom_) : y};
  }

  /// Halfway between two points, or the frame's side.
  [[nodiscard]] double side(std::size_t before, std::size_t after) const {
    if (after == 0) return left_;
    if (after == data_.points.size()) return right_;
    return (place(before, 1).x + place(after, 1).x) / 2;
  }

  /// A wash behind each, its name above.
  void draw_bands() {
    const Seen seen{Stage::model, Stage::truth, {}};
    std::vector<figure::Extent> names;
    for (const Band& band : bands_) {
      const double from = side(band.first - 1, band.first), to = side(band.last, band.last + 1);
      const Role role = band_role(band.bound);
      if (role != Role::quiet_ink) {
        page_.rect({{from, top_}, to - from, bottom_ - top_, 0, Paint{role, Shade::tint}, std::nullopt, false}, seen);
      }
      page_.line({{from, top_ - page_.scaled(4)}, {to - page_.scaled(2), top_ - page_.scaled(4)}},
                 {{role, Shade::text}, 3, 0},
                 {Stage::model, Stage::truth, as_id("band." + band_words(data_, band.bound))});
      names.push_back({(from + to) / 2, page_.width_of(band_words(data_, band.bound), type::small)});
    }
    const std::vector<double> centres = figure::push_apart(names, page_.scaled(8), left_, page_.body().right);
    for (std::size_t i = 0; i < bands_.size(); ++i) {
      Style style = type::small;
      style.anchor = Anchor::middle;
      style.paint = {band_role(bands_[i].bound), Shade::text};
      page_.text({centres[i], top_ - page_.scaled(12)}, band_words(data_, bands_[i].bound), style, seen);
    }
  }

  void draw_axes() {
    const Paint faint{Role::hairline, Shade::tint};
    for (const figure::Tick& tick : axis_.ticks) {
      const double at = axis_.place(tick.value);
      page_.grid_line({left_, at}, {right_, at}, {faint, 1, 0});
      page_.text({left_ - page_.scaled(8), at + page_.scaled(4)}, tick.label, type::tick_end);
    }
    const std::size_t stride = label_stride();
    for (std::size_t i = 0; i < data_.points.size(); ++i) {
      const double at = x_.place(static_cast<double>(data_.points[i].at));
      page_.line({{at, bottom_}, {at, bottom_ + page_.scaled(4)}}, {hairline, 1, 0});
      if (i % stride == 0)
        page_.text({at, bottom_ + page_.scaled(18)}, place_words(data_, data_.points[i].at), type::tick);
    }
    page_.line({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, {hairline, 1.25, 0});
    page_.text({page_.body().left, top_ - page_.scaled(30)},
               std::string(base::text("chart.sweep.y." + std::string(name(y_)))), type::plain);
    const std::string below(base::text(over_size() ? "chart.sweep.x.size" : "chart.sweep.x.count"));
    page_.text({left_, bottom_ + page_.scaled(38)}, below, type::plain);
    const double used = left_ + page_.width_of(below, type::plain) + page_.scaled(24);
    Style style = type::small;
    style.anchor = Anchor::end;
    page_.text({page_.body().right, bottom_ + page_.scaled(38)},
               page_.fitted(missing_words(data_), style, page_.body().right - used), style,
               {Stage::truth, Stage::truth, "missing"});
  }

  /// Every point is named, or every second, ...: as many as have room.
  [[nodiscard]] std::size_t label_stride() const {
    const auto fits = [&](std::size_t stride) {
      double free = page_.body().left;
      for (std::size_t i = 0; i < data_.points.size(); i += stride) {
        const double at = x_.place(static_cast<double>(data_.points[i].at));
        const double half = page_.width_of(place_words(data_, data_.points[i].at), type::tick) / 2;
        if (at - half < free) return false;
        free = at + half + page_.scaled(10);
      }
      return true;
    };
    std::size_t stride = 1;
    while (stride < data_.points.size() && !fits(stride)) ++stride;
    return stride;
  }

  [[nodiscard]] bool over_size() const { return data_.axis.kind == chain::SweepAxis::Kind::size; }

  static Stage stage_of(const Series& one) {
    if (one.source == Source::guess) return Stage::guess;
    return one.source == Source::model ? Stage::model : Stage::truth;
  }
  static Role colour_of(const Series& one) {
    if (one.source == Source::guess) return Role::guess;
    return one.source == Source::model ? Role::model : role_of(one.plan);
  }

  /// The model's dashed and grey, the others in their plan's colour with a mark at each point; broken where a point
  /// lacks.
  void draw_line(const Series& one) {
    const bool model = one.source == Source::model;
    const Stage stage = stage_of(one);
    const std::string id = as_id("line." + series_words(data_, one, y_));
    const figure::Stroke stroke = model ? figure::Stroke{{Role::model, Shade::fill}, 1.75, 5}
                                        : figure::Stroke{{colour_of(one), Shade::fill}, 2, 0};
    std::vector<Point> run;
    const auto flush = [&] {
      if (run.size() > 1) page_.line(run, stroke, {stage, Stage::truth, id});
      run.clear();
    };
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      if (one.values[i]) {
        run.push_back(place(i, *one.values[i]));
      } else {
        flush();
      }
    }
    flush();
    if (model) return;
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      if (one.values[i]) draw_mark(one, place(i, *one.values[i]));
    }
  }

  /// Unfused a circle, fused a square; a recorded one has its corner tab.
  void draw_mark(const Series& one, Point at) {
    const Seen seen{stage_of(one), Stage::truth, {}};
    const double r = page_.scaled(5);
    const Paint paint{colour_of(one), Shade::fill};
    if (one.source == Source::guess) {
      page_.circle({at, 1.2 * r, Paint{Role::page}, figure::Stroke{paint, 2, 0}}, seen);
      return;
    }
    if (one.plan == 0) {
      page_.circle({at, r, paint, std::nullopt}, seen);
    } else {
      page_.rect({{at.x - 0.9 * r, at.y - 0.9 * r}, 1.8 * r, 1.8 * r, 0, paint, std::nullopt, false}, seen);
    }
    if (one.source != Source::recorded) return;
    page_.polygon({{{at.x, at.y - r}, {at.x + r, at.y - r}, {at.x + r, at.y}}, ink, std::nullopt}, seen);
  }

  /// Where a curve is drawn: a guide at each point, and a ring about the one that the keyboard moves.
  void draw_handles() {
    const SweepSketch& sketch = *data_.sketch;
    for (std::size_t i = 0; i < data_.points.size(); ++i) {
      page_.grid_line({place(i, 1).x, top_}, {place(i, 1).x, bottom_}, {{Role::hairline, Shade::tint}, 1, 0});
    }
    const bool begun = std::ranges::any_of(sketch.heights, [](const auto& height) { return height.has_value(); });
    if (!begun) {
      Style style = type::plain;
      style.paint = {Role::guess, Shade::text};
      style.anchor = Anchor::middle;
      const std::string here(base::text("chart.sketch.here"));
      if (page_.width_of(here, style) < right_ - left_) {
        page_.text({(left_ + right_) / 2, (top_ + bottom_) / 2}, here, style, {Stage::question, Stage::guess, {}});
      }
    }
    if (!sketch.handle) return;
    const std::size_t at = *sketch.handle;
    const double x = place(at, 1).x;
    page_.line({{x, top_}, {x, bottom_}}, {{Role::guess, Shade::fill}, 1.25, 3},
               {Stage::question, Stage::guess, "handle"});
    if (at < sketch.heights.size() && sketch.heights[at]) {
      page_.circle({place(at, *sketch.heights[at]), page_.scaled(11), std::nullopt,
                    figure::Stroke{{Role::guess, Shade::fill}, 1.25, 0}},
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
    const Point a = place(*at, *guess->values[*at]), b = place(*at, *truth->values[*at]);
    if (std::abs(a.y - b.y) < page_.scaled(14)) return;
    const Seen seen{stage_of(*truth), Stage::truth, {}};
    const figure::Stroke stroke{{Role::guess, Shade::fill}, 1.5, 0};
    const double clear = (b.y > a.y ? 1 : -1) * page_.scaled(7), half = page_.scaled(4);
    page_.line({{a.x, a.y + clear}, {b.x, b.y - clear}}, stroke, seen);
    for (const double y : {a.y + clear, b.y - clear}) page_.line({{a.x - half, y}, {a.x + half, y}}, stroke, seen);
    Style style = type::small;
    style.paint = {Role::guess, Shade::text};
    style.anchor = Anchor::end;
    const std::string words = base::say(
        "chart.gap", {{"guess", height_words(*guess->values[*at])}, {"truth", height_words(*truth->values[*at])}});
    // Above the frame: inside, one of the curves may run anywhere.
    page_.text({right_, top_ - page_.scaled(12)}, words, style, {seen.from, seen.until, "gap"});
  }

  [[nodiscard]] std::string height_words(double height) const {
    return y_ == SweepY::time ? base::show(base::Seconds{height}) : base::show_number(height) + "x";
  }

  /// At the right ends; before the truth only the model's are there, and stand where they will.
  void name_lines() {
    const double x = right_ + page_.scaled(12);
    std::vector<figure::SideLabel> labels;
    for (const Series& one : all_) {
      for (std::size_t i = one.values.size(); i-- > 0;) {
        if (!one.values[i]) continue;
        const Role role = colour_of(one);
        const std::string words = page_.fitted(series_words(data_, one, y_), type::plain, page_.body().right - x);
        const figure::Text text{{}, words, page_.scaled(type::plain.size), type::plain.face, {role, Shade::text}};
        const Point end = place(i, *one.values[i]);
        labels.push_back({{std::max(end.x, right_ - page_.scaled(8)), end.y}, text, {}, stage_of(one), Stage::truth});
        break;
      }
    }
    for (figure::Mark& mark : figure::side_labels(labels, {x, top_, bottom_, Anchor::start, page_.scaled(2)})) {
      page_.figure.marks.push_back(std::move(mark));
    }
  }

  const SweepData& data_;
  SweepY y_;
  Page& page_;
  std::vector<Series> all_;
  std::vector<Band> bands_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  figure::Axis x_, axis_;
};

}  // namespace

double plot_height(const ChartData& sheet) {
  const Body body = body_of(sheet, true);
  return body.bottom - body.top - (plot_top + plot_bottom) * sheet.text_scale;
}

figure::Figure sweep(const SweepData& data, SweepY y) {
  ChartData sheet = data.sheet;
  // One measurement of each device stands for them all: where the numbers are from is the same at every point.
  for (const SweepPoint& point : data.points) {
    for (const record::Measurement& one : point.measurements) {
      const bool known = std::ranges::any_of(sheet.measurements, [&](const record::Measurement& other) {
        return other.source == one.source && other.provenance.device_id == one.provenance.device_id;
      });
      if (!known) sheet.measurements.push_back(one);
    }
  }
  Page page(sheet, data.sketch ? "sketch" : "sweep", body_of(sheet, true));
  page.head(sweep_titles(data, y), true);
  SweepDrawing(data, y, page).draw();
  page.foot();
  page.draw_grid();
  // A sketch that has nothing to tell yet has no finding either.
  page.figure.description = sweep_description(data, y, !data.sketch || !data.sketch->gap.empty());
  if (!page.figure.question.empty()) page.figure.question_description = sweep_description(data, y, false);
  page.figure.table = data.sketch ? sketch_table(data, y) : sweep_table(data);
  page.figure.scene = scene(sheet, "sweep", {{"over", chain::text(data.axis)}, {"y", std::string(name(y))}});
  return std::move(page.figure);
}

SketchPlace sketch_place(const SweepData& data, SweepY y, figure::Point at) {
  Page page(data.sheet, "sketch", body_of(data.sheet, true));
  const SweepDrawing drawing(data, y, page);
  const figure::Axis& axis = drawing.axis();
  return {drawing.nearest(at.x), std::clamp(axis.value(at.y), axis.from, axis.to)};
}

std::pair<double, double> sketch_ends(const SweepData& data, SweepY y) {
  Page page(data.sheet, "sketch", body_of(data.sheet, true));
  const SweepDrawing drawing(data, y, page);
  return {drawing.axis().from, drawing.axis().to};
}

}  // namespace charts
