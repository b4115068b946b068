// Draws the roofs, the dots and their names.
#include "charts/roofline.hpp"

#include "base/words.hpp"
#include "charts/findings.hpp"
#include "charts/page.hpp"
#include "charts/roofline_dots.hpp"
#include "charts/roofline_words.hpp"
#include "charts/scene.hpp"
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
using figure::Stroke;
using record::Source;

constexpr Style small{12, Face::words, quiet, Anchor::start};
constexpr Style tick_x{12, Face::figures, quiet, Anchor::middle};
constexpr Style tick_y{12, Face::figures, quiet, Anchor::end};
constexpr Style axis_title{14, Face::words, ink, Anchor::start};
constexpr int title_lines = 2;

class Roofline {
 public:
  explicit Roofline(const ChartData& data)
      : data_(data), page_(data, "roofline", body_of(data, title_lines, true)), placer_(figure::Box{}) {
    if (data.spec) roofs_ = model::roofline(*data.spec);
    std::erase_if(roofs_.ceilings, [](const model::Ceiling& c) { return !(c.flops_per_second > 0); });
    std::ranges::sort(roofs_.ceilings, {}, &model::Ceiling::flops_per_second);
    if (roofs_.bandwidth > 0) dots_ = roofline_dots(data, roofs_);
  }

  figure::Figure draw() {
    page_.head(roofline_titles(data_, dots_), title_lines, true);
    if (roofs_.bandwidth > 0) {
      place_axes();
      draw_grid();
      draw_roofs();
      draw_dots();
    } else {
      const Body& body = page_.body();
      page_.text({body.left, (body.top + body.bottom) / 2}, std::string(base::text("chart.roof.no_spec")), axis_title);
    }
    page_.foot();
    page_.figure.description = roofline_description(data_, roofs_, dots_);
    if (!page_.figure.question.empty()) page_.figure.question_description = roofline_description(data_, roofs_, {});
    page_.figure.table = roofline_table(data_, roofs_, dots_);
    page_.figure.scene = scene(data_, "roofline");
    return std::move(page_.figure);
  }

 private:
  /// Whole decades from the ceilings alone: the same machine gives the same frame.
  void place_axes() {
    const Body& body = page_.body();
    const double left = body.left + page_.scaled(52), right = body.right - page_.scaled(8);
    const double top = body.top + page_.scaled(26), bottom = body.bottom - page_.scaled(44);
    double first = 1, last = 1, flat = 0;  // ridges; without a ceiling the middle of the axis
    if (!roofs_.ceilings.empty()) {
      first = roofs_.ceilings.front().ridge;
      last = roofs_.ceilings.back().ridge;
      flat = roofs_.ceilings.back().flops_per_second;
    }
    const double least = std::min(0.01, std::pow(10.0, std::floor(std::log10(first)) - 2));
    const double most = std::pow(10.0, std::ceil(std::log10(3 * last)));
    x_ = figure::decade_axis(least, most, left, right);
    if (flat == 0) flat = roofs_.bandwidth * x_.to;
    y_ = figure::decade_axis(roofs_.bandwidth * x_.from, 1.01 * flat, bottom, top);
    placer_ = figure::LabelPlacer({left + 2, top + 2, right - left - 4, bottom - top - 4});
  }

  void draw_grid() {
    const Paint faint{Role::hairline, Shade::tint};
    for (const figure::Tick& tick : x_.ticks) {
      const double x = x_.place(tick.value);
      page_.line({{x, y_.begin}, {x, y_.end}}, {faint, 1, 0});
      page_.text({x, y_.begin + page_.scaled(17)}, tick.label, tick_x);
    }
    for (const figure::Tick& tick : y_.ticks) {
      const double y = y_.place(tick.value);
      page_.line({{x_.begin, y}, {x_.end, y}}, {faint, 1, 0});
      page_.text({x_.begin - page_.scaled(8), y + page_.scaled(4)}, tick.label, tick_y);
    }
    page_.line({{x_.begin, y_.end}, {x_.begin, y_.begin}, {x_.end, y_.begin}}, {hairline, 1.25, 0});
    page_.text({page_.body().left, y_.end - page_.scaled(12)}, std::string(base::text("chart.roof.y")), axis_title);
    Style middle = axis_title;
    middle.anchor = Anchor::middle;
    page_.text({(x_.begin + x_.end) / 2, y_.begin + page_.scaled(38)}, std::string(base::text("chart.roof.x")), middle);
  }

  void draw_roofs() {
    const Stroke stroke{ink, 2, 0};
    const double end = roofs_.ceilings.empty() ? x_.to : roofs_.ceilings.back().ridge;
    const figure::Polyline slope{
        {{x_.begin, y_.place(roofs_.bandwidth * x_.from)}, {x_.place(end), y_.place(roofs_.bandwidth * end)}}, stroke};
    page_.line(slope.points, stroke, {Stage::question, Stage::truth, "roof.memory"});
    placer_.keep_clear(slope);
    name_slope(end);
    double label_below = -1e9;
    for (auto ceiling = roofs_.ceilings.rbegin(); ceiling != roofs_.ceilings.rend(); ++ceiling) {
      const auto number = static_cast<std::size_t>(roofs_.ceilings.rend() - ceiling);
      const double y = y_.place(ceiling->flops_per_second), x = x_.place(ceiling->ridge);
      const figure::Polyline flat{{{x, y}, {x_.end, y}}, stroke};
      page_.line(flat.points, stroke, {Stage::question, Stage::truth, "roof." + std::to_string(number)});
      placer_.keep_clear(flat);
      label_below = name_ceiling(*ceiling, x, y, label_below);
      draw_ridge(*ceiling, x, y, number);
    }
  }

