// A group of rows a plan, a row a level and teller, all on one axis.
#include "charts/bars/levels.hpp"

#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/plan_rows.hpp"
#include "charts/frame/reading.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/axis.hpp"

#include <fmt/format.h>

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

const std::optional<base::Moved>& bytes_at(const base::Levels& levels, Level level) {
  return level == Level::issued ? levels.issued : level == Level::l2 ? levels.l2 : levels.dram;
}

Told by_model(const ChartData& data, std::size_t plan, Level level) {
  const auto* found = prediction_of(data, plan);
  if (found == nullptr) return {{}, std::string(base::text("chart.levels.no_model"))};
  const auto& bytes = bytes_at(found->cold_levels, level);
  return {bytes, bytes ? std::string() : std::string(base::text("chart.levels.not_modelled"))};
}

Told by_counters(const record::Measurement& measurement, const std::string& plan, Level level) {
  const auto* found = plan_of(measurement, plan);
  if (found == nullptr) return {{}, std::string(base::text("chart.levels.not_run"))};
  const base::Levels levels = record::cold_levels(measurement, *found);
  if (const auto& bytes = bytes_at(levels, level)) return {*bytes, {}};
  const std::string& why = found->no_bytes_because;
  return {{}, why.empty() ? std::string(base::text("chart.levels.not_counted")) : why};
}

/// Of every plan: one teller's bytes at one level.
struct LevelRow {
  Level level;
  Teller teller;
};

/// The model, and every measurement; guesses are of other quantities.
std::vector<Teller> levels_tellers(const ChartData& data) {
  std::vector<Teller> list{{Source::model, -1}};
  for (const Teller& teller : tellers(data)) {
    if (teller.measurement >= 0) list.push_back(teller);
  }
  return list;
}

std::string parts_words(const base::Moved& bytes) {
  return base::say(
      "chart.levels.parts",
      {{"all", base::show(bytes.both())}, {"read", base::show(bytes.read)}, {"written", base::show(bytes.written)}});
}

