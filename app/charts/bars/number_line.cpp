// Guess hollow above the line, model dashed, measured filled; the gap below the ticks.
#include "charts/bars/number_line.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/axis.hpp"
#include "figure/box.hpp"
#include "figure/layout.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

class LineDrawing {
 public:
  explicit LineDrawing(const NumberLine& line)
      : line_(line), data_(data_of(line)), drawing_(data_, "line", body_of(data_, false)) {
    const figure::Axis axis = figure::linear_axis(line.to / line.unit, left(), right(), 8, line.unit_name);
    axis_.begin = left();
    axis_.end = right();
    axis_.to = line.to;
    for (const figure::Tick& tick : axis.ticks) {
      if (tick.value * line.unit <= line.to * (1 + 1e-9)) axis_.ticks.push_back({tick.value * line.unit, tick.label});
    }
  }

  [[nodiscard]] const figure::Axis& axis() const { return axis_; }

  figure::Figure draw() {
    drawing_.figure.title = line_.title;
    drawing_.figure.description = line_.title;
    if (!line_.low) drawing_.fit({left(), top() + drawing_.scaled(14)}, line_.title, right() - left(), type::heading);
    const double y = line_y();
    drawing_.line({{left(), y}, {right(), y}}, {hairline, 2, 0});
    for (const figure::Tick& tick : axis_.ticks) {
      const double x = axis_.place(tick.value);
      drawing_.line({{x, y - drawing_.scaled(5)}, {x, y + drawing_.scaled(5)}}, {hairline, 1.25, 0});
      drawing_.text({x, y + drawing_.scaled(22)}, tick.label, type::tick);
    }
    drawing_.text({left() + drawing_.scaled(10), y - drawing_.scaled(16)}, "?", type::asked_large,
                  {Stage::question, asked_until(), {}});
    draw_model();
    draw_measured();
    draw_guess();
    if (!line_.low) draw_gap();  // the verdict tells it
    table();
    return drawing_.figure;
  }

 private:
  static ChartData data_of(const NumberLine& line) {
    ChartData data;
    data.width = line.width;
    data.text_scale = line.text_scale;
    data.height = 2 * line.width / 40 + (line.low ? 70 : 132) * line.text_scale;
    data.no_title = true;
    return data;
  }
  // A sheet's own air, as every chart has it, and half a tick label.
  [[nodiscard]] double left() const { return line_.width / 30 + drawing_.scaled(14); }
  [[nodiscard]] double right() const { return line_.width - line_.width / 30 - drawing_.scaled(14); }
  [[nodiscard]] double top() const { return line_.width / 40; }
  [[nodiscard]] double line_y() const { return top() + drawing_.scaled(line_.low ? 40 : 66); }
  [[nodiscard]] double place(double value) const { return std::clamp(axis_.place(value), left(), right()); }

  [[nodiscard]] const std::optional<LinePlace>& answer() const { return line_.measured ? line_.measured : line_.model; }
  [[nodiscard]] Stage answer_stage() const { return line_.measured ? Stage::truth : Stage::model; }

  [[nodiscard]] Stage asked_until() const {
    if (line_.guess) return Stage::question;
    return answer() ? before(answer_stage()) : Stage::truth;
  }

  /// Who says it, and what.
  [[nodiscard]] std::string words_of(const LinePlace& at, Source source) const {
    return (source == Source::measured ? line_.measured_by : source_words(source)) + " " + at.words;
  }

  /// What is said of a place, above its middle; beside another's words side by side, the smaller value's left.
  void label(const LinePlace& at, Source source, const Paint& paint, const Seen& seen,
             const std::optional<LinePlace>& other, Source others) {
    const Style style = type::row_heading.in(paint);
    const std::string words = words_of(at, source);
    const double y = line_y() - drawing_.scaled(18);
    std::vector<figure::Extent> extents{{place(at.value), drawing_.width_of(words, style)}};
    std::size_t mine = 0;
    if (other) {
      const figure::Extent theirs{place(other->value), drawing_.width_of(words_of(*other, others), style)};
      // Of two alike the guess stands left.
      mine = other->value < at.value || (other->value == at.value && others == Source::guess) ? 1 : 0;
      extents.insert(mine == 1 ? extents.begin() : extents.end(), theirs);
    }
    const double air = drawing_.scaled(14);
    const std::vector<double> centres = figure::push_apart(extents, drawing_.scaled(10), left() - air, right() + air);
    drawing_.text({centres[mine], y}, words, style.anchored(Anchor::middle), seen);
  }

