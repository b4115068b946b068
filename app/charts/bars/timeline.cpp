// Draws the kernels into the frame of the time bars.
#include "charts/bars/timeline.hpp"

#include "base/words.hpp"
#include "charts/bars/kernel_spans.hpp"
#include "charts/bars/span_names.hpp"
#include "charts/bars/timeline_table.hpp"
#include "charts/frame/bar_frame.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/plan_rows.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/box.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

constexpr Quantity time = Quantity::time;
constexpr double least_width = 1.5;  // of what is there but too short to see

double busy(const std::vector<KernelSpan>& spans) {
  double sum = 0;
  for (const KernelSpan& span : spans) sum += span.end - span.work;
  return sum;
}

/// Of two runs that were timed kernel by kernel: what the second has less of, the kernels' own work or the gaps.
std::string_view cause_of(const std::vector<KernelSpan>& unfused, const std::vector<KernelSpan>& fused) {
  const double work = busy(unfused) - busy(fused);
  const double gaps = unfused.back().end - fused.back().end - work;
  return work >= gaps ? "work" : "gaps";
}

/// Of a plan by itself that was timed kernel by kernel: how much of its time passes between them.
std::string finding_alone(const ChartData& data, const Teller& teller) {
  const auto spans = measured_spans(data, 0, teller);
  if (spans.size() < 2) return {};
  const double whole = spans.back().end;
  return base::say("chart.timeline.alone", {{"n", std::to_string(spans.size())},
                                            {"time", base::show(base::Seconds{whole})},
                                            {"gaps", base::show(base::Seconds{whole - busy(spans)})}});
}

/// How many kernels each plan starts, and how often where one of them takes two launches.
std::string starts_words(const ChartData& data, std::size_t was, std::size_t is) {
  if (was != data.plans[0].groups.size() || is != data.plans[1].groups.size()) {
    return base::say("chart.timeline.launched", {{"is", kernels_count(data, 1)}, {"was", kernels_count(data, 0)}});
  }
  const std::string_view words = was == is ? (is == 1 ? "chart.timeline.same_once" : "chart.timeline.same")
                                 : is == 1 ? "chart.timeline.once"
                                           : "chart.timeline.fewer";
  return base::say(words, {{"n", std::to_string(is)}, {"is", std::to_string(is)}, {"was", std::to_string(was)}});
}

