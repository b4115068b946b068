// Panels of cells: the faster a setting, the deeper its colour, and its time stands in it.
#include "charts/sweep/surface.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/quantity.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "plan/knobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace charts {
namespace {

constexpr double deepest = 0.5, palest = 0.05;  ///< of a cell's colour: type can be read on all of them
constexpr double slow = 1.5;                    ///< times as long as the fastest: palest from there on

/// Where a point stands.
struct Cell {
  const record::TunedPoint* point = nullptr;
  plan::Knobs knobs;
};

/// What stands beside a row: its knobs but block and registers.
std::string row_words(const plan::Knobs& knobs) {
  std::string out;
  const auto add = [&](const std::string& words) { out += (out.empty() ? "" : ", ") + words; };
  if (knobs.elements) add(base::say("chart.surface.elements", static_cast<std::uint64_t>(*knobs.elements)));
  if (knobs.rows) add(base::say("chart.surface.rows", static_cast<std::uint64_t>(*knobs.rows)));
  if (knobs.keep) add(base::say("chart.surface.keep." + std::string(plan::name(*knobs.keep))));
  return out.empty() ? std::string(base::text("chart.surface.row")) : out;
}

plan::Knobs row_of(plan::Knobs knobs) {
  knobs.block.reset();
  knobs.registers.reset();
  return knobs;
}

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

class Surface {
 public:
  Surface(const ChartData& sheet, const record::Tuning& tuning)
      : sheet_(sheet), tuning_(tuning), drawing_(sheet, "tune", body_of(sheet, !sheet.no_title)) {
    for (std::size_t i = 1; i < tuning.points.size(); ++i) {
      const auto knobs = plan::parse_knobs(tuning.points[i].knobs);
      if (knobs) cells_.push_back({&tuning.points[i], *knobs});
    }
    for (const Cell& cell : cells_) {
      if (cell.knobs.block) add_once(blocks_, *cell.knobs.block);
      add_once(rows_, row_of(cell.knobs));
      add_once(caps_, cell.knobs.registers);
    }
    std::ranges::sort(blocks_);
    std::ranges::sort(caps_);
    std::ranges::stable_sort(rows_, [](const plan::Knobs& a, const plan::Knobs& b) {
      return std::tie(a.elements, a.rows, a.keep) < std::tie(b.elements, b.rows, b.keep);
    });
    if (const int best = tuning.best(); best >= 0)
      fastest_ = tuning.points[static_cast<std::size_t>(best)].cold->median;
  }

  figure::Figure draw() {
    const std::string finding = sheet_.title.empty() ? surface_finding(tuning_) : sheet_.title;
    drawing_.head({std::string(base::text("chart.surface.question")), {}, finding}, !sheet_.no_title);
    usual_line();
    lay();
    for (std::size_t cap = 0; cap < caps_.size(); ++cap) panel(cap);
    drawing_.foot();
    tell(finding);
    return std::move(drawing_.figure);
  }

 private:
  /// What all cells are held against.
  void usual_line() {
    const auto& usual = tuning_.points.front().cold;
    const std::string time = usual ? show(Quantity::time, usual->median.value) : std::string("-");
    const Body& body = drawing_.body();
    drawing_.fit({body.left, body.top + drawing_.scaled(12)}, base::say("chart.surface.usual", {{"time", time}}),
                 body.wide(), type::plain, since(Stage::truth));
  }

  void lay() {
    const Body& body = drawing_.body();
    double widest = drawing_.width_of(base::text("chart.surface.block"), type::small);
    for (const plan::Knobs& row : rows_) widest = std::max(widest, drawing_.width_of(row_words(row), type::small_ink));
    left_ = body.left + std::min(widest, 0.3 * body.wide()) + drawing_.scaled(12);
    const auto panels = static_cast<double>(std::max<std::size_t>(1, caps_.size()));
    gap_ = drawing_.scaled(20);
    panel_ = (body.right - left_ - gap_ * (panels - 1)) / panels;
    top_ = body.top + drawing_.scaled(52);
    const double room = body.bottom - drawing_.scaled(24) - top_;
    high_ = std::min(room / static_cast<double>(std::max<std::size_t>(1, rows_.size())), drawing_.scaled(90));
    wide_ = panel_ / static_cast<double>(std::max<std::size_t>(1, blocks_.size()));
  }

