// Panels of bars side by side: time, DRAM, and local memory where any rung has some.
#include "charts/bars/ladder.hpp"

#include "base/factor.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/quantity.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/text_metrics.hpp"
#include "record/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace charts {
namespace {

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

class Ladder {
 public:
  Ladder(const ChartData& sheet, const std::string& name, const std::vector<Rung>& rungs)
      : sheet_(sheet), name_(name), drawing_(sheet, "ladder", body_of(sheet, !sheet.no_title)) {
    for (const Rung& rung : rungs) rows_.push_back({&rung, plan_of(sheet.measurements.front(), rung.plan)});
  }

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.ladder.question")), {}, finding()}, !sheet_.no_title);
    panels_ = {{"time", "chart.ladder.time", "chart.ladder.time.about", &Row::time, Quantity::time},
               {"bytes", "chart.ladder.bytes", "chart.ladder.bytes.about", &Row::bytes, Quantity::bytes}};
    const auto leaks = [](const Row& row) { return row.local().value_or(0) > 0; };
    if (std::ranges::any_of(rows_, leaks)) {
      panels_.push_back({"local", "chart.ladder.local", "chart.ladder.local.about", &Row::local, Quantity::bytes});
    }
    const Columns columns(drawing_, 0.34, 20, panels_.size());
    wide_ = columns.wide();
    const Rows places(drawing_, drawing_.body().top + headings(columns), rows_.size(), 132);
    pitch_ = places.pitch();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      drawing_.separator(places.top(i));
      say(rows_[i], places.middle(i), columns.names() - drawing_.scaled(8));
    }
    set_rooms();
    for (std::size_t i = 0; i < panels_.size(); ++i) bars(panels_[i], columns.left(i), places);
    drawing_.foot();
    drawing_.draw_grid();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  struct Panel {
    const char* id;
    const char* heading;
    const char* about;
    Value (Row::*value)() const;
    Quantity quantity;
    double most = 0, room = 0;  ///< the longest bar of this scale: what it stands for, and how long it is
  };

