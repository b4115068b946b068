// Panels of bars side by side: time, DRAM, and local memory where any rung has some.
#include "charts/ladder.hpp"

#include "base/words.hpp"
#include "charts/page.hpp"
#include "charts/scene.hpp"
#include "charts/source_words.hpp"
#include "figure/text_metrics.hpp"
#include "record/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace charts {
namespace {

using figure::Anchor;
using figure::Face;
using figure::Paint;
using figure::Role;
using figure::Shade;
using figure::Stage;

constexpr Style name_style{14, Face::words_bold, ink, Anchor::start};
constexpr Style idea_style{12, Face::words, quiet, Anchor::start};
constexpr Style heading_style{14, Face::words_bold, ink, Anchor::start};
constexpr Style value_style{12, Face::figures, ink, Anchor::start};
constexpr double same = 0.02;  ///< bytes that differ by less are as many

using Value = std::optional<double>;

struct Row {
  const Rung* rung = nullptr;
  const record::PlanMeasurement* plan = nullptr;  ///< null: it was not run

  [[nodiscard]] Value time() const {
    return plan != nullptr && plan->cold ? Value(plan->cold->median.value) : std::nullopt;
  }
  [[nodiscard]] Value bytes() const {
    const auto sum = plan == nullptr ? std::nullopt : plan->bytes();
    return sum ? Value(static_cast<double>(sum->value)) : std::nullopt;
  }
  /// There and back, as counted; nothing where nobody counted.
  [[nodiscard]] Value local() const {
    Value sum;
    if (plan == nullptr) return sum;
    for (const record::KernelCode& kernel : plan->code) {
      if (!kernel.local_read || !kernel.local_written) continue;
      sum = sum.value_or(0) + static_cast<double>(kernel.local_read->value + kernel.local_written->value);
    }
    return sum;
  }
};

std::string show_bytes(double bytes) {
  return base::show(base::Bytes{std::llround(bytes)});
}

std::string show_seconds(double seconds) {
  return base::show(base::Seconds{seconds});
}

class Ladder {
 public:
  Ladder(const ChartData& sheet, const std::string& name, const std::vector<Rung>& rungs)
      : sheet_(sheet), name_(name), page_(sheet, "ladder", body_of(sheet, true)) {
    const record::Measurement& measurement = sheet.measurements.front();
    for (const Rung& rung : rungs) {
      const auto found = std::ranges::find(measurement.plans, rung.plan, &record::PlanMeasurement::plan);
      rows_.push_back({&rung, found == measurement.plans.end() ? nullptr : &*found});
    }
  }

  figure::Figure draw() {
    page_.head({std::string(base::text("chart.ladder.question")), {}, finding()}, true);
    std::vector<Panel> panels = {{"time", "chart.ladder.time", &Row::time, show_seconds},
                                 {"bytes", "chart.ladder.bytes", &Row::bytes, show_bytes}};
    const auto leaks = [](const Row& row) { return row.local().value_or(0) > 0; };
    if (std::ranges::any_of(rows_, leaks)) {
      panels.push_back({"local", "chart.ladder.local", &Row::local, show_bytes});
    }
    const Body& body = page_.body();
    const double wide = body.right - body.left, gap = page_.scaled(20), names = 0.34 * wide;
    const double panel = (wide - names) / static_cast<double>(panels.size()) - gap;
    const double heading = body.top + page_.scaled(14), top = body.top + page_.scaled(26);
    const double pitch = std::min((body.bottom - top) / static_cast<double>(rows_.size()), page_.scaled(132));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double y = top + static_cast<double>(i) * pitch;
      page_.grid_line({body.left, y}, {body.right, y}, {{Role::hairline, Shade::tint}, 1, 0});
      say(rows_[i], y, pitch, names - page_.scaled(8));
    }
    double x = body.left + names + gap;
    for (const Panel& one : panels) {
      page_.text({x, heading}, page_.fitted(base::text(one.heading), heading_style, panel), heading_style);
      bars(one, x, panel, top, pitch);
      x += panel + gap;
    }
    page_.foot();
    page_.draw_grid();
    tell();
    return std::move(page_.figure);
  }

