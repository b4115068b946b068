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
    drawing_.text({left() + drawing_.scaled(10), y - drawing_.scaled(16)}, asked_words(),
                  type::row_heading.in(Role::guess), {Stage::question, asked_until(), {}});
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

  /// What is guessed, where no title says so.
  [[nodiscard]] std::string asked_words() const {
    if (!line_.low || line_.title.empty()) return std::string(base::text("chart.line.asked"));
    return base::say("chart.line.asked_in", {{"what", line_.title}});
  }
  [[nodiscard]] Stage asked_until() const {
    if (line_.guess) return Stage::question;
    return answer() ? before(answer_stage()) : Stage::truth;
  }

  /// Who says it, and what.
  [[nodiscard]] std::string words_of(const LinePlace& at, Source source) const {
    return (source == Source::measured ? line_.measured_by : source_words(source)) + " " + at.words;
  }

  /// A place, and who says it.
  struct Said {
    const LinePlace* at;
    Source source;
  };

  /// What is told at a stage, from left to right; of two alike the guess comes before the model, and it before a run.
  [[nodiscard]] std::vector<Said> said_at(Stage stage) const {
    std::vector<Said> all;
    if (line_.guess) all.push_back({&*line_.guess, Source::guess});
    if (line_.model && stage >= Stage::model && (stage < Stage::truth || model_stays()))
      all.push_back({&*line_.model, Source::model});
    if (line_.measured && stage >= Stage::truth) all.push_back({&*line_.measured, Source::measured});
    std::ranges::stable_sort(all, {}, [](const Said& one) { return one.at->value; });
    return all;
  }

  /// Beside what was measured the model keeps its place where there is room for the words of both.
  [[nodiscard]] bool model_stays() const {
    if (!line_.measured || !line_.model) return true;
    double wide = 0;
    for (const auto& [at, source] : {std::pair(&line_.guess, Source::guess), std::pair(&line_.model, Source::model),
                                     std::pair(&line_.measured, Source::measured)}) {
      if (*at) wide += drawing_.width_of(words_of(**at, source), type::row_heading) + gap();
    }
    return wide <= right() - left();
  }

  /// Between two labels.
  [[nodiscard]] double gap() const { return drawing_.scaled(10); }

  /// What is said of a place, above its middle, beside all else that is told at a stage.
  void label(Source source, const Paint& paint, Stage stage, const Seen& seen) {
    const Style style = type::row_heading.in(paint);
    const std::vector<Said> all = said_at(stage);
    std::vector<figure::Extent> extents;
    for (const Said& one : all)
      extents.push_back({place(one.at->value), drawing_.width_of(words_of(*one.at, one.source), style)});
    const double air = drawing_.scaled(14);
    const std::vector<double> centres = figure::push_apart(extents, gap(), left() - air, right() + air);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].source != source) continue;
      drawing_.text({centres[i], line_y() - drawing_.scaled(18)}, words_of(*all[i].at, source),
                    style.anchored(Anchor::middle), seen);
    }
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
    label(Source::guess, words, Stage::guess, {Stage::guess, alone_until, {}});
    if (!answer()) return;
    if (line_.measured && line_.model) label(Source::guess, words, Stage::model, {Stage::model, Stage::model, {}});
    label(Source::guess, words, answer_stage(), {answer_stage(), Stage::truth, {}});
  }

  /// What lies farther than the line goes points on from its end.
  void beyond(const LinePlace& at, const Paint& paint, const Seen& seen) {
    if (at.value <= line_.to) return;
    drawing_.arrow_head({right() + drawing_.scaled(20), line_y()}, 1, 0, drawing_.scaled(9), paint, seen);
  }

  void draw_model() {
    if (!line_.model) return;
    // A mark without its words would be a riddle: both go, or neither.
    const Seen seen{Stage::model, model_stays() ? Stage::truth : Stage::model, "model"};
    const Paint words{Role::model, Shade::text};
    if (line_.model->value > line_.to) {
      beyond(*line_.model, {Role::model, Shade::fill}, seen);
    } else {
      const double x = place(line_.model->value), y = line_y(), half = drawing_.scaled(12);
      drawing_.line({{x, y - half}, {x, y + half}}, {{Role::model, Shade::fill}, 3, 4}, seen);
    }
    if (!line_.measured) return label(Source::model, words, Stage::model, {Stage::model, Stage::truth, {}});
    label(Source::model, words, Stage::model, {Stage::model, Stage::model, {}});
    if (model_stays()) label(Source::model, words, Stage::truth, {Stage::truth, Stage::truth, {}});
  }

  void draw_measured() {
    if (!line_.measured) return;
    const double side = drawing_.scaled(7), x = place(line_.measured->value), y = line_y();
    if (line_.measured->value > line_.to) {
      beyond(*line_.measured, ink, since(Stage::truth, "measured"));
    } else {
      drawing_.rect({{x - side, y - side}, 2 * side, 2 * side, 0, ink}, since(Stage::truth, "measured"));
    }
    label(Source::measured, ink, Stage::truth, {Stage::truth, Stage::truth, {}});
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
