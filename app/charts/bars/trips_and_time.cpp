// Draws the reveal at a moment.
#include "charts/bars/trips_and_time.hpp"

#include "base/words.hpp"
#include "charts/bars/bar_table.hpp"
#include "charts/bars/trips_layout.hpp"
#include "charts/bars/trips_words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/motion.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/scene/truck.hpp"
#include "figure/box.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr double lanes_end = 0.3;  // lanes have become bars

ChartData in_letters(ChartData data, double scale) {
  data.text_scale = scale;
  return data;
}

class Reveal {
 public:
  /// So many plans before these and behind them, in the order of colors, have no room.
  Reveal(const ChartData& data, const TripsMoment& moment, std::size_t before = 0, std::size_t behind = 0)
      : data_(data),
        moment_(moment),
        before_(before),
        seconds_(moment.reduced_motion ? trips_end : moment.seconds),
        layout_(trips_layout(data, moment, before + behind)),
        left_out_(before + behind + data.plans.size() - layout_.tops.size()),
        sheet_(in_letters(data, layout_.scale)),
        drawing_(sheet_, "trips", layout_.body),
        quantity_(trips_quantity(data)),
        teller_(trips_teller(data)),
        stage_(teller_ ? stage_of(*teller_) : Stage::truth),
        guess_(trips_guess(data)) {
    for (std::size_t plan = 0; plan < data.plans.size(); ++plan) {
      readings_.push_back(teller_ ? reading(data, plan, *teller_, quantity_) : Reading{});
      if (plan < layout_.tops.size()) longest_ = std::max(longest_, readings_.back().value.value_or(0));
    }
  }

  /// For every plan.
  [[nodiscard]] bool has_room() const { return left_out_ == 0; }
  /// So that the title is about unfused and fused.
  [[nodiscard]] bool answers_guess() const { return guess_ && guess_->quantity == quantity_; }

