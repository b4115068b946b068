// Two rows of two bars on one scale.
#include "charts/bars/road_bars.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

std::string ratio_words(double ratio) {
  return base::show_number(ratio) + "x";
}

class RoadBars {
 public:
  RoadBars(const ChartData& data, double times, const std::vector<model::Prediction>& then)
      : data_(data), times_(times), then_(then), drawing_(data, "road", body_of(data, true)) {}

  figure::Figure draw() {
    const std::string question(base::text("chart.road.question"));
    drawing_.head({question, finding(), {}}, true);
    const Body& body = drawing_.body();
    const double pitch = std::min((body.bottom - body.top) / 2, drawing_.scaled(220));
    for (std::size_t plan = 0; plan < 2; ++plan) row(plan, body.top + static_cast<double>(plan) * pitch, pitch);
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
    if (times_ == 1) return base::say("chart.road.now", {{"gain", ratio_words(gain(data_.predictions))}});
    return base::say("chart.road.then", {{"times", times_words(times_)},
                                         {"gain", ratio_words(gain(then_))},
                                         {"was", ratio_words(gain(data_.predictions))}});
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

  void row(std::size_t plan, double top, double pitch) {
    const Body& body = drawing_.body();
    double names = 0.16 * (body.right - body.left);
    for (const plan::FusionPlan& any : data_.plans) {
      names = std::max(names, drawing_.width_of(plan_words(any.name), type::large_bold) + drawing_.scaled(12));
    }
    const double left = body.left + names;
    drawing_.grid_line({body.left, top}, {body.right, top}, {{Role::hairline, Shade::tint}, 1, 0});
    // The longest bar and what stands beside it fill the row, whatever the road: the frame stays.
    const double most = std::max(data_.predictions[0].cold.value, data_.predictions[1].cold.value);
    const double label = std::max(drawing_.width_of(base::text("chart.road.as_it_is"), type::small),
                                  drawing_.width_of(base::say("chart.road.wide", {{"times", "1.5x"}}), type::small));
    const double words = drawing_.width_of("99.9 us", type::large_value) + label + drawing_.scaled(18);
    const double room = std::max(body.right - left - words, drawing_.scaled(20));
    const double thick = std::min(0.3 * pitch, drawing_.scaled(52));
    double middle = top + pitch / 2 - 0.6 * thick;
    drawing_.fit({body.left, middle + drawing_.scaled(5)}, plan_words(data_.plans[plan].name), names, type::large_bold);
    for (const Bar& bar : bars(plan)) {
      const bool now = bar.id == "now";
      const double length = most > 0 ? std::max(room * std::min(bar.seconds / most, 1.0), 1.0) : 0;
      const Seen seen{Stage::model, Stage::truth, {}};
      if (length > 0) {
        figure::Rect rect{{left, middle - thick / 2}, length, thick, 0, {}, {}, false};
        if (!now) rect.fill = Paint{role_of(plan), Shade::tint};
        rect.stroke = Stroke{{Role::model, Shade::text}, 1.5, 4};
        drawing_.rect(rect, {Stage::model, Stage::truth, fmt::format("{}.{}", bar.id, as_id(data_.plans[plan].name))});
      }
      const double x = left + length + drawing_.scaled(8);
      drawing_.text({x, middle + drawing_.scaled(5)}, bar.value, type::large_value, seen);
      drawing_.text(
          {x + drawing_.width_of(bar.value, type::large_value) + drawing_.scaled(8), middle + drawing_.scaled(5)},
          bar.label, type::small, seen);
      middle += 1.2 * thick;
    }
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(data_);
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
        figure.description += " " + plan_words(data_.plans[plan].name) + ", " + bar.label + ": " + bar.value + ".";
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
