// Draws the bars into their frame.
#include "charts/bars/bytes_bars.hpp"

#include "base/words.hpp"
#include "charts/bars/bar_table.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/box.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

/// The baseline that centres figures and words on a row's middle.
double on_row(const Drawing& drawing, double middle, const Style& style) {
  return middle + figure::cap_height(style.face, drawing.scaled(style.size)) / 2;
}

class Bars {
 public:
  Bars(const ChartData& data, Quantity quantity, Axes axes)
      : data_(data),
        quantity_(quantity),
        frame_(bar_frame(data, quantity, axes)),
        drawing_(data, "bytes", frame_.body) {}

  figure::Figure draw() {
    drawing_.head(bars_titles(data_, quantity_), frame_.eyebrow);
    for (const Panel& panel : frame_.panels) draw_panel(panel);
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) draw_group(plan);
    draw_left_out();
    drawing_.foot(draw_legend());
    drawing_.draw_grid();
    Descriptions words = bars_description(data_, quantity_);
    drawing_.figure.description = std::move(words.whole);
    if (!drawing_.figure.question.empty()) drawing_.figure.question_description = std::move(words.before_truth);
    drawing_.figure.table = bar_table(data_, quantity_);
    drawing_.figure.scene = scene(data_, "bytes", {{"quantity", std::string(name(quantity_))}});
    return std::move(drawing_.figure);
  }

 private:
  void draw_panel(const Panel& panel) {
    const double wide = panel.right - panel.axis.begin, left = panel.axis.begin;
    std::string head(base::text("chart.panel." + std::string(name(panel.quantity))));
    if (!panel.unit.empty()) head += " (" + panel.unit + ")";
    drawing_.fit({left, frame_.heading}, head, wide, type::heading);
    if (frame_.about) {
      const std::string about(base::text("chart.about." + std::string(name(panel.quantity))));
      drawing_.fit({left, frame_.heading + drawing_.scaled(16)}, about, wide, type::small);
    }
    if (!panel.scaled) {
      drawing_.fit({left, frame_.bottom + drawing_.scaled(16)}, base::text("chart.no_scale"), wide, type::small);
    }
    for (const figure::Tick& tick : panel.axis.ticks) {
      const double x = panel.axis.place(tick.value);
      const bool zero = tick.value == 0;
      const Stroke stroke{zero ? hairline : Paint{Role::hairline, Shade::tint}, zero ? 1.25 : 1, 0};
      // Beside the rows only: no line runs through a name or a gap's words.
      for (std::size_t plan = 0; plan < frame_.plans; ++plan) {
        const double top = frame_.group_top(plan) + frame_.header;
        drawing_.grid_line({x, top}, {x, top + static_cast<double>(frame_.tellers.size()) * frame_.pitch}, stroke);
      }
      drawing_.text({x, frame_.bottom + drawing_.scaled(16)}, tick.label, type::tick);
    }
    draw_ratio(panel);
  }

  /// One size for what a stage says below all panels: the smaller one where a line is too long for the other.
  [[nodiscard]] double ratio_size(std::string RatioLines::*said) const {
    const bool fits = std::ranges::all_of(frame_.panels, [&](const Panel& panel) {
      return drawing_.width_of(ratio_lines(data_, panel.quantity).*said, type::heading) <=
             panel.right - panel.axis.begin;
    });
    return fits ? type::heading.size : type::small.size;
  }

  void draw_ratio(const Panel& panel) {
    const RatioLines lines = ratio_lines(data_, panel.quantity);
    const double wide = panel.right - panel.axis.begin;
    double y = frame_.bottom + drawing_.scaled(20 + 18);
    const auto set = [&](const std::string& words, const Style& style, Stage from, Stage until) {
      // Who says it may be spared, what is said may not.
      const bool long_name = drawing_.width_of(words, style) > wide && words.find(": ") != std::string::npos;
      const std::string shown = long_name ? words.substr(words.find(": ") + 2) : words;
      drawing_.fit({panel.axis.begin, y}, shown, wide, style, {from, until, {}});
    };
    set(lines.truth, type::heading.sized(ratio_size(&RatioLines::truth)), Stage::truth, Stage::truth);
    set(lines.model, type::heading.in(quiet).sized(ratio_size(&RatioLines::model)), Stage::model,
        lines.truth.empty() ? Stage::truth : Stage::model);
    y += drawing_.scaled(18);
    if (frame_.about) set(lines.guess, type::guess_small, Stage::guess, Stage::truth);
  }

  void draw_group(std::size_t plan) {
    const std::string plan_name = plan_words(data_.plans[plan].name);
    const double top = frame_.group_top(plan), left = frame_.body.left;
    Style style = frame_.compact ? type::row_heading : type::heading;
    style.paint = {role_of(plan), Shade::text};
    if (frame_.compact) {
      const double y = on_row(drawing_, frame_.row(plan, 0), style);
      drawing_.text({left, y}, drawing_.fitted_name(plan_name, style, frame_.names - drawing_.scaled(8)), style);
    } else {
      drawing_.line({{left, top}, {frame_.body.right, top}}, {{Role::hairline, Shade::tint}, 1, 0});
      const double y = top + drawing_.scaled(17);
      const double wide = frame_.body.right - left;
      const std::string shown = drawing_.fitted(plan_name, style, 0.6 * wide);
      drawing_.text({left, y}, shown, style);
      const double used = drawing_.width_of(shown, style) + drawing_.scaled(10);
      drawing_.fit({left + used, y}, kernels_words(data_.plans[plan]), wide - used, type::small);
    }
    for (std::size_t t = 0; t < frame_.tellers.size(); ++t) {
      const std::string said = label(data_, frame_.tellers[t]);
      const double middle = frame_.row(plan, t);
      drawing_.fit({frame_.panels[0].axis.begin - drawing_.scaled(10), on_row(drawing_, middle, type::small_end)}, said,
                   label_width(data_), type::small_end);
      for (const Panel& panel : frame_.panels) draw_reading(panel, plan, frame_.tellers[t], middle);
    }
    if (frame_.gap > 0) {
      for (const Panel& panel : frame_.panels) draw_gap(panel, plan);
    }
  }

  /// One bar, or the empty slot with its reason, or a '?'.
  void draw_reading(const Panel& panel, std::size_t plan, const Teller& teller, double middle) {
    const Reading of = reading(data_, plan, teller, panel.quantity);
    const Stage stage = stage_of(teller);
    const double x = panel.axis.begin;
    const bool told = of.value.has_value() || !of.missing.empty();
    // What nobody said stays asked until the truth is there; then it is simply absent.
    const bool over = !told && stage < Stage::truth && !data_.measurements.empty();
    const Style asked = type::value.in(quiet);
    const Stage last = told ? before(stage) : over ? Stage::model : Stage::truth;
    drawing_.text({x + drawing_.scaled(8), on_row(drawing_, middle, asked)}, "?", asked, {Stage::question, last, {}});
    if (of.value) {
      draw_bar(panel, plan, teller, of, *of.value, middle);
    } else if (told) {
      const double slot = drawing_.scaled(28);
      drawing_.rect({{x, middle - frame_.bar / 2}, slot, frame_.bar, 0, std::nullopt, Stroke{hairline, 1, 3}, false},
                    {stage, Stage::truth, {}});
      const double from = x + slot + drawing_.scaled(6);
      drawing_.fit({from, on_row(drawing_, middle, type::small)}, of.missing, panel.right - from, type::small,
                   {stage, Stage::truth, {}});
    }
  }

  void draw_bar(const Panel& panel, std::size_t plan, const Teller& teller, const Reading& of, double value,
                double middle) {
    const std::string id = "bar." + std::string(name(panel.quantity)) + "." + as_id(data_.plans[plan].name) + "." +
                           as_id(label(data_, teller));
    const Seen seen{stage_of(teller), Stage::truth, id}, with{seen.from, Stage::truth, {}};
    Style style = type::value;
    if (teller.source == Source::guess) style.paint = {Role::guess, Shade::text};
    if (teller.source == Source::model) style.paint = {Role::model, Shade::text};
    double from = panel.axis.begin;  // of the value's words: without a scale there is no bar before them
    if (panel.scaled) {
      const bool outside = value > panel.axis.to;
      double tip = outside ? panel.axis.end : panel.axis.place(value);
      const double width = std::max(tip - panel.axis.begin, 1.5);
      const figure::Rect bar = look(plan, teller, of, {panel.axis.begin, middle - frame_.bar / 2}, width);
      drawing_.rect(bar, seen);
      if (teller.source == Source::recorded) draw_tab(bar, with);
      if (outside) {
        tip += drawing_.scaled(10);
        drawing_.arrow_head({tip, middle}, 1, 0, drawing_.scaled(9), bar.fill ? *bar.fill : style.paint, with);
      } else if (of.spread) {
        tip = std::max(tip, draw_spread(panel, *of.spread, middle, with));
      }
      from = tip + drawing_.scaled(6);
    }
    drawing_.fit({from, on_row(drawing_, middle, style)}, panel.shown(value), panel.right - from, style, with);
  }

  /// Guess hollow, model dashed, measured filled, by construction hatched.
  [[nodiscard]] figure::Rect look(std::size_t plan, const Teller& teller, const Reading& of, Point at,
                                  double width) const {
    figure::Rect bar{at, width, frame_.bar, 0, {}, {}, of.by_construction};
    const Paint strong{role_of(plan), Shade::fill};
    switch (teller.source) {
      case Source::guess:
        bar.stroke = Stroke{{Role::guess, Shade::fill}, 2, 0};
        break;
      case Source::model:
        bar.stroke = Stroke{{Role::model, Shade::fill}, 1.5, 4};
        break;
      case Source::measured:
      case Source::recorded:
      case Source::imported:
        bar.fill = strong;
        if (of.by_construction) bar.stroke = Stroke{strong, 1.5, 0};
        break;
    }
    return bar;
  }

  /// The folded corner of a recorded bar.
  void draw_tab(const figure::Rect& bar, const Seen& seen) {
    const double side = std::min(bar.height * 0.55, bar.width);
    const double x = bar.at.x + bar.width, y = bar.at.y;
    drawing_.polygon({{{x - side, y}, {x, y}, {x, y + side}}, Paint{Role::page, Shade::fill}, std::nullopt}, seen);
    drawing_.polygon({{{x - side, y}, {x, y + side}, {x - side, y + side}}, ink, std::nullopt}, seen);
  }

  /// First to third quartile; returns its right end.
  double draw_spread(const Panel& panel, const Spread& spread, double middle, const Seen& seen) {
    const auto place = [&](double v) { return std::min(panel.axis.place(v), panel.axis.end); };
    const double a = place(spread.q1), b = place(spread.q3), half = frame_.bar * 0.3;
    if (b - a < 1) return b;
    const Stroke stroke{ink, 1.25, 0};
    drawing_.line({{a, middle}, {b, middle}}, stroke, seen);
    for (double x : {a, b}) drawing_.line({{x, middle - half}, {x, middle + half}}, stroke, seen);
    return b;
  }

  /// Guess and truth joined by a named gap.
  void draw_gap(const Panel& panel, std::size_t plan) {
    const Reading guess = reading(data_, plan, {Source::guess, -1}, panel.quantity);
    const Reading is = truth(data_, plan, panel.quantity);
    if (!guess.value || !is.value) return;
    const double bottom = frame_.row(plan, frame_.tellers.size()) - frame_.pitch / 2;
    const double y = bottom + drawing_.scaled(3), half = drawing_.scaled(3);
    const auto place = [&](double v) {
      return panel.scaled ? std::min(panel.axis.place(v), panel.axis.end) : panel.axis.begin;
    };
    const double a = place(*guess.value), b = place(*is.value);
    const Style style = type::small.in(Role::guess);
    const Seen seen{Stage::truth, Stage::truth,
                    "gap." + std::string(name(panel.quantity)) + "." + as_id(data_.plans[plan].name)};
    const Seen with{Stage::truth, Stage::truth, {}};
    const Stroke stroke{{Role::guess, Shade::fill}, 1.5, 0};
    if (std::abs(a - b) >= 1) {
      drawing_.line({{a, y}, {b, y}}, stroke, with);
      for (double x : {a, b}) drawing_.line({{x, y - half}, {x, y + half}}, stroke, with);
    }
    const double wide = panel.right - panel.axis.begin;
    std::string words = gap_words(data_, panel.quantity, *guess.value, *is.value);
    if (drawing_.width_of(words, style) > wide) words = gap_words(data_, panel.quantity, *guess.value, *is.value, true);
    words = drawing_.fitted(words, style, wide);
    const double x = figure::within(std::min(a, b), panel.axis.begin, panel.right - drawing_.width_of(words, style));
    drawing_.text({x, y + drawing_.scaled(14)}, words, style, seen);
  }

  void draw_left_out() {
    if (frame_.plans == data_.plans.size()) return;
    const std::size_t more = data_.plans.size() - frame_.plans;
    const std::string words = base::say("chart.left_out", more);
    drawing_.text({frame_.body.left, frame_.bottom - drawing_.scaled(4)}, words, type::small);
  }

  /// What hatching means, if anything is hatched; returns the width it takes.
  double draw_legend() {
    bool hatched = false;
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) {
      for (const Teller& teller : frame_.tellers) {
        for (const Panel& panel : frame_.panels)
          hatched |= reading(data_, plan, teller, panel.quantity).by_construction;
      }
    }
    if (!hatched) return 0;
    const Seen seen{Stage::truth, Stage::truth, "legend"};
    const double y = frame_.body.bottom + drawing_.scaled(22), side = drawing_.scaled(12);
    const Paint paint{Role::quiet_ink, Shade::fill};
    drawing_.rect({{frame_.body.left, y - side + 1}, side * 1.6, side, 0, paint, Stroke{paint, 1, 0}, true}, seen);
    const std::string words(base::text("chart.legend.by_construction"));
    const double from = frame_.body.left + side * 1.6 + drawing_.scaled(6);
    drawing_.text({from, y}, words, type::small, seen);
    return from - frame_.body.left + drawing_.width_of(words, type::small);
  }

  const ChartData& data_;
  Quantity quantity_;
  BarFrame frame_;
  Drawing drawing_;
};

