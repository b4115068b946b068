// Axes, the line, the place on it.
#include "charts/bars/calculator_line.hpp"

#include "base/words.hpp"
#include "charts/frame/plan_mark.hpp"
#include "charts/frame/type.hpp"
#include "figure/axis.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr double above = 34, below = 40;    // the names of the axes, and the places' own
constexpr double low = 150;                 // a plot that is lower does without the name above it: the title says it
constexpr double lowest = 110, alone = 22;  // and lower still, without one below: the foot says it
constexpr double tick_apart = 20;

class PlotLine {
 public:
  PlotLine(const CalculatorPlot& plot, Drawing& drawing) : plot_(plot), drawing_(drawing) {
    const Body& body = drawing.body();
    low_ = body.bottom - body.top < drawing.scaled(low);
    top_ = body.top + drawing.scaled(low_ ? above / 4 : above);
    bottom_ = body.bottom - drawing.scaled(is_named_in_foot(drawing) ? alone : below);
    double most = 0;
    for (const CalculatorPlace& place : plot.places) most = std::max(most, place.value);
    most = std::max(most, plot.here.value);
    heights_ = figure::linear_axis(most > 0 ? most : 1, bottom_, top_, ticks());
    double labels = 0;
    for (const figure::Tick& tick : heights_.ticks)
      labels = std::max(labels, drawing.width_of(tick.label, type::tick_end));
    left_ = body.left + labels + drawing.scaled(14);
    right_ = body.right - drawing.scaled(14);
    const auto [least, last] = std::ranges::minmax(plot.places, {}, &CalculatorPlace::at);
    across_ = {least.at, last.at, is_multiplied(), left_, right_, {}};
  }

  void draw() {
    axes();
    std::vector<Point> line;
    for (const CalculatorPlace& place : plot_.curve) line.push_back(point(place));
    drawing_.line(line, {{Role::model, Shade::fill}, 2.25, 6}, since(Stage::model, "line"));
    here();
  }

 private:
  /// No closer than their labels are high.
  [[nodiscard]] int ticks() const {
    constexpr int most = 5;
    return std::clamp(static_cast<int>((bottom_ - top_) / drawing_.scaled(tick_apart)), 1, most);
  }

  /// Places that double stand as far apart as those that grow by one.
  [[nodiscard]] bool is_multiplied() const {
    const auto& all = plot_.places;
    if (all.size() < 3 || !(all.front().at > 0)) return false;
    const double first = all[1].at - all[0].at, last = all[all.size() - 2].at - all[all.size() - 3].at;
    return std::abs(last) > 1.5 * std::abs(first);
  }

  [[nodiscard]] Point point(const CalculatorPlace& place) const {
    return {across_.place(place.at), heights_.place(place.value)};
  }

  void axes() {
    for (const figure::Tick& tick : heights_.ticks) {
      const double y = heights_.place(tick.value);
      drawing_.grid_line({left_, y}, {right_, y}, {faint, 1, 0}, since(Stage::model));
      drawing_.text({left_ - drawing_.scaled(8), y + drawing_.scaled(4)}, tick.label, type::tick_end,
                    since(Stage::model));
    }
    drawing_.line({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, {hairline, 1.25, 0});
    // "tokens (tokens/s)" says it twice.
    const bool told = plot_.what_unit.starts_with(plot_.what);
    const std::string named = plot_.what_unit.empty() ? plot_.what : plot_.what + " (" + plot_.what_unit + ")";
    if (!low_) {
      drawing_.text({drawing_.body().left, top_ - drawing_.scaled(18)}, told ? plot_.what_unit : named, type::plain);
    }
    places();
    if (!is_named_in_foot(drawing_)) {
      drawing_.text({left_, bottom_ + drawing_.scaled(38)}, over_words(plot_), type::plain);
    }
  }

  /// As many of the places as have room are named; the last one always is.
  void places() {
    double free = drawing_.body().left;
    const double end = across_.place(plot_.places.back().at);
    const double last = end - drawing_.width_of(plot_.places.back().tick, type::tick) / 2;
    for (const CalculatorPlace& place : plot_.places) {
      const double x = across_.place(place.at), half = drawing_.width_of(place.tick, type::tick) / 2;
      const bool is_last = &place == &plot_.places.back();
      if (!is_last && (x - half < free || x + half + drawing_.scaled(14) > last)) continue;
      const double held = std::min(x, drawing_.body().right - half);
      drawing_.line({{x, bottom_}, {x, bottom_ + drawing_.scaled(4)}}, {hairline, 1, 0});
      drawing_.text({held, bottom_ + drawing_.scaled(18)}, place.tick, type::tick);
      free = x + half + drawing_.scaled(14);
    }
  }

  /// Where the slider stands, and what that comes to.
  void here() {
    const Point at = point(plot_.here);
    drawing_.grid_line({at.x, top_}, {at.x, bottom_}, {faint, 1.25, 3});
    draw_plan_mark(drawing_, 0, at, {drawing_.scaled(6), Paint{Role::model, Shade::fill}, {}},
                   since(Stage::model, "here"));
    const double wide = drawing_.width_of(plot_.here.words, type::large_value);
    const double air = drawing_.scaled(12);
    const bool fits = at.x + air + wide <= drawing_.body().right;
    const double x = fits ? at.x + air : at.x - air - wide;
    // On the side of the line where it is not: below a rising one to its right, above a falling one. Where the axis
    // leaves no room below, well above it.
    const double lower = at.y + drawing_.scaled(20);
    const bool under = is_rising() == fits && lower < bottom_ - drawing_.scaled(6);
    const double y =
        under ? lower : std::max(at.y - drawing_.scaled(is_rising() == fits ? 30 : 16), top_ + drawing_.scaled(12));
    drawing_.text({x, y}, plot_.here.words, type::large_value, since(Stage::model));
  }

  [[nodiscard]] bool is_rising() const { return plot_.places.back().value >= plot_.places.front().value; }

  const CalculatorPlot& plot_;
  Drawing& drawing_;
  bool low_ = false;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
  figure::Axis across_, heights_;
};

}  // namespace

std::string over_words(const CalculatorPlot& plot) {
  return !plot.over_named ? plot.over : plot.over + " (" + plot.over_unit + ")";
}

bool is_named_in_foot(const Drawing& drawing) {
  return drawing.body().bottom - drawing.body().top < drawing.scaled(lowest);
}

void draw_calculator_line(const CalculatorPlot& plot, Drawing& drawing) {
  PlotLine(plot, drawing).draw();
}

}  // namespace charts
