// Two rows of two bars on one scale.
#include "charts/bars/road_bars.hpp"

#include "base/factor.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/quantity.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

class RoadBars {
 public:
  RoadBars(const ChartData& data, double times, const std::vector<model::Prediction>& then)
      : data_(data), times_(times), then_(then), drawing_(data, "road", body_of(data, true)) {}

  figure::Figure draw() {
    const std::string question(base::text("chart.road.question"));
    drawing_.head({question, finding(), {}}, true);
    const Rows rows(drawing_, drawing_.body().top, 2, 220);
    for (std::size_t plan = 0; plan < 2; ++plan) row(plan, rows);
    drawing_.foot();
    drawing_.draw_grid();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  struct Bar {
    std::string_view id;
    double seconds;
    std::string value, label;
  };

  [[nodiscard]] std::string finding() const {
    if (times_ == 1) return base::say("chart.road.now", {{"gain", base::show_factor(gain(data_.predictions))}});
    return base::say("chart.road.then", {{"times", base::exact_number(times_)},
                                         {"gain", base::show_factor(gain(then_))},
                                         {"was", base::show_factor(gain(data_.predictions))}});
  }

  [[nodiscard]] std::vector<Bar> bars(std::size_t plan) const {
    const base::Seconds now = data_.predictions[plan].cold, then = then_[plan].cold;
    std::vector<Bar> bars = {{"now", now.value, base::show(now), std::string(base::text("chart.road.as_it_is"))}};
    if (times_ != 1) {
      bars.push_back(
          {"then", then.value, base::show(then), base::say("chart.road.wide", {{"times", times_words(times_)}})});
    }
    return bars;
  }

  void row(std::size_t plan, const Rows& rows) {
    const Body& body = drawing_.body();
    double names = 0.16 * body.wide();
    for (const plan::FusionPlan& any : data_.plans) {
      names = std::max(names, drawing_.width_of(plan_words(any), type::large_bold) + drawing_.scaled(12));
    }
    const double left = body.left + names;
    drawing_.separator(rows.top(plan));
    // The longest bar and what stands beside it fill the row, whatever the road: the frame stays.
    const double most = std::max(data_.predictions[0].cold.value, data_.predictions[1].cold.value);
    const double label = std::max(drawing_.width_of(base::text("chart.road.as_it_is"), type::small),
                                  drawing_.width_of(base::say("chart.road.wide", {{"times", "1.5x"}}), type::small));
    const double words = drawing_.width_of("99.9 µs", type::large_value) + label + drawing_.scaled(18);
    const double room = std::max(body.right - left - words, drawing_.scaled(20));
    const double thick = std::min(0.3 * rows.pitch(), drawing_.scaled(52));
    double middle = rows.middle(plan) - 0.6 * thick;
    drawing_.fit({body.left, middle + drawing_.scaled(5)}, plan_words(data_.plans[plan]), names, type::large_bold);
    for (const Bar& bar : bars(plan)) {
      const double length = most > 0 ? std::max(room * std::min(bar.seconds / most, 1.0), 1.0) : 0;
      const figure::Rect rect = large_model_bar({left, middle - thick / 2}, length, thick,
                                                bar.id == "now" ? std::nullopt : std::optional(role_of(plan)));
      if (length > 0) {
        drawing_.rect(rect, since(Stage::model, fmt::format("{}.{}", bar.id, as_id(data_.plans[plan].name))));
      }
      const Point beside = value_place(drawing_, rect, type::large_value, false);
      drawing_.text(beside, bar.value, type::large_value, since(Stage::model));
      const double used = drawing_.width_of(bar.value, type::large_value) + drawing_.scaled(8);
      drawing_.text({beside.x + used, beside.y}, bar.label, type::small, since(Stage::model));
      middle += 1.2 * thick;
    }
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.scene = scene(data_, "bandwidth", {{"bandwidth", base::exact_number(times_)}});
    figure.description = base::say("chart.road.description", {{"chain", one_line(*data_.chain)}});
    figure.question_description = figure.description;
    figure.description += " " + finding() + ".";
    figure.table.columns = {{"plan", ""}, {"road", "x"}, {"time", "s"}, {"source", ""}};
    for (std::size_t plan = 0; plan < 2; ++plan) {
      for (const Bar& bar : bars(plan)) {
        const std::string road = bar.id == "now" ? "1" : base::exact_number(times_);
        figure.table.rows.push_back(
            {{data_.plans[plan].name, road, fmt::format("{}", bar.seconds), std::string(record::name(Source::model))},
             Stage::model});
        figure.description += " " + plan_words(data_.plans[plan]) + ", " + bar.label + ": " + bar.value + ".";
      }
    }
  }

  const ChartData& data_;
  double times_;
  const std::vector<model::Prediction>& then_;
  Drawing drawing_;
};

}  // namespace

figure::Figure road_bars(const ChartData& data, double times, const std::vector<model::Prediction>& then) {
  return RoadBars(data, times, then).draw();
}

double gain(const std::vector<model::Prediction>& of) {
  return of.at(1).cold.value > 0 ? of[0].cold.value / of[1].cold.value : 0;
}

std::string times_words(double times) {
  return base::exact_number(times) + "x";
}

}  // namespace charts
