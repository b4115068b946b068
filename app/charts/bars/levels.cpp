// A group of rows a plan, a row a level and teller, all on one axis.
#include "charts/bars/levels.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/axis.hpp"
#include "figure/text_metrics.hpp"

#include <algorithm>
#include <array>

namespace charts {
namespace {

enum class Level { issued, l2, dram };
constexpr std::array all_levels = {Level::issued, Level::l2, Level::dram};

std::string_view name(Level level) {
  return level == Level::issued ? "issued" : level == Level::l2 ? "l2" : "dram";
}
std::string words_of(Level level) {
  return std::string(base::text("chart.levels." + std::string(name(level))));
}

/// What one teller says of a level, or why it says nothing.
struct Told {
  std::optional<base::Moved> bytes;
  std::string missing;
};

Told by_model(const ChartData& data, std::size_t plan, Level level) {
  const auto found = std::ranges::find(data.predictions, data.plans[plan].name, &model::Prediction::plan);
  if (found == data.predictions.end()) return {{}, std::string(base::text("chart.levels.no_model"))};
  const base::Levels& levels = found->cold_levels;
  const auto& bytes = level == Level::issued ? levels.issued : level == Level::l2 ? levels.l2 : levels.dram;
  return {bytes, bytes ? std::string() : std::string(base::text("chart.levels.not_modelled"))};
}

Told by_counters(const record::Measurement& measurement, const std::string& plan, Level level) {
  const auto found = std::ranges::find(measurement.plans, plan, &record::PlanMeasurement::plan);
  if (found == measurement.plans.end()) return {{}, std::string(base::text("chart.levels.not_run"))};
  const base::Levels levels = record::cold_levels(measurement, *found);
  const auto& bytes = level == Level::issued ? levels.issued : level == Level::l2 ? levels.l2 : levels.dram;
  if (bytes) return {*bytes, {}};
  const std::string& why = found->no_bytes_because;
  return {{}, why.empty() ? std::string(base::text("chart.levels.not_counted")) : why};
}

class LevelBars {
 public:
  explicit LevelBars(const ChartData& data)
      : data_(data), tellers_(levels_tellers()), drawing_(data, "levels", body_of(data, true)) {}

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.levels.question")), finding(0), finding(tellers_.size() - 1)}, true);
    place();
    draw_axis();
    for (std::size_t plan = 0; plan < plans_; ++plan) draw_plan(plan);
    drawing_.draw_grid();
    drawing_.foot(draw_legend());
    tell();
    return std::move(drawing_.figure);
  }

 private:
  /// The model, and every measurement; guesses are of other quantities.
  [[nodiscard]] std::vector<Teller> levels_tellers() const {
    std::vector<Teller> list{{Source::model, -1}};
    for (const Teller& teller : tellers(data_)) {
      if (teller.measurement >= 0) list.push_back(teller);
    }
    return list;
  }

  [[nodiscard]] Told told(std::size_t plan, const Teller& teller, Level level) const {
    if (teller.measurement < 0) return by_model(data_, plan, level);
    return by_counters(data_.measurements[static_cast<std::size_t>(teller.measurement)], data_.plans[plan].name, level);
  }

  /// Of the plan that is fused as far as it goes: what each level moves, where this teller knows it.
  [[nodiscard]] std::string finding(std::size_t teller) const {
    const std::size_t plan = std::min<std::size_t>(1, data_.plans.size() - 1);
    std::string found;
    for (const Level level : all_levels) {
      const Told of = told(plan, tellers_[teller], level);
      if (!of.bytes) continue;
      found += (found.empty() ? "" : ", ") +
               base::say("chart.levels.says." + std::string(name(level)), {{"bytes", base::show(of.bytes->both())}});
    }
    if (found.empty()) return teller == 0 ? found : finding(0);
    return base::say("chart.levels.finding", {{"plan", plan_words(data_.plans[plan].name)}, {"levels", found}});
  }