/// The starts of each plan; then the times of the bars below and the largest part of their difference. Where
/// this teller has no kernels, how much faster it is, and by the model's own terms why.
std::string finding(const ChartData& data, const Teller& teller) {
  if (data.plans.size() < 2) return finding_alone(data, teller);
  if (teller.source == Source::model && !reading(data, 1, teller, time).value) return {};
  const std::size_t was = launches_of(data, 0), is = launches_of(data, 1);
  const std::string head = starts_words(data, was, is);
  const auto told = [&](double fused, double unfused, std::string_view cause) {
    const std::string why = cause.empty() || was == is
                                ? std::string()
                                : std::string(base::text("chart.timeline.cause." + std::string(cause)));
    const std::string fused_words = base::show(base::Seconds{fused}),
                      unfused_words = base::show(base::Seconds{unfused});
    return base::say(was == is && fused_words == unfused_words ? "chart.timeline.cause.as_long"
                     : was == is                               ? "chart.timeline.cause.same"
                     : why.empty()                             ? "chart.timeline.cause.none"
                                                               : "chart.timeline.cause",
                     {{"finding", head}, {"is", fused_words}, {"was", unfused_words}, {"cause", why}});
  };
  const auto unfused = measured_spans(data, 0, teller), fused = measured_spans(data, 1, teller);
  const Speed clock = speed(data, teller);
  // What all the runs together cannot tell apart, one of each does not either.
  const bool noise = clock == Speed::scattered || clock == Speed::not_told || clock == Speed::same;
  if (!unfused.empty() && !fused.empty() && !noise) {
    const bool faster = fused.back().end < unfused.back().end;
    return told(fused.back().end, unfused.back().end, faster ? cause_of(unfused, fused) : std::string_view());
  }
  if (teller.source == Source::model && data.predictions.size() > 1) {
    const model::Prediction &slow = data.predictions[0], &fast = data.predictions[1];
    const auto why = model::cause(slow, fast);
    return told(fast.cold.value, slow.cold.value, why ? model::name(*why) : std::string_view());
  }
  if (clock == Speed::unknown) return head;
  const double times = ratio(data, teller, time).value_or(1);
  return base::say("chart.timeline.beside", {{"finding", head}, {"speed", speed_words(data, teller, times)}});
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
  Timeline(const ChartData& data, Axes axes)
      : data_(data),
        frame_(bar_frame(data, time, axes)),
        panel_(frame_.panels.at(0)),
        drawing_(data, "timeline", frame_.body),
        rows_(drawing_, data_, frame_) {}

  figure::Figure draw() {
    drawing_.head(titles_of(data_), frame_.eyebrow);
    draw_axis();
    for (std::size_t plan = 0; plan < frame_.plans; ++plan) draw_plan(plan);
    drawing_.draw_grid();
    drawing_.foot(draw_legend());
    drawing_.figure.table = timeline_table(data_);
    drawing_.figure.description = timeline_description(data_);
    if (!drawing_.figure.question.empty()) drawing_.figure.question_description = timeline_head(data_);
    drawing_.figure.scene = scene(data_, "timeline", {});
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] double place(double seconds) const { return std::min(panel_.axis.place(seconds), panel_.axis.end); }

  /// Without its last clauses rather than cut within one.
  [[nodiscard]] std::string shortened(std::string words, double room) const {
    while (drawing_.width_of(words, type::small) > room) {
      const std::size_t end = std::max(words.rfind("; ") + 1, words.rfind(" (") + 1);
      if (end == 0) return drawing_.fitted(words, type::small, room);
      words.resize(end - 1);
      if (std::ranges::count(words, '(') > std::ranges::count(words, ')')) words += ')';
    }
    return words;
  }

  void draw_axis() {
    rows_.draw_heading(panel_);
    if (frame_.about) {
      const auto about = [&](const std::string& words, const Seen& seen) {
        // Nothing stands left of it: where the panel is too narrow there is more room from the margin.
        const bool fits = drawing_.width_of(words, type::small) <= drawing_.body().right - panel_.axis.begin;
        const double from = fits ? panel_.axis.begin : drawing_.body().left;
        drawing_.text({from, frame_.heading + drawing_.scaled(16)}, shortened(words, drawing_.body().right - from),
                      type::small, seen);
      };
      about(std::string(base::text("chart.timeline.about")), {Stage::question, Stage::model, {}});
      about(about_truth(), since(Stage::truth));
    }
    rows_.draw_ticks(panel_);
  }

  /// Whose the kernels are that are seen in the end.
  [[nodiscard]] std::string about_truth() const {
    std::string card, threads;
    for (const Teller& teller : frame_.tellers) {
      for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
        const record::Timeline* timeline = timeline_of(data_, plan, teller);
        if (timeline == nullptr) continue;
        std::string& sources = timeline->submit == "threads" ? threads : card;
        sources += (sources.empty() ? "" : ", ") + source_words(data_.measurements[teller.measurement]);
        break;
      }
    }
    if (card.empty() && threads.empty()) return std::string(base::text("chart.timeline.by_model"));
    if (!card.empty()) card = base::say("chart.timeline.by_card", {{"source", card}});
    if (!threads.empty()) threads = base::say("chart.timeline.by_threads", {{"source", threads}});
    return card + (card.empty() || threads.empty() ? "" : "; ") + threads;
  }

  void draw_plan(std::size_t plan) {
    rows_.name_plan(plan);
    for (std::size_t t = 0; t < frame_.tellers.size(); ++t) draw_row(plan, frame_.tellers[t], frame_.row(plan, t));
  }

  void draw_row(std::size_t plan, const Teller& teller, double middle) {
    const Reading of = reading(data_, plan, teller, time);
    const Stage stage = charts::stage_of(teller);
    rows_.name_row(middle, label(data_, teller));
    const bool told = of.value.has_value() || !of.missing.empty();
    rows_.draw_asked(panel_, middle, told ? before(stage) : Stage::truth);
    if (!of.value) return rows_.draw_reason(panel_, middle, of.missing, stage);
    if (!panel_.scaled) return draw_value(teller, *of.value, panel_.axis.begin, middle);
    const auto measured = measured_spans(data_, plan, teller);
    const auto modelled = teller.source == Source::model ? modelled_spans(data_, plan) : std::vector<KernelSpan>{};
    if (!measured.empty()) {
      draw_measured(plan, teller, measured, middle);
    } else if (modelled.empty()) {
      draw_whole(plan, teller, *of.value, {stage, Stage::truth, {}}, middle);
    } else {
      // Beside kernels that were timed, the model's would be taken for them.
      const bool timed = any_measured_spans(data_, plan);
      for (std::size_t i = 0; i < modelled.size(); ++i) {
        draw_modelled(plan, i, modelled[i], timed ? Stage::model : Stage::truth, middle);
      }
      if (timed) {
        draw_whole(plan, teller, *of.value, {Stage::truth, Stage::truth, {}}, middle);
        draw_value(teller, *of.value, place(*of.value), middle, {Stage::model, Stage::model, {}});
      } else {
        draw_value(teller, *of.value, place(*of.value), middle);
      }
    }
  }

  /// Launch in yellow, work dashed, the ops' names where they fit.
  void draw_modelled(std::size_t plan, std::size_t kernel, const KernelSpan& span, Stage until, double middle) {
    const double top = middle - frame_.bar / 2, work = place(span.work);
    const std::string id = fmt::format("{}.{}", as_id(data_.plans[plan].name), kernel + 1);
    const double start = std::max(work - place(span.begin), least_width);
    drawing_.rect({{work - start, top}, start, frame_.bar, 0, Paint{Role::launch, Shade::fill}},
                  {Stage::model, until, "launch." + id});
    const double wide = std::max(place(span.end) - work, least_width);
    drawing_.rect(bar_of({Source::model}, {work, top}, wide, frame_.bar), {Stage::model, until, "kernel." + id});
    const double air = drawing_.scaled(6);
    if (drawing_.width_of(span.ops, type::small) + 2 * air <= wide) {
      drawing_.text({work + air, drawing_.on_row(middle, type::small)}, span.ops, type::small,
                    {Stage::model, until, {}});
    }
  }

  /// Work filled, gaps in yellow; where the row is high enough, names and times above the bar.
  void draw_measured(std::size_t plan, const Teller& teller, const std::vector<KernelSpan>& spans, double middle) {
    const double bottom = middle + frame_.bar / 2;
    const bool named = frame_.pitch >= drawing_.scaled(22);
    const double high =
        named ? figure::within(frame_.pitch - drawing_.scaled(17), drawing_.scaled(8), frame_.bar) : frame_.bar;
    const std::string id = as_id(data_.plans[plan].name) + "." + as_id(label(data_, teller));
    const auto seen = [&](std::string_view what, std::size_t i) {
      return Seen{Stage::truth, Stage::truth, fmt::format("{}.{}.{}", what, id, i + 1)};
    };
    figure::Rect last;
    for (std::size_t i = 0; i < spans.size() && spans[i].work <= panel_.axis.to; ++i) {
      const double work = place(spans[i].work);
      const double wide = std::max(place(spans[i].end) - work, least_width);
      last = bar_of({teller.source, role_of(plan)}, {work, bottom - high}, wide, high);
      drawing_.rect(last, seen("kernel", i));
    }
    for (std::size_t i = 1; i < spans.size() && spans[i].work <= panel_.axis.to; ++i) {
      const double begin = place(spans[i].begin), wide = place(spans[i].work) - begin;
      if (spans[i].work > spans[i].begin) {
        const double shown = std::max(wide, least_width);
        drawing_.rect({{begin + (wide - shown) / 2, bottom - high}, shown, high, 0, Paint{Role::launch, Shade::fill}},
                      seen("gap", i));
      } else {  // nothing lies between them
        drawing_.line({{begin, bottom - high}, {begin, bottom}}, {{Role::page, Shade::fill}, 1.5, 0}, seen("seam", i));
      }
    }
    const Seen with = since(Stage::truth);
    const double length = spans.back().end;
    double tip = last.at.x + last.width;
    if (length > panel_.axis.to) tip = draw_beyond(drawing_, {panel_.axis.end, middle}, *last.fill, with);
    if (teller.source == Source::recorded) draw_tab(drawing_, last, with);
    if (named) name_spans(spans, bottom - high - drawing_.scaled(3));
    draw_value(teller, length, tip, middle);
  }

  void name_spans(const std::vector<KernelSpan>& spans, double baseline) {
    const auto width = [&](const std::string& words) { return drawing_.width_of(words, type::small); };
    for (const SpanName& name : span_names(spans, panel_, drawing_.scaled(5), width)) {
      const Style& style = name.gap ? type::launch_small : type::small;
      drawing_.text({name.at, baseline}, name.words, style, since(Stage::truth));
    }
  }

  /// A guess hollow, a measurement filled: the whole plan as one bar.
  void draw_whole(std::size_t plan, const Teller& teller, double value, const Seen& with, double middle) {
    Seen seen = with;
    seen.id = "whole." + as_id(data_.plans[plan].name) + "." + as_id(label(data_, teller));
    const double wide = std::max(place(value) - panel_.axis.begin, least_width);
    const figure::Rect bar =
        bar_of({teller.source, role_of(plan)}, {panel_.axis.begin, middle - frame_.bar / 2}, wide, frame_.bar);
    drawing_.rect(bar, seen);
    double tip = place(value);
    if (value > panel_.axis.to) {
      tip = draw_beyond(drawing_, {panel_.axis.end, middle}, bar.fill ? *bar.fill : bar.stroke->paint, with);
    }
    if (teller.source == Source::recorded) draw_tab(drawing_, bar, with);
    draw_value(teller, value, tip, middle, with);
  }

  void draw_value(const Teller& teller, double value, double tip, double middle) {
    draw_value(teller, value, tip, middle, {charts::stage_of(teller), Stage::truth, {}});
  }

  void draw_value(const Teller& teller, double value, double tip, double middle, const Seen& seen) {
    const Style style = value_style(teller.source);
    const double from = tip + drawing_.scaled(6);
    const double room = panel_.right - from;
    std::string shown = drawing_.fitted(panel_.shown(value), style, room);
    // Beside a card's own kernels, whose clock begins with the first one.
    if (teller.source == Source::model && seen.from == Stage::truth) {
      const std::string whole = base::say("chart.timeline.with_start", {{"time", panel_.shown(value)}});
      if (drawing_.width_of(whole, style) <= room) shown = whole;
    }
    drawing_.text({from, drawing_.on_row(middle, style)}, shown, style, seen);
  }

  /// What yellow is by stage; returns the width it takes.
  double draw_legend() {
    if (!panel_.scaled) return 0;
    bool modelled = false, gaps = false, both = true;
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      modelled = modelled || !modelled_spans(data_, plan).empty();
      both = both && any_measured_spans(data_, plan);
      for (const Teller& teller : frame_.tellers) {
        for (const KernelSpan& span : measured_spans(data_, plan, teller)) gaps = gaps || span.work > span.begin;
      }
    }
    const std::string_view start = base::text("chart.timeline.legend"), gap = base::text("chart.timeline.legend_gap");
    double used = 0;
    if (modelled) used = legend(start, {Stage::model, gaps || both ? Stage::model : Stage::truth, "legend"});
    if (gaps) used = std::max(used, legend(gap, since(Stage::truth, "legend.gap")));
    return used;
  }

  double legend(std::string_view words, const Seen& seen) {
    const double y = drawing_.foot_line(), side = drawing_.scaled(12), left = frame_.body.left;
    drawing_.rect({{left, y - side + 1}, side, side, 0, Paint{Role::launch, Shade::fill}}, seen);
    drawing_.text({left + side + drawing_.scaled(8), y}, std::string(words), type::small, {seen.from, seen.until, {}});
    return side + drawing_.scaled(8) + drawing_.width_of(words, type::small);
  }

  const ChartData& data_;
  BarFrame frame_;
  const Panel& panel_;
  Drawing drawing_;
  PlanRows rows_;
};

}  // namespace

figure::Figure timeline(const ChartData& data, Axes axes) {
  return Timeline(data, axes).draw();
}

}  // namespace charts