  /// What the columns are, on as many lines as they need, and where rows keep room for their idea what is counted in
  /// them; returns the height.
  double headings(const Columns& columns) {
    const auto wrapped = [&](const char* key, const Style& style) {
      return figure::wrap(base::text(key), style.face, drawing_.scaled(style.size), wide_);
    };
    std::size_t heads = 0, abouts = 0;
    for (const Panel& one : panels_) {
      heads = std::max(heads, wrapped(one.heading, type::heading).size());
      abouts = std::max(abouts, wrapped(one.about, type::small).size());
    }
    const double head = drawing_.scaled(17), about = drawing_.scaled(15), rows = static_cast<double>(rows_.size());
    double high = static_cast<double>(heads) * head + drawing_.scaled(8);
    const double with = high + static_cast<double>(abouts) * about;
    const bool told = (drawing_.body().bottom - drawing_.body().top - with) / rows >= drawing_.scaled(54);
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      const double left = columns.left(i);
      double y = drawing_.body().top + drawing_.scaled(14);
      for (const std::string& line : wrapped(panels_[i].heading, type::heading)) {
        drawing_.text({left, y}, line, type::heading);
        y += head;
      }
      for (const std::string& line : told ? wrapped(panels_[i].about, type::small) : std::vector<std::string>{}) {
        drawing_.text({left, y}, line, type::small);
        y += about;
      }
    }
    return told ? with : high;
  }

  /// Bytes are bytes: one scale for DRAM and for local memory. Where figures beside the bars would leave none, they
  /// stand below.
  void set_rooms() {
    double most_words = 0;
    for (Panel& panel : panels_) {
      for (const Panel& other : panels_) {
        if (other.quantity != panel.quantity) continue;
        for (const Row& row : rows_) panel.most = std::max(panel.most, (row.*other.value)().value_or(0));
      }
      for (const Row& row : rows_) {
        const Value value = (row.*panel.value)();
        if (value) most_words = std::max(most_words, drawing_.width_of(show(panel.quantity, *value), type::value));
      }
    }
    const double beside = wide_ - most_words - drawing_.scaled(8);
    below_ = beside < 0.45 * wide_ && pitch_ >= drawing_.scaled(40);
    for (Panel& panel : panels_) panel.room = below_ ? wide_ : std::max(beside, drawing_.scaled(20));
  }

  /// The plan's name, and below it the idea: a block beside the middle of its bars. Where a row has no room for all of
  /// the idea, the table has more; where it has none below the name, the idea stands behind it.
  void say(const Row& row, double middle, double wide) {
    const double left = drawing_.body().left, line = drawing_.scaled(15), name = drawing_.scaled(18);
    const auto room = static_cast<std::size_t>(std::max(0.0, (pitch_ - name - drawing_.scaled(4)) / line));
    const std::vector<std::string> lines = idea(*row.rung, room, wide);
    double y = middle - (name + static_cast<double>(lines.size()) * line) / 2 + drawing_.scaled(14);
    const std::string called = drawing_.fitted_name(rung_words(row.rung->plan), type::heading, wide);
    drawing_.text({left, y}, called, type::heading);
    if (room == 0) {
      const double used = drawing_.width_of(called, type::heading) + drawing_.scaled(8);
      drawing_.text({left + used, y}, drawing_.clauses(row.rung->idea, type::small, wide - used), type::small);
    }
    for (const std::string& words : lines) {
      y += line;
      drawing_.text({left, y}, words, type::small);
    }
  }

  /// In so many lines at the most: of more its last clauses are left to the table.
  [[nodiscard]] std::vector<std::string> idea(const Rung& rung, std::size_t room, double wide) const {
    const auto wrapped = [&](const std::string& words) {
      return figure::wrap(words, type::small.face, drawing_.scaled(type::small.size), wide);
    };
    std::string words = rung.idea;
    auto lines = wrapped(words);
    for (auto end = last_clause(words); room > 0 && lines.size() > room && end; end = last_clause(words)) {
      words.resize(*end);
      lines = wrapped(words);
    }
    if (lines.size() <= room) return lines;
    for (std::size_t i = room; room > 0 && i < lines.size(); ++i) lines[room - 1] += " " + lines[i];
    lines.resize(room);
    if (room > 0) lines.back() = drawing_.fitted(lines.back(), type::small, wide);
    return lines;
  }

  /// A rung by hand is one kernel, whatever it leaks.
  [[nodiscard]] static Role role(const Row& row) { return row.rung->plan == "unfused" ? Role::unfused : Role::fused; }

  void bars(const Panel& panel, double x, const Rows& places) {
    const Seen seen = since(Stage::truth);
    const double thick = std::min(0.36 * pitch_, drawing_.scaled(28));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const double middle = places.middle(i);
      const Value value = (row.*panel.value)();
      if (!value) {
        drawing_.fit({x, middle + drawing_.scaled(4)}, base::text("chart.ladder.none"), wide_, type::small, seen);
        continue;
      }
      const double length = panel.most > 0 ? panel.room * *value / panel.most : 0;
      const bool below = below_ && length > 0;
      const figure::Rect bar =
          bar_of({Source::measured, role(row)}, {x, middle - (below ? drawing_.scaled(7.5) : 0) - thick / 2},
                 length > 0 ? std::max(length, 1.0) : 0, thick);
      if (length > 0) {
        drawing_.rect(bar, since(Stage::truth, as_id(fmt::format("{}.{}", panel.id, row.rung->plan))));
        if (sheet_.measurements.front().source == Source::recorded) draw_small_tab(bar, seen);
      }
      Point words = value_place(drawing_, bar, type::value, below);
      if (length <= 0) words.x = x;
      drawing_.text(words, show(panel.quantity, *value), type::value, seen);
    }
  }

  /// A row of thin bars has no room for a folded corner.
  void draw_small_tab(const figure::Rect& bar, const Seen& seen) {
    const double side = std::min(drawing_.scaled(7), bar.height / 2), right = bar.at.x + bar.width, up = bar.at.y;
    drawing_.polygon({{{right - side, up}, {right, up}, {right, up + side}}, ink}, seen);
  }

  [[nodiscard]] const Row* row_of(std::string_view plan) const {
    const auto found = std::ranges::find_if(rows_, [&](const Row& row) { return row.rung->plan == plan; });
    return found == rows_.end() ? nullptr : &*found;
  }

  /// How many times as long one takes as the other: 1 where the clock cannot tell them apart. Times whose spreads are
  /// too wide give no ratio.
  [[nodiscard]] static std::optional<double> slower(const Row* one, const Row* other) {
    if (one == nullptr || other == nullptr || !one->time() || !other->time()) return std::nullopt;
    if (!record::comparable(*one->plan->cold, *other->plan->cold)) return std::nullopt;
    if (record::same_time(*one->plan->cold, *other->plan->cold)) return 1;
    return *one->time() / *other->time();
  }

  /// A rung that leaks is held against the rung before it; else the fastest one by hand against the generated kernel.
  [[nodiscard]] std::string finding() const {
    const Row* honest = nullptr;
    for (const Row& row : rows_) {
      if (!row.rung->by_hand) continue;
      if (row.local().value_or(0) > 0 && honest != nullptr) {
        if (const auto times = slower(&row, honest)) {
          return base::say(*times > 1 ? "chart.ladder.leaks" : "chart.ladder.leaks.free",
                           {{"times", base::show_factor(*times)}, {"local", show(Quantity::bytes, *row.local())}});
        }
      }
      honest = &row;
    }
    const Row *best = nullptr, *first = nullptr;
    for (const Row& row : rows_) {
      if (row.rung->by_hand && first == nullptr) first = &row;
      const bool faster = row.rung->by_hand && row.time() && (best == nullptr || *row.time() < *best->time());
      if (faster) best = &row;
    }
    const Row* const generated = row_of("fused");
    const auto times = slower(best, generated != nullptr ? generated : first);
    if (!times) return std::string(base::text("chart.ladder.scattered"));
    if (generated == nullptr) return against_first(*best, *times);
    const char* key = *times > 1 ? "chart.ladder.slower" : *times < 1 ? "chart.ladder.faster" : "chart.ladder.as_fast";
    return base::say(key, {{"rung", best->rung->plan}, {"times", base::show_factor(std::max(*times, 1 / *times))}});
  }

  /// Where nothing is generated: the fastest rung against the first one.
  static std::string against_first(const Row& best, double times) {
    if (times >= 1) return std::string(base::text("chart.ladder.first"));
    return base::say("chart.ladder.faster.first", {{"rung", best.rung->plan}, {"times", base::show_factor(1 / times)}});
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
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
          "\n" + base::say("chart.ladder.row", {{"rung", rung_words(row.rung->plan)},
                                                {"time", row.time() ? show(Quantity::time, *row.time()) : none},
                                                {"bytes", row.bytes() ? show(Quantity::bytes, *row.bytes()) : none},
                                                {"local", local ? show(Quantity::bytes, *local) : none}});
    }
  }

  const ChartData& sheet_;
  const std::string& name_;
  Drawing drawing_;
  std::vector<Row> rows_;
  std::vector<Panel> panels_;
  bool below_ = false;           ///< figures stand below their bars
  double wide_ = 0, pitch_ = 0;  ///< of a column; of the rows
};

}  // namespace

figure::Figure ladder(const ChartData& sheet, const std::string& name, const std::vector<Rung>& rungs) {
  return Ladder(sheet, name, rungs).draw();
}

}  // namespace charts