class LevelBars {
 public:
  explicit LevelBars(const ChartData& data)
      : data_(data),
        tellers_(levels_tellers(data)),
        drawing_(data, "levels", body_of(data, true)),
        rows_(drawing_, data_, frame_) {
    for (const Level level : all_levels) {
      for (const Teller& teller : tellers_) level_rows_.push_back({level, teller});
    }
  }

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.levels.question")), finding(0), finding(tellers_.size() - 1)}, true);
    place();
    rows_.draw_ticks(panel());
    for (std::size_t plan = first_; plan < first_ + frame_.plans; ++plan) {
      rows_.name_plan(plan, 16);
      for (std::size_t i = 0; i < level_rows_.size(); ++i) draw_row(plan, level_rows_[i], frame_.row(plan, i));
    }
    drawing_.draw_grid();
    drawing_.foot(draw_legend());
    tell();
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] const Panel& panel() const { return frame_.panels.front(); }

  [[nodiscard]] Told told(std::size_t plan, const LevelRow& row) const {
    const auto& [level, teller] = row;
    if (teller.measurement < 0) return by_model(data_, plan, level);
    return by_counters(data_.measurements[static_cast<std::size_t>(teller.measurement)], data_.plans[plan].name, level);
  }

  /// Of the plan that is fused as far as it goes: what each level moves, where this teller knows it.
  [[nodiscard]] std::string finding(std::size_t teller) const {
    const std::size_t plan = std::min<std::size_t>(1, data_.plans.size() - 1);
    std::string found;
    for (const Level level : all_levels) {
      const Told of = told(plan, {level, tellers_[teller]});
      if (!of.bytes) continue;
      found += (found.empty() ? "" : ", ") +
               base::say("chart.levels.says." + std::string(name(level)), {{"bytes", base::show(of.bytes->both())}});
    }
    if (found.empty()) return teller == 0 ? found : finding(0);
    return base::say("chart.levels.finding", {{"plan", plan_words(data_.plans[plan])}, {"levels", found}});
  }

  void place() {
    const Body& body = frame_.body = drawing_.body();
    const double bottom = body.bottom - drawing_.scaled(40), rows = static_cast<double>(level_rows_.size());
    frame_.first_group = body.top + drawing_.scaled(8);
    frame_.header = drawing_.scaled(24);
    frame_.rows = level_rows_.size();
    const auto group = [&](std::size_t plans) { return (bottom - frame_.first_group) / static_cast<double>(plans); };
    for (frame_.plans = data_.plans.size(); frame_.plans > 1; --frame_.plans) {
      if (group(frame_.plans) - frame_.header >= rows * drawing_.scaled(13)) break;
    }
    frame_.group = group(frame_.plans);
    frame_.pitch =
        std::clamp((frame_.group - frame_.header - drawing_.scaled(6)) / rows, drawing_.scaled(3), drawing_.scaled(34));
    frame_.group = std::min(frame_.group, frame_.header + rows * frame_.pitch + drawing_.scaled(20));
    frame_.bottom = frame_.group_top(frame_.plans);
    if (frame_.plans == 1 && data_.plans.size() > 1) {  // where one has room, it is the one that the title speaks of
      first_ = 1;
      frame_.first_group -= frame_.group;
    }
    frame_.bar = std::min(0.66 * frame_.pitch, drawing_.scaled(18));
    double most = 1;
    for (const LevelRow& row : level_rows_) {
      frame_.labels = std::max(frame_.labels, drawing_.width_of(row_words(row), type::small_end));
      for (std::size_t plan = first_; plan < first_ + frame_.plans; ++plan) {
        if (const Told of = told(plan, row); of.bytes) {
          most = std::max(most, static_cast<double>(of.bytes->both().value));
        }
      }
    }
    const double left = body.left + frame_.labels + drawing_.scaled(10);
    Panel& panel = frame_.panels.emplace_back();
    panel.quantity = Quantity::bytes;
    panel.axis = figure::linear_axis(most, left, body.right - drawing_.scaled(230), 5, "B");
    panel.right = body.right;
  }

  [[nodiscard]] std::string row_words(const LevelRow& row) const {
    return words_of(row.level) + ", " + label(data_, row.teller);
  }

  void draw_row(std::size_t plan, const LevelRow& row, double middle) {
    const Stage from = charts::stage_of(row.teller);
    const Told of = told(plan, row);
    rows_.name_row(middle, row_words(row));
    rows_.draw_asked(panel(), middle, before(from), type::small);
    if (!of.bytes) return rows_.draw_reason(panel(), middle, of.missing, from);
    const figure::Axis& axis = panel().axis;
    const double read = axis.place(static_cast<double>(of.bytes->read.value)),
                 all = axis.place(static_cast<double>(of.bytes->both().value));
    figure::Rect last = draw_part(plan, row, axis.begin, read, middle, false);
    if (of.bytes->written.value > 0) last = draw_part(plan, row, read, all, middle, true);
    if (row.teller.source == Source::recorded) draw_tab(drawing_, last, since(from));
    const Style style = value_style(row.teller.source);
    const double at = all + drawing_.scaled(8), left = panel().right - at;
    const std::string parts = parts_words(*of.bytes);
    const bool fits = drawing_.width_of(parts, style) <= left;
    drawing_.fit({at, drawing_.on_row(middle, style)}, fits ? parts : base::show(of.bytes->both()), left, style,
                 since(from));
  }

  /// What was measured is filled where it was read, and a tint where it was written.
  figure::Rect draw_part(std::size_t plan, const LevelRow& row, double begin, double end, double middle, bool written) {
    figure::Rect rect = bar_of({row.teller.source, role_of(plan)}, {begin, middle - frame_.bar / 2},
                               std::max(end - begin, 1.5), frame_.bar);
    if (rect.fill) {
      rect.stroke = Stroke{*rect.fill, 1.5, 0};
      if (written) rect.fill->shade = Shade::tint;
    }
    drawing_.rect(rect, since(charts::stage_of(row.teller),
                              fmt::format("{}.{}.{}.{}", written ? "written" : "read", name(row.level),
                                          as_id(data_.plans[plan].name), as_id(label(data_, row.teller)))));
    return rect;
  }

  double draw_legend() {
    const Body& body = drawing_.body();
    const std::string shown = drawing_.fitted(base::text("chart.levels.legend"), type::small, 0.6 * body.wide());
    drawing_.text({body.left, drawing_.foot_line()}, shown, type::small, since(Stage::model, "legend"));
    return drawing_.width_of(shown, type::small);
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.scene = scene(data_, "levels", {});
    figure.description = base::say("chart.levels.description", {{"chain", one_line(*data_.chain)}});
    figure.question_description = figure.description;
    figure.table.columns = {{"plan", ""},  {"level", ""},    {"source", ""}, {"tier", ""},
                            {"read", "B"}, {"written", "B"}, {"note", ""}};
    for (std::size_t plan = 0; plan < data_.plans.size(); ++plan) {
      for (const LevelRow& row : level_rows_) {
        const Told of = told(plan, row);
        const int by = row.teller.measurement;
        const auto number = [&](base::Bytes base::Moved::*part) {
          return of.bytes ? std::to_string(((*of.bytes).*part).value) : std::string();
        };
        figure.table.rows.push_back(
            {{data_.plans[plan].name, std::string(name(row.level)), label(data_, row.teller),
              std::string(by < 0 ? "" : record::name(data_.measurements[static_cast<std::size_t>(by)].tier)),
              number(&base::Moved::read), number(&base::Moved::written), of.missing},
             charts::stage_of(row.teller)});
        figure.description += " " + plan_words(data_.plans[plan]) + ", " + row_words(row) + ": " +
                              (of.bytes ? parts_words(*of.bytes) : of.missing) + ".";
      }
    }
  }

  const ChartData& data_;
  const std::vector<Teller> tellers_;
  std::vector<LevelRow> level_rows_;
  std::size_t first_ = 0;  ///< of the plans drawn
  BarFrame frame_;
  Drawing drawing_;
  PlanRows rows_;
};

}  // namespace

figure::Figure levels(const ChartData& data) {
  return LevelBars(data).draw();
}

}  // namespace charts