  void panel(std::size_t cap) {
    const double left = left_ + static_cast<double>(cap) * (panel_ + gap_);
    const std::string head = caps_[cap] ? base::say("chart.surface.cap", {{"registers", std::to_string(*caps_[cap])}})
                                        : std::string(base::text("chart.surface.no_cap"));
    drawing_.fit({left, top_ - drawing_.scaled(10)}, head, panel_, type::heading);
    const double below = top_ + high_ * static_cast<double>(rows_.size()) + drawing_.scaled(16);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      drawing_.text({left + (static_cast<double>(b) + 0.5) * wide_, below}, std::to_string(blocks_[b]), type::tick);
    }
    if (cap == 0) {
      const double names = left_ - drawing_.body().left - drawing_.scaled(8);
      drawing_.fit({drawing_.body().left, below}, base::text("chart.surface.block"), names, type::small);
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double middle = top_ + (static_cast<double>(r) + 0.5) * high_ + drawing_.scaled(4);
        drawing_.fit({drawing_.body().left, middle}, row_words(rows_[r]), names, type::small_ink);
      }
    }
    for (const Cell& cell : cells_) {
      if (cell.knobs.registers == caps_[cap] && cell.knobs.block) draw_cell(cell, left);
    }
  }

  void draw_cell(const Cell& cell, double left) {
    const auto column = std::ranges::find(blocks_, *cell.knobs.block) - blocks_.begin();
    const auto row = std::ranges::find(rows_, row_of(cell.knobs)) - rows_.begin();
    const double x = left + static_cast<double>(column) * wide_, y = top_ + static_cast<double>(row) * high_;
    const bool chosen = !tuning_.chosen.empty() && cell.point->knobs == tuning_.chosen;
    const double inset = drawing_.scaled(1.5);
    figure::Rect rect{{x + inset, y + inset}, wide_ - 2 * inset, high_ - 2 * inset, drawing_.scaled(3)};
    rect.stroke = chosen ? Stroke{ink, 2.5, 0} : Stroke{faint, 1, 0};
    std::string words(base::text(cell.point->failed.empty() ? "chart.surface.not_tried" : "chart.surface.failed"));
    if (cell.point->cold) {
      rect.fill = Paint{Role::fused, Shade::fill, depth(cell.point->cold->median)};
      words = show(Quantity::time, cell.point->cold->median.value);
    }
    drawing_.rect(rect, since(Stage::truth, as_id("cell." + cell.point->knobs)));
    const double room = wide_ - 6 * inset;
    if (!cell.point->cold && drawing_.width_of(words, type::value_middle) > room) words = "-";  // the table says it
    const Style style = drawing_.shrunk(words, type::value_middle, room);
    drawing_.text({x + wide_ / 2, y + high_ / 2 + drawing_.scaled(4)}, words, style, since(Stage::truth));
  }

  [[nodiscard]] double depth(base::Seconds time) const {
    if (!(fastest_.value > 0)) return palest;
    const double share = std::log(time.value / fastest_.value) / std::log(slow);
    return deepest - (deepest - palest) * std::clamp(share, 0.0, 1.0);
  }

  void tell(const std::string& finding) {
    figure::Figure& figure = drawing_.figure;
    figure.table.columns = {{"knobs", ""},   {"source", ""},    {"time", "s"},    {"q1", "s"},    {"q3", "s"},
                            {"samples", ""}, {"registers", ""}, {"spilled", "B"}, {"chosen", ""}, {"left_out", ""}};
    figure.description = base::say("chart.surface.description", {{"chain", tuning_.chain}});
    figure.question_description = figure.description;
    figure.description += "\n" + finding;
    figure.scene = scene(sheet_, "tune");
    for (const record::TunedPoint& point : tuning_.points) {
      std::vector<std::string> cells{point.knobs.empty() ? std::string("none") : point.knobs,
                                     source_words(sheet_.measurements.front())};
      for (base::Seconds record::Times::*part : {&record::Times::median, &record::Times::q1, &record::Times::q3}) {
        cells.push_back(point.cold ? fmt::format("{}", ((*point.cold).*part).value) : std::string());
      }
      cells.push_back(point.cold ? std::to_string(point.cold->n) : std::string());
      cells.push_back(point.registers ? std::to_string(*point.registers) : std::string());
      cells.push_back(point.spilled ? std::to_string(point.spilled->value) : std::string());
      cells.emplace_back(!tuning_.chosen.empty() && point.knobs == tuning_.chosen ? "yes" : "");
      cells.push_back(point.failed);
      figure.table.rows.push_back({std::move(cells), Stage::truth});
    }
  }

  const ChartData& sheet_;
  const record::Tuning& tuning_;
  Drawing drawing_;
  std::vector<Cell> cells_;
  std::vector<int> blocks_;
  std::vector<plan::Knobs> rows_;
  std::vector<std::optional<int>> caps_;
  base::Seconds fastest_;
  double left_ = 0, top_ = 0, panel_ = 0, gap_ = 0, wide_ = 0, high_ = 0;
};

/// The foot and the facts say who measured it.
record::Measurement source_of(const record::Tuning& tuning) {
  record::Measurement measurement;
  measurement.chain = tuning.chain;
  measurement.provenance = tuning.provenance;
  measurement.stranger = tuning.stranger;
  if (!tuning.stranger.empty()) measurement.source = record::Source::recorded;
  measurement.doubts = tuning.doubts;
  return measurement;
}

}  // namespace

std::string knobs_words(const std::string& knobs) {
  return knobs.empty() ? std::string(base::text("chart.surface.none")) : knobs;
}

std::string surface_finding(const record::Tuning& tuning) {
  const std::string tried = std::to_string(tuning.tried()), all = std::to_string(tuning.points.size());
  if (!tuning.finished()) return base::say("chart.surface.unfinished", {{"tried", tried}, {"all", all}});
  if (tuning.chosen.empty()) return base::say("chart.surface.usual_stays", {{"all", all}});
  return base::say("chart.surface.found",
                   {{"knobs", tuning.chosen}, {"times", show_times(tuning.gain().value_or(1))}, {"all", all}});
}

figure::Figure surface(const ChartData& sheet, const record::Tuning& tuning) {
  ChartData data = sheet;
  data.measurements = {source_of(tuning)};
  return Surface(data, tuning).draw();
}

}  // namespace charts
