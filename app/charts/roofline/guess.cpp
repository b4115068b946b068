// The roofline's own frame with one question in it.
#include "charts/roofline/guess.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/plan_mark.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/roofline/dots.hpp"
#include "charts/roofline/frame.hpp"
#include "charts/roofline/words.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

class GuessDots {
 public:
  GuessDots(const RooflineGuess& data, const RooflineFrame& frame, Drawing& drawing)
      : data_(data), frame_(frame), drawing_(drawing), names_(frame.box()) {
    for (const Dot& dot : roofline_dots(data.sheet, frame.roofs)) {
      if (dot.plan == data.plan && dot.teller.measurement == 0) measured_ = dot;
    }
  }

  void draw() {
    draw_frame(frame_, data_.sheet, drawing_, names_);
    draw_gap();
    const Seen known = since(Stage::question);
    if (data_.other) {
      const std::size_t plan = 1 - data_.plan;
      shape(plan, place(*data_.other), 6, std::nullopt, Stroke{{role_of(plan), Shade::fill}, 1.5, 3}, known);
      name(place(*data_.other), words(plan, source_words(Source::model), *data_.other), role_of(plan), known);
    }
    if (data_.model) {
      const Seen seen = since(Stage::model, "model");
      shape(data_.plan, place(*data_.model), 9, std::nullopt, Stroke{{Role::model, Shade::fill}, 2, 3}, seen);
      name(place(*data_.model), words(data_.plan, source_words(Source::model), *data_.model), Role::model,
           since(Stage::model));
    }
    if (measured_ && !frame_.outside(measured_->intensity(), measured_->performance())) {
      const Seen seen = since(Stage::truth, "measured");
      const Point at = frame_.place(measured_->intensity(), measured_->performance());
      shape(data_.plan, at, 5.5, Paint{role_of(data_.plan), Shade::fill}, std::nullopt, seen);
      name(at, dot_words(data_.sheet, *measured_, false), role_of(data_.plan), since(Stage::truth));
    }
    if (data_.guess) {
      const Seen seen = since(Stage::guess, "guess");
      shape(data_.plan, place(*data_.guess), 11, std::nullopt, Stroke{{Role::guess, Shade::fill}, 2.5, 0}, seen);
      name(place(*data_.guess), words(data_.plan, source_words(Source::guess), *data_.guess), Role::guess,
           since(Stage::guess));
    } else {
      // Left of it stands the axis' name; a pane without room for both is dragged on all the same.
      const std::string here(base::text("chart.roof.guess.here"));
      const double taken = drawing_.width_of(base::text("chart.roof.x.short"), type::plain) + drawing_.scaled(16);
      if (drawing_.width_of(here, type::guess_small_end) + taken < frame_.x.end - frame_.x.begin) {
        drawing_.text(below(), here, type::guess_small_end, {Stage::question, Stage::guess, {}});
      }
    }
  }

  void table() {
    figure::Table& table = drawing_.figure.table;
    table.columns = {{"plan", ""}, {"source", ""}, {"intensity", "FLOP/byte"}, {"performance", "FLOP/s"}};
    const auto row = [&](std::size_t plan, Source source, std::optional<double> intensity, Stage from) {
      if (!intensity) return;
      table.rows.push_back({{data_.sheet.plans[plan].name, std::string(record::name(source)), plain_number(*intensity),
                             plain_number(roof_at(frame_.roofs, *intensity))},
                            from});
    };
    row(1 - data_.plan, Source::model, data_.other, Stage::question);
    row(data_.plan, Source::guess, data_.guess, Stage::guess);
    row(data_.plan, Source::model, data_.model, Stage::model);
    if (!measured_) return;
    table.rows.push_back({{data_.sheet.plans[data_.plan].name, label(data_.sheet, measured_->teller),
                           plain_number(measured_->intensity()), plain_number(measured_->performance())},
                          Stage::truth});
  }

 private:
  /// On the roof: what the machine can reach at an intensity.
  [[nodiscard]] Point place(double intensity) const {
    return frame_.inside(intensity, roof_at(frame_.roofs, intensity), 0);
  }