  void place() {
    const Body& body = drawing_.body();
    const double top = body.top + drawing_.scaled(8), bottom = body.bottom - drawing_.scaled(40);
    const double rows = static_cast<double>(all_levels.size() * tellers_.size());
    header_ = drawing_.scaled(24);
    for (plans_ = data_.plans.size(); plans_ > 1; --plans_) {
      if ((bottom - top) / static_cast<double>(plans_) - header_ >= rows * drawing_.scaled(13)) break;
    }
    group_ = (bottom - top) / static_cast<double>(plans_);
    pitch_ = std::min((group_ - header_ - drawing_.scaled(6)) / rows, drawing_.scaled(34));
    group_ = std::min(group_, header_ + rows * pitch_ + drawing_.scaled(20));
    top_ = top;
    bottom_ = top + group_ * static_cast<double>(plans_);
    double labels = 0, most = 1;
    for (const Level level : all_levels) {
      for (const Teller& teller : tellers_) {
        labels = std::max(labels, drawing_.width_of(row_words(level, teller), type::small_end));
        for (std::size_t plan = 0; plan < plans_; ++plan) {
          if (const Told of = told(plan, teller, level); of.bytes) {
            most = std::max(most, static_cast<double>(of.bytes->both().value));
          }
        }
      }
    }
    const double left = body.left + labels + drawing_.scaled(10);
    axis_ = figure::linear_axis(most, left, body.right - drawing_.scaled(230), 5, "B");
  }

  [[nodiscard]] std::string row_words(Level level, const Teller& teller) const {
    return words_of(level) + ", " + label(data_, teller);
  }

  [[nodiscard]] double on_row(double middle, const Style& style) const {
    return middle + figure::cap_height(style.face, drawing_.scaled(style.size)) / 2;
  }

  void draw_axis() {
    for (const figure::Tick& tick : axis_.ticks) {
      const double x = axis_.place(tick.value);
      const Stroke stroke{tick.value == 0 ? hairline : Paint{Role::hairline, Shade::tint}, 1, 0};
      for (std::size_t plan = 0; plan < plans_; ++plan) {
        const double top = top_ + group_ * static_cast<double>(plan) + header_;
        drawing_.grid_line({x, top}, {x, top + pitch_ * static_cast<double>(all_levels.size() * tellers_.size())},
                           stroke);
      }
      drawing_.text({x, bottom_ + drawing_.scaled(16)}, tick.label, type::tick);
    }
  }

  void draw_plan(std::size_t plan) {
    const Body& body = drawing_.body();
    const double top = top_ + group_ * static_cast<double>(plan);
    const Style style = type::heading.in(role_of(plan));
    const std::string shown =
        drawing_.fitted(plan_words(data_.plans[plan].name), style, 0.6 * (body.right - body.left));
    drawing_.text({body.left, top + drawing_.scaled(16)}, shown, style);
    const double used = drawing_.width_of(shown, style) + drawing_.scaled(10);
    drawing_.fit({body.left + used, top + drawing_.scaled(16)}, kernels_words(data_.plans[plan]),
                 body.right - body.left - used, type::small);
    double middle = top + header_ + pitch_ / 2;
    for (const Level level : all_levels) {
      for (const Teller& teller : tellers_) {
        draw_row(plan, level, teller, middle);
        middle += pitch_;
      }
    }
  }