  void draw_guess() {
    if (!line_.guess) return;
    const Paint paint{Role::guess, Shade::fill};
    const Seen seen = since(Stage::guess, "guess");
    const Point at{place(line_.guess->value), line_y()};
    drawing_.circle({at, drawing_.scaled(8), Paint{Role::page}, Stroke{paint, 2.5, 0}}, seen);
    beyond(*line_.guess, paint, since(Stage::guess));
    const Stage alone_until = line_.model ? before(Stage::model) : answer() ? before(answer_stage()) : Stage::truth;
    const Paint words{Role::guess, Shade::text};
    label(*line_.guess, Source::guess, words, {Stage::guess, alone_until, {}}, std::nullopt, Source::guess);
    if (!answer()) return;
    // A model that was told before the measured value gives its place to that.
    if (line_.measured && line_.model)
      label(*line_.guess, Source::guess, words, {Stage::model, Stage::model, {}}, line_.model, Source::model);
    label(*line_.guess, Source::guess, words, {answer_stage(), Stage::truth, {}}, answer(),
          line_.measured ? Source::measured : Source::model);
  }

  /// What lies farther than the line goes points on from its end.
  void beyond(const LinePlace& at, const Paint& paint, const Seen& seen) {
    if (at.value <= line_.to) return;
    drawing_.arrow_head({right() + drawing_.scaled(20), line_y()}, 1, 0, drawing_.scaled(9), paint, seen);
  }

  void draw_model() {
    if (!line_.model) return;
    const Stage shown_until = line_.measured ? Stage::model : Stage::truth;
    if (line_.model->value > line_.to) {
      beyond(*line_.model, {Role::model, Shade::fill}, since(Stage::model, "model"));
      label(*line_.model, Source::model, {Role::model, Shade::text}, {Stage::model, shown_until, {}}, line_.guess,
            Source::guess);
      return;
    }
    const double x = place(line_.model->value), y = line_y(), half = drawing_.scaled(12);
    drawing_.line({{x, y - half}, {x, y + half}}, {{Role::model, Shade::fill}, 3, 4}, since(Stage::model, "model"));
    label(*line_.model, Source::model, {Role::model, Shade::text}, {Stage::model, shown_until, {}}, line_.guess,
          Source::guess);
  }

  void draw_measured() {
    if (!line_.measured) return;
    const double side = drawing_.scaled(7), x = place(line_.measured->value), y = line_y();
    if (line_.measured->value > line_.to) {
      beyond(*line_.measured, ink, since(Stage::truth, "measured"));
    } else {
      drawing_.rect({{x - side, y - side}, 2 * side, 2 * side, 0, ink}, since(Stage::truth, "measured"));
    }
    label(*line_.measured, Source::measured, ink, {Stage::truth, Stage::truth, {}}, line_.guess, Source::guess);
  }

  void draw_gap() {
    if (!line_.guess || !answer()) return;
    const double y = line_y() + drawing_.scaled(34), half = drawing_.scaled(4);
    const double a = place(line_.guess->value), b = place(answer()->value);
    const bool on_line = line_.guess->value <= line_.to && answer()->value <= line_.to;
    if (on_line && std::abs(a - b) >= 1) {
      drawing_.bracket({a, y}, {b, y}, half, {{Role::guess, Shade::fill}, 1.5, 0}, since(answer_stage()));
    }
    const bool exact = line_.guess->words == answer()->words;
    const std::string words =
        base::say(exact ? "chart.gap.exact" : "chart.gap", {{"guess", line_.guess->words}, {"truth", answer()->words}});
    const double wide = drawing_.width_of(words, type::guess_small);
    drawing_.text(
        {figure::within((a + b - wide) / 2, left() - drawing_.scaled(14), right() + drawing_.scaled(14) - wide),
         y + drawing_.scaled(17)},
        words, type::guess_small, since(answer_stage(), "gap"));
  }

  void table() {
    figure::Table& table = drawing_.figure.table;
    table.columns = {{"source", {}}, {"quantity", {}}, {"value", {}}};
    const auto row = [&](const std::optional<LinePlace>& at, const std::string& source, Stage from) {
      if (at) table.rows.push_back({{source, line_.quantity, plain_number(at->value)}, from});
    };
    row(line_.guess, source_words(Source::guess), Stage::guess);
    row(line_.model, source_words(Source::model), Stage::model);
    row(line_.measured, line_.measured_by, Stage::truth);
  }

  const NumberLine& line_;
  ChartData data_;
  Drawing drawing_;
  figure::Axis axis_;
};

}  // namespace

figure::Figure number_line(const NumberLine& line) {
  return LineDrawing(line).draw();
}

double line_value(const NumberLine& line, double x) {
  return std::clamp(LineDrawing(line).axis().value(x), 0.0, line.to);
}

}  // namespace charts