/// The panel and plan a guess's quantity names; nothing where the chart has no such row.
const Panel* panel_of(const ChartData& data, const BarFrame& frame, std::string_view guess) {
  const std::size_t dot = guess.find('.');
  if (dot == std::string_view::npos) return nullptr;
  const bool plan = std::ranges::any_of(data.plans, [&](const auto& p) { return p.name == guess.substr(dot + 1); });
  const auto panel = std::ranges::find_if(
      frame.panels, [&](const Panel& p) { return p.scaled && name(p.quantity) == guess.substr(0, dot); });
  return plan && panel != frame.panels.end() ? &*panel : nullptr;
}

double value_at(const Panel& panel, double x) {
  const double value = std::clamp(panel.axis.value(x), 0.0, panel.axis.to);
  return panel.quantity == Quantity::crossings ? std::round(value) : value;
}

}  // namespace

figure::Figure bytes_bars(const ChartData& data, Quantity quantity, Axes axes) {
  return Bars(data, quantity, axes).draw();
}

std::optional<Grip> grip(const ChartData& data, Quantity quantity, Point at) {
  const BarFrame frame = bar_frame(data, quantity, Axes::blind);
  for (std::size_t plan = 0; plan < frame.plans; ++plan) {
    for (std::size_t t = 0; t < frame.tellers.size(); ++t) {
      if (frame.tellers[t].source != Source::guess || std::abs(at.y - frame.row(plan, t)) > frame.pitch / 2) continue;
      for (const Panel& panel : frame.panels) {
        if (!panel.scaled || at.x < panel.axis.begin - 8 || at.x > panel.right) continue;
        return Grip{std::string(name(panel.quantity)) + "." + data.plans[plan].name, value_at(panel, at.x)};
      }
    }
  }
  return std::nullopt;
}

std::optional<double> bar_value(const ChartData& data, Quantity quantity, std::string_view guess, double x) {
  const BarFrame frame = bar_frame(data, quantity, Axes::blind);
  const Panel* panel = panel_of(data, frame, guess);
  if (panel == nullptr) return std::nullopt;
  return value_at(*panel, x);
}

}  // namespace charts