  void draw_row(std::size_t plan, Level level, const Teller& teller, double middle) {
    const Stage from = charts::stage_of(teller);
    const Told of = told(plan, teller, level);
    drawing_.text({axis_.begin - drawing_.scaled(10), on_row(middle, type::small_end)}, row_words(level, teller),
                  type::small_end);
    drawing_.text({axis_.begin + drawing_.scaled(8), on_row(middle, type::small)}, "?", type::small,
                  {Stage::question, before(from), {}});
    const double room = drawing_.body().right - axis_.begin - drawing_.scaled(8);
    if (!of.bytes) {
      drawing_.fit({axis_.begin + drawing_.scaled(8), on_row(middle, type::small)}, of.missing, room, type::small,
                   {from, Stage::truth, {}});
      return;
    }
    const std::string id =
        std::string(name(level)) + "." + as_id(data_.plans[plan].name) + "." + as_id(label(data_, teller));
    const double thick = std::min(0.66 * pitch_, drawing_.scaled(18)), top = middle - thick / 2;
    const double read = axis_.place(static_cast<double>(of.bytes->read.value)),
                 all = axis_.place(static_cast<double>(of.bytes->both().value));
    const bool modelled = teller.source == Source::model;
    const auto part = [&](double begin, double end, bool written) {
      figure::Rect rect{{begin, top}, std::max(end - begin, 1.5), thick, 0, {}, {}, false};
      if (modelled) {
        rect.stroke = Stroke{{Role::model, Shade::fill}, 1.5, 4};
      } else {
        rect.fill = Paint{role_of(plan), written ? Shade::tint : Shade::fill};
        rect.stroke = Stroke{{role_of(plan), Shade::fill}, 1.5, 0};
      }
      drawing_.rect(rect, {from, Stage::truth, (written ? "written." : "read.") + id});
      return rect;
    };
    figure::Rect last = part(axis_.begin, read, false);
    if (of.bytes->written.value > 0) last = part(read, all, true);
    if (teller.source == Source::recorded) draw_tab(last, {from, Stage::truth, {}});
    Style style = type::value;
    if (modelled) style.paint = {Role::model, Shade::text};
    const std::string parts = base::say("chart.levels.parts", {{"all", base::show(of.bytes->both())},
                                                               {"read", base::show(of.bytes->read)},
                                                               {"written", base::show(of.bytes->written)}});
    const double at = all + drawing_.scaled(8), left = drawing_.body().right - at;
    const bool fits = drawing_.width_of(parts, style) <= left;
    drawing_.text({at, on_row(middle, style)},
                  fits ? parts : drawing_.fitted(base::show(of.bytes->both()), style, left), style,
                  {from, Stage::truth, {}});
  }

  /// The folded corner of a recorded bar.
  void draw_tab(const figure::Rect& bar, const Seen& seen) {
    const double side = std::min(bar.height * 0.55, bar.width);
    const double x = bar.at.x + bar.width, y = bar.at.y;
    drawing_.polygon({{{x - side, y}, {x, y}, {x, y + side}}, Paint{Role::page, Shade::fill}, std::nullopt}, seen);
    drawing_.polygon({{{x - side, y}, {x, y + side}, {x - side, y + side}}, ink, std::nullopt}, seen);
  }

  double draw_legend() {
    const std::string words(base::text("chart.levels.legend"));
    const Body& body = drawing_.body();
    const std::string shown = drawing_.fitted(words, type::small, 0.6 * (body.right - body.left));
    drawing_.text({body.left, body.bottom + drawing_.scaled(22)}, shown, type::small,
                  {Stage::model, Stage::truth, "legend"});
    return drawing_.width_of(shown, type::small);
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(data_);
    figure.scene = scene(data_, "levels", {});
    figure.description = base::say("chart.levels.description", {{"chain", one_line(*data_.chain)}});
    figure.question_description = figure.description;
    figure.table.columns = {{"plan", ""},  {"level", ""},    {"source", ""}, {"tier", ""},
                            {"read", "B"}, {"written", "B"}, {"note", ""}};
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      for (const Level level : all_levels) {
        for (const Teller& teller : tellers_) {
          const Told of = told(plan, teller, level);
          const bool measured = teller.measurement >= 0;
          const std::string tier(
              measured ? record::name(data_.measurements[static_cast<std::size_t>(teller.measurement)].tier) : "");
          const auto number = [&](base::Bytes bytes) { return of.bytes ? std::to_string(bytes.value) : std::string(); };
          const base::Moved bytes = of.bytes.value_or(base::Moved{});
          figure.table.rows.push_back({{data_.plans[plan].name, std::string(name(level)), label(data_, teller), tier,
                                        number(bytes.read), number(bytes.written), of.missing},
                                       charts::stage_of(teller)});
          const std::string said = of.bytes ? base::say("chart.levels.parts", {{"all", base::show(bytes.both())},
                                                                               {"read", base::show(bytes.read)},
                                                                               {"written", base::show(bytes.written)}})
                                            : of.missing;
          figure.description +=
              " " + plan_words(data_.plans[plan].name) + ", " + row_words(level, teller) + ": " + said + ".";
        }
      }
    }
  }

  const ChartData& data_;
  const std::vector<Teller> tellers_;
  Drawing drawing_;
  figure::Axis axis_;
  std::size_t plans_ = 0;
  double header_ = 0, group_ = 0, pitch_ = 0, top_ = 0, bottom_ = 0;
};

}  // namespace

figure::Figure levels(const ChartData& data) {
  return LevelBars(data).draw();
}

}  // namespace charts