  figure::Figure draw() {
    title();
    for (std::size_t plan = 0; plan < layout_.tops.size(); ++plan) row(plan);
    if (!has_room()) {
      drawing_.fit({drawing_.body().left, layout_.left_out}, base::say("chart.left_out", left_out_),
                   drawing_.body().wide(), type::small);
    }
    guess();
    if (over()) bracket();
    if (over()) foot();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  /// Nothing moves any more.
  [[nodiscard]] bool over() const { return seconds_ >= trips_end; }
  [[nodiscard]] std::string question() const {
    return std::string(base::text("chart.question." + std::string(name(quantity_))));
  }

  void title() {
    Titles titles{question(), {}, {}};
    (stage_ == Stage::model ? titles.model : titles.truth) = trips_title(data_);
    drawing_.head(titles, false);
    if (over() && !moment_.asks) return;
    // While bars move the question stands.
    std::vector<figure::Mark>& marks = drawing_.figure.marks;
    std::erase_if(marks, [&](const figure::Mark& mark) { return mark.from >= stage_; });
    for (figure::Mark& mark : marks) mark.until = Stage::truth;
  }

  /// Of what `value` is, on the scale of all bars.
  [[nodiscard]] double length(double value) const { return longest_ > 0 ? layout_.room * value / longest_ : 0; }
  /// Where a bar ends by now: the first one grows while lanes become bars, the others thereafter.
  [[nodiscard]] double grown(std::size_t plan) const {
    const double t = plan == 0 ? seconds_ / lanes_end : (seconds_ - lanes_end) / (trips_end - lanes_end);
    return length(readings_[plan].value.value_or(0)) * eased(t);
  }

  [[nodiscard]] Role color(std::size_t plan) const { return role_of(before_ + plan); }

  void row(std::size_t plan) {
    names(plan);
    bar(plan);
    if (layout_.icons) icon(plan);
  }

  void bar(std::size_t plan) {
    const double left = layout_.bar_left, top = layout_.bar_top(plan);
    const Reading& of = readings_[plan];
    const bool told = of.value || !of.missing.empty();
    asked(plan, told ? before(stage_) : Stage::truth);
    if (!of.value) {
      if (told && over()) reason(plan, of.missing);
      return;
    }
    const double long_enough = std::max(grown(plan), 1.0);
    const Role role = color(plan);
    const figure::Rect drawn =
        teller_->source == Source::model
            ? large_model_bar({left, top}, long_enough, layout_.thick, role)
            : bar_of({teller_->source, role, of.by_construction && quantity_ != Quantity::crossings}, {left, top},
                     long_enough, layout_.thick);
    drawing_.rect(drawn, since(stage_, "bar." + as_id(data_.plans[plan].name)));
    if (teller_->source == Source::recorded) {
      figure::Rect corner = drawn;
      corner.height = std::min(drawn.height, drawing_.scaled(32));
      draw_tab(drawing_, corner, since(stage_));
    }
    if (over()) value(plan, *of.value);
  }

  void names(std::size_t plan) {
    const Style style = type::large_bold.in(color(plan));
    const double left = drawing_.body().left;
    const std::string note = layout_.notes ? plan_note(data_.plans[plan], moment_.plain) : std::string();
    const std::string shown = drawing_.fitted_name(plan_words(data_.plans[plan]), style, 0.4 * drawing_.body().wide());
    if (layout_.names_left) {
      const double up = note.empty() ? 0 : drawing_.scaled(9);
      drawing_.text({left, drawing_.on_row(layout_.middle(plan) - up, style)}, shown, style);
      drawing_.text({left, drawing_.on_row(layout_.middle(plan) + drawing_.scaled(12), type::small)}, note,
                    type::small);
      return;
    }
    const double y = layout_.tops[plan] + drawing_.scaled(18);
    drawing_.text({left, y}, shown, style);
    drawing_.text({left + drawing_.width_of(shown, style) + drawing_.scaled(12), y}, note, type::small);
  }

  /// A lane becomes its truck at the left; its road becomes the bar.
  void icon(std::size_t plan) {
    constexpr double truck_height = 44;
    const double done = eased(seconds_ / lanes_end), bottom = layout_.bar_top(plan) + layout_.thick;
    const double last = std::min(0.75 * layout_.thick, drawing_.scaled(truck_height));
    const double first = std::min(layout_.thick, 2 * last);
    const double from = layout_.bar_left + 0.35 * layout_.room, x = from + (drawing_.body().left - from) * done;
    if (done < 1) {
      const double road = plan == 0 ? layout_.room : layout_.room * (1 - done);
      drawing_.line({{layout_.bar_left, bottom}, {layout_.bar_left + road, bottom}}, {hairline, 2, 0}, since(stage_));
    }
    const double height = first + (last - first) * done;
    // It stands beside the middle of its bar, on the road while there is one.
    const double down = bottom - (layout_.thick - height) / 2 * done;
    draw_truck(Brush(drawing_.figure.marks, {x, down}, height / truck_height), color(plan), 0, false);
  }

  void asked(std::size_t plan, Stage last) {
    const Seen seen{Stage::question, last, {}};
    drawing_.rect({{layout_.bar_left, layout_.bar_top(plan)},
                   layout_.room,
                   layout_.thick,
                   0,
                   std::nullopt,
                   Stroke{hairline, 1, 3}},
                  seen);
    const Style style = type::asked_large;
    drawing_.text({layout_.bar_left + drawing_.scaled(8), drawing_.on_row(layout_.middle(plan), style)}, "?", style,
                  seen);
  }

  /// An empty place says why it is empty.
  void reason(std::size_t plan, const std::string& why) {
    const double left = layout_.bar_left + drawing_.scaled(8), wide = layout_.room - drawing_.scaled(16);
    drawing_.rect({{layout_.bar_left, layout_.bar_top(plan)},
                   layout_.room,
                   layout_.thick,
                   0,
                   std::nullopt,
                   Stroke{hairline, 1, 3}},
                  since(stage_));
    std::vector<std::string> lines = figure::wrap(why, type::small.face, drawing_.scaled(type::small.size), wide);
    const double line = drawing_.scaled(15);
    lines.resize(std::min(lines.size(), static_cast<std::size_t>(std::max(layout_.thick / line, 1.0))));
    double y = drawing_.on_row(layout_.middle(plan), type::small) - line * static_cast<double>(lines.size() - 1) / 2;
    for (const std::string& words : lines) {
      drawing_.text({left, y}, words, type::small, since(stage_));
      y += line;
    }
  }

  void value(std::size_t plan, double is) {
    const Seen seen = since(stage_, "value." + as_id(data_.plans[plan].name));
    const std::string shown = trips_value(quantity_, is);
    const std::string others = layout_.others ? beside_value(data_, plan, moment_) : std::string();
    if (!layout_.beside) {
      const double y = layout_.tops[plan] + drawing_.scaled(18), right = drawing_.body().right;
      drawing_.text({right, y}, shown, type::number.anchored(Anchor::end), seen);
      const double used = drawing_.width_of(shown, type::number) + drawing_.scaled(12);
      drawing_.text({right - used, y}, others, type::small_end, since(stage_));
      return;
    }
    const double guessed = guess_here(plan) ? guess_end(stage_) + drawing_.scaled(6) : 0;
    const double x = std::max(layout_.bar_left + grown(plan), std::min(guessed, layout_.bar_left + layout_.room)) +
                     drawing_.scaled(16);
    if (layout_.low()) {
      drawing_.text({x, drawing_.on_row(layout_.middle(plan), type::number)}, shown, type::number, seen);
      const double after = x + drawing_.width_of(shown, type::number) + drawing_.scaled(12);
      drawing_.text({after, drawing_.on_row(layout_.middle(plan), type::small)}, others, type::small, since(stage_));
      return;
    }
    const double up = others.empty() ? 0 : drawing_.scaled(10);
    drawing_.text({x, drawing_.on_row(layout_.middle(plan) - up, type::title_value)}, shown, type::title_value, seen);
    drawing_.text({x, drawing_.on_row(layout_.middle(plan) + drawing_.scaled(13), type::small)}, others, type::small,
                  since(stage_));
  }

  [[nodiscard]] bool guess_here(std::size_t plan) const {
    return guess_ && guess_->plan == plan && guess_->quantity == quantity_ && guess_length(stage_).has_value();
  }

  /// How long the guessed bar would be. Before the truth a ratio is one of the whole width; a number has no scale.
  [[nodiscard]] std::optional<double> guess_length(Stage stage) const {
    if (!guess_) return std::nullopt;
    if (stage < stage_)
      return guess_->ratio ? std::optional(layout_.room * std::min(1 / guess_->value, 1.0)) : std::nullopt;
    if (!(longest_ > 0)) return std::nullopt;
    if (!guess_->ratio) return length(guess_->value);
    const auto& whole = readings_[0].value;
    return whole ? std::optional(length(*whole) / guess_->value) : std::nullopt;
  }
  [[nodiscard]] double guess_end(Stage stage) const {
    return layout_.bar_left + std::min(guess_length(stage).value_or(0), layout_.room);
  }

  void guess() {
    if (!guess_ || guess_->plan >= layout_.tops.size() || guess_->quantity != quantity_) return;
    const Stage last = before(stage_);
    if (teller_ && guess_length(last) == guess_length(stage_))
      return outline(stage_, {Stage::guess, Stage::truth, "guess"});
    outline(last, {Stage::guess, teller_ ? last : Stage::truth, "guess"});
    if (teller_) outline(stage_, since(stage_, "guess"));
  }

  void outline(Stage stage, const Seen& seen) {
    const auto wide = guess_length(stage);
    if (!wide) return;
    const Paint paint{Role::guess, Shade::fill};
    const double around = drawing_.scaled(TripsLayout::outline), top = layout_.bar_top(guess_->plan);
    const double end = guess_end(stage), left = layout_.bar_left;
    drawing_.rect({{left, top - around},
                   std::max(end - left, 1.0),
                   layout_.thick + 2 * around,
                   drawing_.scaled(2),
                   std::nullopt,
                   Stroke{paint, 2.5, 7}},
                  seen);
    if (*wide > layout_.room * (1 + 1e-9)) {
      draw_beyond(drawing_, {end, layout_.middle(guess_->plan)}, paint, {seen.from, seen.until, {}});
    }
    const std::string words(base::text(data_.example_guess ? "chart.example_guess" : "chart.trips.your_guess"));
    const Style style = type::guess_small;
    const double half = drawing_.width_of(words, style) / 2;
    const double x = figure::within(end - half, drawing_.body().left, drawing_.body().right - 2 * half);
    drawing_.text({x, top + layout_.thick + around + drawing_.scaled(14)}, words, style, {seen.from, seen.until, {}});
  }

  /// From the end of one bar to the end of the other that the title compares.
  void bracket() {
    const std::string words = gap_said(data_);
    if (words.empty()) return;
    const auto [first, second] = told_plans(data_);
    const double a = layout_.bar_left + grown(second), b = layout_.bar_left + grown(first), y = layout_.bracket;
    const double up = y - drawing_.scaled(9);
    drawing_.line({{a, up}, {a, y}, {b, y}, {b, up}}, {ink, 1.5, 0}, since(stage_, "gap"));
    const Style style = type::heading;
    const double wide = drawing_.width_of(words, style);
    const double x = figure::within((a + b - wide) / 2, drawing_.body().left, drawing_.body().right - wide);
    drawing_.text({x, y + drawing_.scaled(20)}, words, style, since(stage_));
  }

  void foot() {
    double y = drawing_.foot_line() - drawing_.scaled(18) * (static_cast<double>(layout_.foot.size()) - 1);
    for (std::size_t i = 0; i < layout_.foot.size(); ++i) {
      const bool last = i + 1 == layout_.foot.size();
      const double x = drawing_.body().left + (last ? corner_key(y, layout_.foot[i]) : 0);
      drawing_.text({x, y}, layout_.foot[i], type::small, since(stage_, last ? "provenance" : std::string()));
      y += drawing_.scaled(18);
    }
  }

  /// What the corner of a recorded bar means, before the words that say where it was recorded; how much room it takes.
  double corner_key(double baseline, const std::string& words) {
    const double side = drawing_.scaled(11), takes = side + drawing_.scaled(7);
    if (!teller_ || teller_->source != Source::recorded) return 0;
    if (takes + drawing_.width_of(words, type::small) > drawing_.body().wide()) return 0;
    const figure::Rect bar{
        {drawing_.body().left, baseline - side}, side, side, 0, Paint{role_of(before_), Shade::fill}};
    drawing_.rect(bar, since(stage_));
    draw_tab(drawing_, bar, since(stage_));
    return takes;
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(data_);
    Descriptions words = bars_description(data_, Quantity::all);
    const std::string finding = trips_title(data_), gap = gap_said(data_);
    figure.description =
        (finding.empty() ? "" : finding + " ") + (gap.empty() ? "" : capitalised(gap) + ". ") + words.whole;
    figure.question_description = std::move(words.before_truth);
    figure.table = bar_table(data_, Quantity::all);
    if (!moment_.bytes) {
      std::erase_if(figure.table.rows, [](const figure::Row& row) { return row.cells[1] == name(Quantity::bytes); });
    }
    figure.scene = scene(data_, "trips");
  }

  const ChartData& data_;
  const TripsMoment& moment_;
  const std::size_t before_;
  const double seconds_;
  const TripsLayout layout_;
  const std::size_t left_out_;
  const ChartData sheet_;  ///< the same in this layout's letters
  Drawing drawing_;
  const Quantity quantity_;
  const std::optional<Teller> teller_;
  const Stage stage_;  ///< from which on it is told
  const std::optional<TripsGuess> guess_;
  std::vector<Reading> readings_;  ///< one a plan
  double longest_ = 0;
};

}  // namespace

figure::Figure trips_and_time(const ChartData& data, const TripsMoment& moment) {
  Reveal all(data, moment);
  if (all.has_room() || all.answers_guess() || !is_about_own(data)) return all.draw();
  // Where not all have room, the two that the title compares stay; description and table tell of all.
  const ChartData pair = compared(data);
  figure::Figure drawn = all.draw();
  drawn.marks = Reveal(pair, moment, 1, data.plans.size() - 1 - pair.plans.size()).draw().marks;
  return drawn;
}

}  // namespace charts
