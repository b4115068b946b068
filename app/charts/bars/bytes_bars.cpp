// Draws the bars into their frame.
#include "charts/bars/bytes_bars.hpp"

#include "base/words.hpp"
#include "charts/bars/bar_table.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/plan_rows.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/box.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

class Bars {
 public:
  Bars(const ChartData& data, Quantity quantity, Axes axes)
      : data_(data),
        quantity_(quantity),
        frame_(bar_frame(data, quantity, axes)),
        drawing_(data, "bytes", frame_.body),
        rows_(drawing_, data_, frame_) {}

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
    rows_.draw_heading(panel);
    if (frame_.about) draw_about(panel);
    rows_.draw_ticks(panel, 1.25);
    draw_ratio(panel);
  }

  void draw_about(const Panel& panel) {
    const std::string about = "chart.about." + std::string(name(panel.quantity));
    const auto set = [&](const std::string& key, const Seen& seen) {
      const Point at{panel.axis.begin, frame_.heading + drawing_.scaled(16)};
      drawing_.fit(at, base::text(key), panel.wide(), type::small, seen);
    };
    if (panel.quantity == Quantity::time && data_.no_cold) return set(about + ".plain", since(Stage::truth));
    const bool at_the_memory = panel.quantity == Quantity::bytes && saw_the_dram();
    set(about, {Stage::question, at_the_memory ? Stage::model : Stage::truth, {}});
    if (at_the_memory) set(about + ".dram", since(Stage::truth));
  }

  /// Whether counters told all bytes that were measured: they see others than the counting rule, of which a page beside
  /// this may speak.
  [[nodiscard]] bool saw_the_dram() const {
    return !data_.measurements.empty() && std::ranges::all_of(data_.measurements, [](const record::Measurement& one) {
      return one.tier == record::Tier::counters;
    });
  }

  /// One size for what a stage says below all panels: the smaller one where a line is too long for the other.
  [[nodiscard]] double ratio_size(std::string RatioLines::*said) const {
    const bool fits = std::ranges::all_of(frame_.panels, [&](const Panel& panel) {
      return drawing_.width_of(ratio_lines(data_, panel.quantity).*said, type::heading) <= panel.wide();
    });
    return fits ? type::heading.size : type::small.size;
  }

  void draw_ratio(const Panel& panel) {
    const RatioLines lines = ratio_lines(data_, panel.quantity);
    const double wide = panel.wide();
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
    if (!frame_.compact) {
      const double top = frame_.group_top(plan);
      drawing_.line({{frame_.body.left, top}, {frame_.body.right, top}}, {faint, 1, 0});
    }
    rows_.name_plan(plan);
    for (std::size_t t = 0; t < frame_.tellers.size(); ++t) {
      const double middle = frame_.row(plan, t);
      rows_.name_row(middle, row_label(plan, frame_.tellers[t]));
      for (const Panel& panel : frame_.panels) draw_reading(panel, plan, frame_.tellers[t], middle);
    }
    if (frame_.gap > 0) {
      for (const Panel& panel : frame_.panels) draw_gap(panel, plan);
    }
  }

  /// Of several numbers in the row the time is measured, and bytes may be by construction: the row is the run's then.
  [[nodiscard]] std::string row_label(std::size_t plan, const Teller& teller) const {
    const std::string words = label(data_, teller);
    if (frame_.panels.size() > 1) {
      const bool mixed = reading(data_, plan, teller, Quantity::bytes).by_construction;
      return mixed && words == source_words(Source::measured) ? std::string(base::text("chart.row.run")) : words;
    }
    return label(data_, teller, reading(data_, plan, teller, frame_.panels.front().quantity));
  }

  /// One bar, or the empty slot with its reason, or a '?'.
  void draw_reading(const Panel& panel, std::size_t plan, const Teller& teller, double middle) {
    const Reading of = reading(data_, plan, teller, panel.quantity);
    const Stage stage = stage_of(teller);
    const bool told = of.value.has_value() || !of.missing.empty();
    // What nobody said stays asked until the truth is there; then it is simply absent.
    const bool over = !told && stage < Stage::truth && !data_.measurements.empty();
    rows_.draw_asked(panel, middle, told ? before(stage) : over ? Stage::model : Stage::truth);
    if (of.value) {
      draw_bar(panel, plan, teller, of, *of.value, middle);
    } else if (told) {
      constexpr double slot = 28, air = 6;
      drawing_.rect({{panel.axis.begin, middle - frame_.bar / 2},
                     drawing_.scaled(slot),
                     frame_.bar,
                     0,
                     std::nullopt,
                     Stroke{hairline, 1, 3}},
                    since(stage));
      rows_.draw_reason(panel, middle, of.missing, stage, slot + air);
    }
  }

  void draw_bar(const Panel& panel, std::size_t plan, const Teller& teller, const Reading& of, double value,
                double middle) {
    const std::string id = "bar." + std::string(name(panel.quantity)) + "." + as_id(data_.plans[plan].name) + "." +
                           as_id(label(data_, teller));
    const Seen with = since(stage_of(teller));
    const Style style = value_style(teller.source);
    double from = panel.axis.begin;  // of the value's words: without a scale there is no bar before them
    if (panel.scaled) {
      const bool outside = value > panel.axis.to;
      double tip = outside ? panel.axis.end : panel.axis.place(value);
      const double width = std::max(tip - panel.axis.begin, 1.5);
      const figure::Rect bar = bar_of({teller.source, role_of(plan), of.by_construction},
                                      {panel.axis.begin, middle - frame_.bar / 2}, width, frame_.bar);
      drawing_.rect(bar, since(with.from, id));
      // The corner says whose row it is, the hatching that nobody counted it.
      if (teller.source == Source::recorded) draw_tab(drawing_, bar, with);
      if (outside) {
        tip = draw_beyond(drawing_, {tip, middle}, bar.fill ? *bar.fill : style.paint, with);
      } else if (of.spread && !data_.no_cold) {  // whose mark a later lesson teaches to read
        tip = std::max(tip, draw_spread(panel, *of.spread, middle, with));
      }
      from = tip + drawing_.scaled(6);
    }
    drawing_.fit({from, drawing_.on_row(middle, style)}, panel.shown(value), panel.right - from, style, with);
  }

  /// First to third quartile; returns its right end.
  double draw_spread(const Panel& panel, const Spread& spread, double middle, const Seen& seen) {
    const auto place = [&](double v) { return std::min(panel.axis.place(v), panel.axis.end); };
    const double a = place(spread.q1), b = place(spread.q3), half = frame_.bar * 0.3;
    if (b - a < 1) return b;
    drawing_.bracket({a, middle}, {b, middle}, half, {ink, 1.25, 0}, seen);
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
    const Style& style = type::guess_small;
    if (std::abs(a - b) >= 1) {
      drawing_.bracket({a, y}, {b, y}, half, {{Role::guess, Shade::fill}, 1.5, 0}, since(Stage::truth));
    }
    const double wide = panel.wide();
    std::string words = gap_words(data_, panel.quantity, *guess.value, *is.value);
    if (drawing_.width_of(words, style) > wide) words = gap_words(data_, panel.quantity, *guess.value, *is.value, true);
    words = drawing_.fitted(words, style, wide);
    const double x = figure::within(std::min(a, b), panel.axis.begin, panel.right - drawing_.width_of(words, style));
    drawing_.text(
        {x, y + drawing_.scaled(14)}, words, style,
        since(Stage::truth, "gap." + std::string(name(panel.quantity)) + "." + as_id(data_.plans[plan].name)));
  }

  void draw_left_out() {
    if (frame_.plans == data_.plans.size()) return;
    const std::size_t more = data_.plans.size() - frame_.plans;
    const std::string words = base::say("chart.left_out", more);
    drawing_.text({frame_.body.left, frame_.bottom - drawing_.scaled(4)}, words, type::small);
  }

  /// What hatching means, if anything is hatched, and then a folded corner too; returns the width it takes.
  double draw_legend() {
    bool hatched = false;
    const bool recorded = std::ranges::find(frame_.tellers, Source::recorded, &Teller::source) != frame_.tellers.end();
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) {
      for (const Teller& teller : frame_.tellers) {
        for (const Panel& panel : frame_.panels)
          hatched |= reading(data_, plan, teller, panel.quantity).by_construction;
      }
    }
    if (!hatched) return 0;
    const Seen seen = since(Stage::truth, "legend");
    const double y = drawing_.foot_line(), side = drawing_.scaled(12);
    const Paint paint{Role::quiet_ink, Shade::fill};
    double x = frame_.body.left;
    const auto entry = [&](bool hatch, const std::string& words) {
      const figure::Rect bar{{x, y - side + 1}, side * 1.6, side, 0, paint, Stroke{paint, 1, 0}, hatch};
      drawing_.rect(bar, seen);
      if (!hatch) draw_tab(drawing_, bar, seen);
      x += side * 1.6 + drawing_.scaled(6);
      drawing_.text({x, y}, words, type::small, seen);
      x += drawing_.width_of(words, type::small);
    };
    entry(true, base::say("chart.legend.by_construction", {{"how", by_construction_words()}}));
    if (recorded) {
      x += drawing_.scaled(16);
      entry(false, std::string(base::text("chart.legend.recorded")));
    }
    return x - frame_.body.left;
  }

  const ChartData& data_;
  Quantity quantity_;
  BarFrame frame_;
  Drawing drawing_;
  PlanRows rows_;
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