  /// Above the slope, where nothing can lie: its right end just left of the line.
  void name_slope(double end) {
    Style style = small;
    style.paint = ink;
    style.anchor = Anchor::end;
    const std::string words = slope_words(data_, roofs_);
    const double room = x_.place(end) - x_.begin - page_.scaled(20);
    const std::string shown = page_.fitted(words, style, room);
    const double x = x_.begin + page_.width_of(shown, style) + page_.scaled(16);
    const double y = y_.place(roofs_.bandwidth * x_.value(x)) - page_.scaled(4);
    set(shown, {x - page_.scaled(6), y}, style);
  }

  /// Right end of the line, above it, or below it where there is no room; returns the label's lower edge.
  double name_ceiling(const model::Ceiling& ceiling, double x, double y, double taken_to) {
    Style style = small;
    style.paint = ink;
    style.anchor = Anchor::end;
    const double above = y - page_.scaled(6);
    const bool fits = above - page_.scaled(12) > std::max(taken_to, y_.end);
    const double baseline = fits ? above : y + page_.scaled(16);
    set(page_.fitted(ceiling_words(data_, ceiling), style, x_.end - x - page_.scaled(12)),
        {x_.end - page_.scaled(4), baseline}, style);
    return std::max(y, baseline + page_.scaled(4));
  }

  void draw_ridge(const model::Ceiling& ceiling, double x, double y, std::size_t number) {
    page_.line({{x, y}, {x, y_.begin}}, {hairline, 1, 3});
    page_.circle({{x, y}, page_.scaled(3.5), ink, std::nullopt});
    const std::string words = base::say("chart.roof.ridge", {{"value", base::show_number(ceiling.ridge)}});
    const bool right = x + page_.width_of(words, small) + page_.scaled(8) < x_.end;
    Style style = small;
    style.anchor = right ? Anchor::start : Anchor::end;
    const double step = page_.scaled(16) * static_cast<double>(number - 1);
    set(words, {x + page_.scaled(right ? 6 : -6), y_.begin - page_.scaled(8) - step}, style);
  }

  /// A text that later labels keep clear of.
  void set(const std::string& words, Point at, const Style& style, const Seen& seen = {}) {
    const double wide = page_.width_of(words, style), high = page_.scaled(style.size);
    const double left = style.anchor == Anchor::start ? at.x
                        : style.anchor == Anchor::end ? at.x - wide
                                                      : at.x - wide / 2;
    placer_.keep_clear(figure::Box{left, at.y - high, wide, 1.3 * high});
    page_.text(at, words, style, seen);
  }

  void draw_dots() {
    for (const Dot& dot : dots_) {
      const Point at = inside(dot);
      const double r = radius(dot.teller) + 2;
      placer_.keep_clear(figure::Box{at.x - r, at.y - r, 2 * r, 2 * r});
    }
    draw_arrow();
    for (Stage stage : {Stage::guess, Stage::model, Stage::truth}) {
      for (const Dot& dot : dots_) {
        if (stage_of(dot.teller) == stage) draw_dot(dot);
      }
    }
    draw_warning();
  }

  [[nodiscard]] bool outside(const Dot& dot) const {
    const double x = x_.place(dot.intensity()), y = y_.place(dot.performance());
    return x < x_.begin || x > x_.end || y > y_.begin || y < y_.end;
  }

  /// The dot's place, or the nearest one at the frame.
  [[nodiscard]] Point inside(const Dot& dot) const {
    const Point at{x_.place(dot.intensity()), y_.place(dot.performance())};
    if (!outside(dot)) return at;
    const double inset = page_.scaled(10);
    return {std::clamp(at.x, x_.begin + inset, x_.end - inset), std::clamp(at.y, y_.end + inset, y_.begin - inset)};
  }

  /// Nested, so that three dots at one place are seen as three.
  [[nodiscard]] double radius(const Teller& teller) const {
    return page_.scaled(teller.source == Source::guess ? 12 : teller.source == Source::model ? 9 : 5.5);
  }

