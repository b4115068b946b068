// Draws the kernels into the frame of the time bars.
#include "charts/timeline.hpp"

#include "base/words.hpp"
#include "charts/bar_frame.hpp"
#include "charts/findings.hpp"
#include "charts/page.hpp"
#include "charts/scene.hpp"
#include "figure/text_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

using figure::Anchor;
using figure::Face;
using figure::Paint;
using figure::Role;
using figure::Shade;
using figure::Stage;
using figure::Stroke;
using record::Source;

constexpr Style small{12, Face::words, quiet, Anchor::start};
constexpr Style small_end{12, Face::words, quiet, Anchor::end};
constexpr Style heading{14, Face::words_bold, ink, Anchor::start};
constexpr Style value_style{12, Face::figures, ink, Anchor::start};
constexpr Style tick_style{12, Face::figures, quiet, Anchor::middle};
constexpr Quantity time = Quantity::time;

/// "Fused starts once instead of 5 times", and how much faster that is, as this teller has it.
std::string finding(const ChartData& data, const Teller& teller) {
  if (data.plans.size() < 2) return {};
  const std::size_t was = data.plans[0].groups.size(), is = data.plans[1].groups.size();
  const std::string_view words = was == is ? (is == 1 ? "chart.timeline.same_once" : "chart.timeline.same")
                                 : is == 1 ? "chart.timeline.once"
                                           : "chart.timeline.fewer";
  const std::string head =
      base::say(words, {{"n", std::to_string(is)}, {"is", std::to_string(is)}, {"was", std::to_string(was)}});
  const auto speed = ratio(data, teller, time);
  if (!speed) return head;
  return base::say("chart.finding.and_speed", {{"finding", head}, {"speed", speed_words(data, teller, *speed)}});
}

Titles titles_of(const ChartData& data) {
  Titles titles;
  titles.question = base::text("chart.timeline.question");
  for (const Teller& teller : tellers(data)) {
    if (teller.source == Source::model) titles.model = finding(data, teller);
    if (teller.measurement >= 0 && titles.truth.empty()) titles.truth = finding(data, teller);
  }
  return titles;
}

class Timeline {
 public:
  explicit Timeline(const ChartData& data)
      : data_(data), frame_(bar_frame(data, time)), panel_(frame_.panels.at(0)), page_(data, "timeline", frame_.body) {}