 private:
  struct Panel {
    const char* id;
    const char* heading;
    Value (Row::*value)() const;
    std::string (*show)(double);
  };

  /// The plan's name, and below it the idea on as many lines as have room.
  void say(const Row& row, double top, double pitch, double wide) {
    const double left = page_.body().left, line = page_.scaled(15);
    // In a row with no room for the idea the name stands alone; the table has both.
    const bool alone = pitch < page_.scaled(18) + line + page_.scaled(3);
    double y = alone ? top + pitch / 2 + page_.scaled(5) : top + page_.scaled(18);
    page_.text({left, y}, page_.fitted_name(row.rung->plan, name_style, wide), name_style);
    if (alone) return;
    const auto lines = figure::wrap(row.rung->idea, idea_style.face, page_.scaled(idea_style.size), wide);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      y += line;
      const bool last = y + line > top + pitch - page_.scaled(3);
      std::string words = lines[i];
      for (std::size_t rest = i + 1; last && rest < lines.size(); ++rest) words += " " + lines[rest];
      page_.text({left, y}, page_.fitted(words, idea_style, wide), idea_style);
      if (last) return;
    }
  }

  /// A rung by hand is one kernel, whatever it leaks.
  [[nodiscard]] static Role role(const Row& row) { return row.rung->plan == "unfused" ? Role::unfused : Role::fused; }

  void bars(const Panel& panel, double x, double wide, double top, double pitch) {
    double most = 0, words = 0;
    for (const Row& row : rows_) {
      const Value value = (row.*panel.value)();
      if (!value) continue;
      most = std::max(most, *value);
      words = std::max(words, page_.width_of(panel.show(*value), value_style));
    }
    const double room = std::max(wide - words - page_.scaled(8), page_.scaled(20));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const double middle = top + (static_cast<double>(i) + 0.5) * pitch,
                   thick = std::min(0.36 * pitch, page_.scaled(28));
      const Value value = (row.*panel.value)();
      const Seen seen{Stage::truth, Stage::truth, {}};
      if (!value) {
        page_.text({x, middle + page_.scaled(4)}, page_.fitted(base::text("chart.ladder.none"), idea_style, wide),
                   idea_style, seen);
        continue;
      }
      const double length = most > 0 ? room * *value / most : 0;
      if (length > 0) {
        const figure::Rect bar{
            {x, middle - thick / 2}, std::max(length, 1.0), thick, 0, Paint{role(row), Shade::fill}, {}, false};
        page_.rect(bar, {Stage::truth, Stage::truth, as_id(fmt::format("{}.{}", panel.id, row.rung->plan))});
        if (sheet_.measurements.front().source == record::Source::recorded) {
          const double tab = std::min(page_.scaled(7), thick / 2), right = x + bar.width, up = middle - thick / 2;
          page_.polygon({{{right - tab, up}, {right, up}, {right, up + tab}}, ink, std::nullopt}, seen);
        }
      }
      page_.text({x + length + page_.scaled(length > 0 ? 6 : 0), middle + page_.scaled(4)}, panel.show(*value),
                 value_style, seen);
    }
  }

  [[nodiscard]] const Row* row_of(std::string_view plan) const {
    const auto found = std::ranges::find_if(rows_, [&](const Row& row) { return row.rung->plan == plan; });
    return found == rows_.end() ? nullptr : &*found;
  }

  /// Times whose spreads are too wide give no ratio.
  [[nodiscard]] static std::optional<double> slower(const Row* one, const Row* other) {
    if (one == nullptr || other == nullptr || !one->time() || !other->time()) return std::nullopt;
    if (!record::comparable(*one->plan->cold, *other->plan->cold)) return std::nullopt;
    return *one->time() / *other->time();
  }

  /// A rung that leaks is held against the rung before it; else the fastest one by hand against the generated kernel.
  [[nodiscard]] std::string finding() const {
    const Row* honest = nullptr;
    for (const Row& row : rows_) {
      if (!row.rung->by_hand) continue;
      if (row.local().value_or(0) > 0 && honest != nullptr) {
        if (const auto times = slower(&row, honest)) {
          return base::say(*times > 1 + same ? "chart.ladder.leaks" : "chart.ladder.leaks.free",
                           {{"times", base::show_number(*times)}, {"local", show_bytes(*row.local())}});
        }
      }
      honest = &row;
    }
    const Row* best = nullptr;
    for (const Row& row : rows_) {
      const bool faster = row.rung->by_hand && row.time() && (best == nullptr || *row.time() < *best->time());
      if (faster) best = &row;
    }
    const auto times = slower(best, row_of("fused"));
    if (!times) return std::string(base::text("chart.ladder.scattered"));
    const char* key = *times > 1 + same   ? "chart.ladder.slower"
                      : *times < 1 - same ? "chart.ladder.faster"
                                          : "chart.ladder.as_fast";
    return base::say(key, {{"rung", best->rung->plan}, {"times", base::show_number(std::max(*times, 1 / *times))}});
  }

  void tell() {
    figure::Figure& figure = page_.figure;
    figure.table.columns = {{"rung", ""},          {"by hand", ""}, {"time", "s"},      {"q1", "s"},
                            {"q3", "s"},           {"samples", ""}, {"DRAM read", "B"}, {"DRAM written", "B"},
                            {"local memory", "B"}, {"source", ""},  {"idea", ""}};
    figure.description = base::say("chart.ladder.description", {{"name", name_}, {"chain", one_line(*sheet_.chain)}});
    figure.question_description = figure.description;
    figure.scene = scene(sheet_, "ladder", {{"ladder", name_}});
    const record::Measurement& measurement = sheet_.measurements.front();
    for (const Row& row : rows_) {
      const auto number = [](const auto& value) { return value ? std::to_string(value->value) : std::string(); };
      const auto local = row.local();
      const auto* plan = row.plan;
      std::vector<std::string> cells = {row.rung->plan, row.rung->by_hand ? "yes" : "no"};
      for (base::Seconds record::Times::*part : {&record::Times::median, &record::Times::q1, &record::Times::q3}) {
        cells.push_back(plan != nullptr && plan->cold ? fmt::format("{}", ((*plan->cold).*part).value) : std::string());
      }
      cells.push_back(plan != nullptr && plan->cold ? std::to_string(plan->cold->n) : std::string());
      cells.push_back(plan != nullptr ? number(plan->dram_read) : std::string());
      cells.push_back(plan != nullptr ? number(plan->dram_written) : std::string());
      cells.push_back(local ? std::to_string(std::llround(*local)) : std::string());
      cells.emplace_back(record::name(measurement.source));
      cells.push_back(row.rung->idea);
      figure.table.rows.push_back({std::move(cells), Stage::truth});
      const std::string none(base::text("chart.ladder.none"));
      figure.description +=
          "\n" + base::say("chart.ladder.row", {{"rung", row.rung->plan},
                                                {"time", row.time() ? show_seconds(*row.time()) : none},
                                                {"bytes", row.bytes() ? show_bytes(*row.bytes()) : none},
                                                {"local", local ? show_bytes(*local) : none}});
    }
  }

  const ChartData& sheet_;
  const std::string& name_;
  Page page_;
  std::vector<Row> rows_;
};

}  // namespace

figure::Figure ladder(const ChartData& sheet, const std::string& name, const std::vector<Rung>& rungs) {
  return Ladder(sheet, name, rungs).draw();
}

}  // namespace charts