  void draw_dot(const Dot& dot) {
    const Stage stage = stage_of(dot.teller);
    const Point at = inside(dot);
    const std::string& plan = data_.plans[dot.plan].name;
    const Seen seen{stage, Stage::truth, "dot." + as_id(plan) + "." + as_id(label(data_, dot.teller))};
    Paint paint{dot.plan == 0 ? Role::unfused : dot.plan == 1 ? Role::fused : Role::quiet_ink, Shade::fill};
    std::optional<Paint> fill;
    std::optional<Stroke> stroke;
    switch (dot.teller.source) {
      case Source::guess:
        paint = {Role::guess, Shade::fill};
        stroke = Stroke{paint, 2, 0};
        break;
      case Source::model:
        paint = {Role::model, Shade::fill};
        stroke = Stroke{paint, 1.5, 3};
        break;
      case Source::measured:
      case Source::recorded:
      case Source::imported:
        fill = paint;
        break;
    }
    if (outside(dot)) {
      page_.arrow_head(at, x_.place(dot.intensity()) - at.x, y_.place(dot.performance()) - at.y, page_.scaled(12),
                       paint, seen);
    } else {
      draw_shape(dot.plan, at, radius(dot.teller), fill, stroke, seen);
      if (dot.teller.source == Source::recorded) draw_tab(at, radius(dot.teller), {stage, Stage::truth, {}});
    }
    name_dot(dot, at, {stage, Stage::truth, {}});
  }

  /// Unfused is a circle, fused a square, any other a diamond.
  void draw_shape(std::size_t plan, Point at, double r, std::optional<Paint> fill, std::optional<Stroke> stroke,
                  const Seen& seen) {
    if (plan == 0) {
      page_.circle({at, r, fill, stroke}, seen);
    } else if (plan == 1) {
      const double half = r * 0.9;
      page_.rect({{at.x - half, at.y - half}, 2 * half, 2 * half, 0, fill, stroke, false}, seen);
    } else {
      const double d = r * 1.25;
      page_.polygon({{{at.x, at.y - d}, {at.x + d, at.y}, {at.x, at.y + d}, {at.x - d, at.y}}, fill, stroke}, seen);
    }
  }

  void draw_tab(Point at, double r, const Seen& seen) {
    const double side = r * 0.9;
    page_.polygon({{{at.x, at.y - r}, {at.x + r, at.y - r}, {at.x + r, at.y - r + side}}, ink, std::nullopt}, seen);
  }

  void name_dot(const Dot& dot, Point at, const Seen& seen) {
    Role role = dot.plan == 0 ? Role::unfused : dot.plan == 1 ? Role::fused : Role::quiet_ink;
    if (dot.teller.source == Source::guess) role = Role::guess;
    if (dot.teller.source == Source::model) role = Role::model;
    Style style = small;
    style.paint = {role, Shade::text};
    const std::string words = page_.fitted(dot_words(data_, dot, outside(dot)), style, (x_.end - x_.begin) * 0.45);
    figure::Text text{at, words, page_.scaled(style.size), style.face, style.paint, style.anchor, false};
    text = placer_.place(text, at, radius(dot.teller) + page_.scaled(5));
    Style placed = style;
    placed.anchor = text.anchor;
    page_.text(text.at, words, placed, seen);
  }

  /// From the first plan to the second, as the best teller has both.
  void draw_arrow() {
    for (Stage stage : {Stage::model, Stage::truth}) {
      const auto of = [&](std::size_t plan) {
        return std::ranges::find_if(
            dots_, [&](const Dot& dot) { return dot.plan == plan && stage_of(dot.teller) == stage && !outside(dot); });
      };
      const auto a = of(0), b = of(1);
      if (a == dots_.end() || b == dots_.end() || !(a->teller == b->teller)) continue;
      const Point from = inside(*a), to = inside(*b);
      const double length = std::hypot(to.x - from.x, to.y - from.y), clear = page_.scaled(14);
      if (length < 3 * clear) continue;
      const double ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
      const Point begin{from.x + ux * clear, from.y + uy * clear}, tip{to.x - ux * clear, to.y - uy * clear};
      const bool more = stage == Stage::model &&
                        std::ranges::any_of(dots_, [](const Dot& d) { return stage_of(d.teller) == Stage::truth; });
      const Seen seen{stage, more ? Stage::model : Stage::truth, "arrow"};
      const figure::Polyline line{{begin, {tip.x - ux * 6, tip.y - uy * 6}},
                                  {{Role::quiet_ink, Shade::fill}, 1.5, stage == Stage::model ? 4.0 : 0.0}};
      page_.line(line.points, line.stroke, seen);
      page_.arrow_head(tip, ux, uy, page_.scaled(9), {Role::quiet_ink, Shade::fill}, {seen.from, seen.until, {}});
      placer_.keep_clear(line);
    }
  }

  void draw_warning() {
    const std::string words = warning_words(data_, dots_);
    if (words.empty()) return;
    Style style = small;
    style.paint = {Role::bad, Shade::text};
    style.anchor = Anchor::end;
    page_.text({x_.end, y_.end - page_.scaled(12)}, page_.fitted(words, style, (x_.end - x_.begin) * 0.75), style,
               {Stage::truth, Stage::truth, "warning"});
  }

  const ChartData& data_;
  Page page_;
  figure::LabelPlacer placer_;
  model::RooflineModel roofs_;
  std::vector<Dot> dots_;
  figure::Axis x_, y_;
};

}  // namespace

figure::Figure roofline(const ChartData& data) {
  return Roofline(data).draw();
}

}  // namespace charts