  figure::Figure draw() {
    page_.head(titles_of(data_), frame_.eyebrow);
    draw_axis();
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) draw_plan(plan);
    page_.draw_grid();
    page_.foot(draw_legend());
    describe();
    page_.figure.scene = scene(data_, "timeline", {});
    return std::move(page_.figure);
  }

 private:
  [[nodiscard]] double place(double seconds) const { return std::min(panel_.axis.place(seconds), panel_.axis.end); }

  [[nodiscard]] double on_row(double middle, const Style& style) const {
    return middle + figure::cap_height(style.face, page_.scaled(style.size)) / 2;
  }

  void draw_axis() {
    const double left = panel_.axis.begin, wide = panel_.right - left;
    std::string head(base::text("chart.panel.time"));
    if (!panel_.unit.empty()) head += " (" + panel_.unit + ")";
    page_.text({left, frame_.heading}, page_.fitted(head, heading, wide), heading);
    if (frame_.about) {
      const std::string_view about = base::text("chart.timeline.about");
      page_.text({left, frame_.heading + page_.scaled(16)}, page_.fitted(about, small, wide), small);
    }
    if (!panel_.scaled) {
      page_.text({left, frame_.bottom + page_.scaled(16)}, page_.fitted(base::text("chart.no_scale"), small, wide),
                 small);
    }
    for (const figure::Tick& tick : panel_.axis.ticks) {
      const double x = panel_.axis.place(tick.value);
      const Stroke stroke{tick.value == 0 ? hairline : Paint{Role::hairline, Shade::tint}, 1, 0};
      for (std::size_t plan = 0; plan < frame_.plans; ++plan) {
        const double top = frame_.group_top(plan) + frame_.header;
        page_.grid_line({x, top}, {x, top + static_cast<double>(frame_.tellers.size()) * frame_.pitch}, stroke);
      }
      page_.text({x, frame_.bottom + page_.scaled(16)}, tick.label, tick_style);
    }
  }

  void draw_plan(std::size_t plan) {
    const double left = frame_.body.left, wide = frame_.body.right - left;
    Style style = heading;
    style.paint = {role_of(plan), Shade::text};
    if (frame_.compact) {
      style.size = 12;
      page_.text({left, on_row(frame_.row(plan, 0), style)},
                 page_.fitted(data_.plans[plan].name, style, page_.scaled(124)), style);
    } else {
      const double y = frame_.group_top(plan) + page_.scaled(17);
      const std::string shown = page_.fitted(data_.plans[plan].name, style, 0.6 * wide);
      page_.text({left, y}, shown, style);
      const double used = page_.width_of(shown, style) + page_.scaled(10);
      page_.text({left + used, y}, page_.fitted(kernels_words(data_.plans[plan]), small, wide - used), small);
    }
    for (std::size_t t = 0; t < frame_.tellers.size(); ++t) draw_row(plan, frame_.tellers[t], frame_.row(plan, t));
  }

  void draw_row(std::size_t plan, const Teller& teller, double middle) {
    const Reading of = reading(data_, plan, teller, time);
    const Stage stage = charts::stage_of(teller);
    page_.text({panel_.axis.begin - page_.scaled(10), on_row(middle, small_end)},
               page_.fitted(label(data_, teller), small_end, label_width(data_)), small_end);
    const bool told = of.value.has_value() || !of.missing.empty();
    Style asked = value_style;
    asked.paint = quiet;
    page_.text({panel_.axis.begin + page_.scaled(8), on_row(middle, asked)}, "?", asked,
               {Stage::question, told ? before(stage) : Stage::truth, {}});
    if (!of.value) {
      const double from = panel_.axis.begin + page_.scaled(8);
      page_.text({from, on_row(middle, small)}, page_.fitted(of.missing, small, panel_.right - from), small,
                 {stage, Stage::truth, {}});
      return;
    }
    const auto spans = teller.source == Source::model ? modelled_spans(data_, plan) : std::vector<KernelSpan>{};
    if (!panel_.scaled) {
      draw_value(teller, *of.value, panel_.axis.begin, middle);
    } else if (spans.empty()) {
      draw_whole(plan, teller, *of.value, middle);
    } else {
      for (const KernelSpan& span : spans) draw_span(plan, span, middle);
      draw_value(teller, *of.value, place(*of.value), middle);
    }
  }

  /// Launch in yellow, work dashed, the ops' names where they fit.
  void draw_span(std::size_t plan, const KernelSpan& span, double middle) {
    const double top = middle - frame_.bar / 2, work = place(span.work);
    const Seen seen{Stage::model, Stage::truth,
                    fmt::format("kernel.{}.{}", as_id(data_.plans[plan].name), span.kernel + 1)};
    const double start = std::max(work - place(span.begin), 1.5);
    page_.rect(
        {{work - start, top}, start, frame_.bar, 0, Paint{Role::launch, Shade::fill}, std::nullopt, false},
        {Stage::model, Stage::truth, fmt::format("launch.{}.{}", as_id(data_.plans[plan].name), span.kernel + 1)});
    const double wide = std::max(place(span.end) - work, 1.5);
    page_.rect({{work, top}, wide, frame_.bar, 0, std::nullopt, Stroke{{Role::model, Shade::fill}, 1.5, 4}, false},
               seen);
    const std::string ops = ops_words(data_.plans[plan], data_.plans[plan].groups[span.kernel]);
    const double air = page_.scaled(6);
    if (page_.width_of(ops, small) + 2 * air <= wide) {
      page_.text({work + air, on_row(middle, small)}, ops, small, {Stage::model, Stage::truth, {}});
    }
  }

  /// A guess hollow, a measurement filled: the whole plan, which is all that was told.
  void draw_whole(std::size_t plan, const Teller& teller, double value, double middle) {
    const Seen seen{charts::stage_of(teller), Stage::truth,
                    "whole." + as_id(data_.plans[plan].name) + "." + as_id(label(data_, teller))};
    const double wide = std::max(place(value) - panel_.axis.begin, 1.5);
    figure::Rect bar{{panel_.axis.begin, middle - frame_.bar / 2}, wide, frame_.bar, 0, {}, {}, false};
    if (teller.source == Source::guess) {
      bar.stroke = Stroke{{Role::guess, Shade::fill}, 2, 0};
    } else if (teller.source == Source::model) {
      bar.stroke = Stroke{{Role::model, Shade::fill}, 1.5, 4};
    } else {
      bar.fill = Paint{role_of(plan), Shade::fill};
    }
    page_.rect(bar, seen);
    const Seen with{seen.from, Stage::truth, {}};
    double tip = place(value);
    if (value > panel_.axis.to) {
      tip += page_.scaled(10);
      page_.arrow_head({tip, middle}, 1, 0, page_.scaled(9), bar.fill ? *bar.fill : bar.stroke->paint, with);
    }
    if (teller.source == Source::recorded) draw_tab(bar, with);
    draw_value(teller, value, tip, middle);
  }

  /// The folded corner of what was recorded.
  void draw_tab(const figure::Rect& bar, const Seen& seen) {
    const double side = std::min(bar.height * 0.55, bar.width), x = bar.at.x + bar.width, y = bar.at.y;
    page_.polygon({{{x - side, y}, {x, y}, {x, y + side}}, Paint{Role::page, Shade::fill}, std::nullopt}, seen);
    page_.polygon({{{x - side, y}, {x, y + side}, {x - side, y + side}}, ink, std::nullopt}, seen);
  }

  void draw_value(const Teller& teller, double value, double tip, double middle) {
    Style style = value_style;
    if (teller.source == Source::guess) style.paint = {Role::guess, Shade::text};
    if (teller.source == Source::model) style.paint = {Role::model, Shade::text};
    const double from = tip + page_.scaled(6);
    page_.text({from, on_row(middle, style)}, page_.fitted(show(time, value), style, panel_.right - from), style,
               {charts::stage_of(teller), Stage::truth, {}});
  }

  /// What yellow is; returns the width it takes.
  double draw_legend() {
    if (!panel_.scaled || !has_spans()) return 0;
    const Seen seen{Stage::model, Stage::truth, "legend"};
    const double y = frame_.body.bottom + page_.scaled(22), side = page_.scaled(12), left = frame_.body.left;
    page_.rect({{left, y - side + 1}, side, side, 0, Paint{Role::launch, Shade::fill}, std::nullopt, false}, seen);
    const std::string words(base::text("chart.timeline.legend"));
    page_.text({left + side + page_.scaled(8), y}, words, small, {Stage::model, Stage::truth, {}});
    return side + page_.scaled(8) + page_.width_of(words, small);
  }

  [[nodiscard]] bool has_spans() const {
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      if (!modelled_spans(data_, plan).empty()) return true;
    }
    return false;
  }

  /// The table, and the text twin's paragraphs.
  void describe() {
    figure::Table& table = page_.figure.table;
    table.columns = {{"plan", ""}, {"kernel", ""}, {"source", ""}, {"start", "s"}, {"work from", "s"}, {"end", "s"}};
    const std::string head = base::say("chart.timeline.description", {{"chain", one_line(*data_.chain)}});
    std::string whole = head;
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      const std::string& name = data_.plans[plan].name;
      const auto spans = modelled_spans(data_, plan);
      for (const KernelSpan& span : spans) {
        table.rows.push_back({{name, ops_words(data_.plans[plan], data_.plans[plan].groups[span.kernel]),
                               std::string(record::name(Source::model)), plain_number(span.begin),
                               plain_number(span.work), plain_number(span.end)},
                              Stage::model});
      }
      for (const Teller& teller : tellers(data_)) {
        const Reading of = reading(data_, plan, teller, time);
        if (!of.value || (teller.source == Source::model && !spans.empty())) continue;
        table.rows.push_back({{name, std::string(base::text("chart.timeline.whole")), label(data_, teller), "0", "",
                               plain_number(*of.value)},
                              charts::stage_of(teller)});
      }
      whole += " " + name + ": " + kernels_words(data_.plans[plan]) + ".";
    }
    page_.figure.description = whole;
    if (!page_.figure.question.empty()) page_.figure.question_description = head;
  }

  const ChartData& data_;
  BarFrame frame_;
  const Panel& panel_;
  Page page_;
};

}  // namespace

std::vector<KernelSpan> modelled_spans(const ChartData& data, std::size_t plan) {
  std::vector<KernelSpan> spans;
  if (!data.spec || !(data.spec->launch.value > 0)) return spans;
  const auto found = std::ranges::find(data.predictions, data.plans[plan].name, &model::Prediction::plan);
  if (found == data.predictions.end()) return spans;
  double at = 0;
  for (std::size_t i = 0; i < found->kernels.size(); ++i) {
    const double start = data.spec->launch.value + (i == 0 ? data.spec->start.value : 0);
    const double end = at + found->kernels[i].cold.value;
    spans.push_back({i, at, std::min(at + start, end), end});
    at = end;
  }
  return spans;
}

figure::Figure timeline(const ChartData& data) {
  return Timeline(data).draw();
}

}  // namespace charts