  [[nodiscard]] std::string words(std::size_t plan, const std::string& source, double intensity) const {
    const auto say = [&](std::string_view key) {
      return base::say(key, {{"plan", plan_words(data_.sheet.plans[plan])},
                             {"source", source},
                             {"intensity", base::show_number(intensity)}});
    };
    // A name as wide as the frame lies on a roof wherever it stands; the axis tells the unit, too.
    std::string whole = say("chart.roof.guess.dot");
    const bool fits = drawing_.width_of(whole, type::small) <= 0.6 * (frame_.x.end - frame_.x.begin);
    return fits ? whole : say("chart.roof.guess.dot.short");
  }

  void shape(std::size_t plan, Point at, double radius, std::optional<Paint> fill, std::optional<Stroke> stroke,
             const Seen& seen) {
    const double r = drawing_.scaled(radius);
    names_.keep_clear(figure::Box{at.x - r, at.y - r, 2 * r, 2 * r});
    draw_plan_mark(drawing_, plan, at, {r, fill, stroke}, seen);
  }

  void name(Point at, const std::string& words, Role role, const Seen& seen) {
    const Style style = type::small.in(role);
    const Side side = role == Role::guess ? Side::right_below : Side::left_above;
    drawing_.text(names_.place(drawing_.typeset(at, words, style), at, drawing_.scaled(11), side).text.at, words, style,
                  seen);
  }

  /// Along the roof from the guess to the answer, and what the two are.
  void draw_gap() {
    if (!data_.guess || !data_.model) return;
    const Point a = place(*data_.guess), b = place(*data_.model);
    const double length = std::hypot(b.x - a.x, b.y - a.y), clear = drawing_.scaled(14);
    if (length > 2.5 * clear) {
      const Stroke stroke{{Role::guess, Shade::fill}, 2, 0};
      drawing_.arrow(a, b, clear, stroke, since(Stage::model));
      names_.keep_clear(figure::Polyline{{a, b}, stroke});
    }
    drawing_.text(below(), gap(), type::guess_bold_end, since(Stage::model, "gap"));
  }

  /// Right of the axis' name: in the frame the roofs have names everywhere.
  [[nodiscard]] Point below() const { return {frame_.x.end, frame_.y.begin + drawing_.scaled(38)}; }

  [[nodiscard]] std::string gap() const {
    const std::string guess = base::show_number(*data_.guess), truth = base::show_number(*data_.model);
    return base::say(guess == truth ? "chart.gap.exact" : "chart.gap", {{"guess", guess}, {"truth", truth}});
  }

  const RooflineGuess& data_;
  const RooflineFrame& frame_;
  Drawing& drawing_;
  DotNames names_;
  std::optional<Dot> measured_;
};

}  // namespace

bool has_roofs(const ChartData& sheet) {
  return roofline_frame(sheet, roofline_body(sheet)).has_value();
}

figure::Figure roofline_guess(const RooflineGuess& data) {
  Drawing drawing(data.sheet, "dot", roofline_body(data.sheet));
  const auto frame = roofline_frame(data.sheet, drawing.body());
  const std::string plan = plan_words(data.sheet.plans[data.plan]);
  Titles titles;
  titles.question = base::say("chart.roof.guess.question", {{"plan", plan}});
  if (data.model) {
    titles.model =
        base::say("chart.roof.guess.finding", {{"plan", plan}, {"intensity", base::show_number(*data.model)}});
  }
  drawing.head(titles, !data.sheet.no_title);
  if (frame) {
    GuessDots dots(data, *frame, drawing);
    dots.draw();
    dots.table();
  }
  drawing.foot();
  drawing.draw_grid();
  drawing.figure.description = roofline_description(data.sheet, frame ? &*frame : nullptr, {});
  if (!drawing.figure.question.empty()) drawing.figure.question_description = drawing.figure.description;
  return std::move(drawing.figure);
}

double intensity_at(const RooflineGuess& data, double x) {
  const auto frame = roofline_frame(data.sheet, roofline_body(data.sheet));
  if (!frame) return 0;
  return std::clamp(frame->x.value(x), frame->x.from, frame->x.to);
}

}  // namespace charts
