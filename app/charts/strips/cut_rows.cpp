// A table whose middle column is a picture: the kernels of each row side by side, as wide as they have ops.
#include "charts/strips/cut_rows.hpp"

#include "base/units.hpp"
#include "base/words.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "model/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <utility>

namespace charts {
namespace {

constexpr double gap_of_kernels = 8, pad_of_kernel = 5;
// Of rows: the headings above them; the least height in which letters stand clear, two lines, a quotation below.
constexpr double head_of_rows = 20, least_row = 16, two_lines = 36, quoted_row = 48;

/// One plan, and who did it.
struct CutRow {
  std::size_t plan = 0;
  std::string name;
  base::Bytes bytes;
  std::optional<base::Seconds> time;
  Source source = Source::model;  ///< of the time
  std::string said;               ///< what its own log or its GPU says; may be empty
  [[nodiscard]] bool is_theirs() const { return source == Source::imported; }
};

const record::ImportedWay* way_of(const record::Imported* import, std::string_view plan) {
  if (import == nullptr) return nullptr;
  const auto found = std::ranges::find_if(
      import->ways, [&](const record::ImportedWay& way) { return way_name(*import, way) == plan; });
  return found == import->ways.end() ? nullptr : &*found;
}

/// A GPU that calls itself busy, beside the bytes that it moved in that time; else its program's own words.
std::string words_of(const ChartData& data, const record::ImportedWay& way, const CutRow& row) {
  const double road = data.spec ? data.spec->dram_bandwidth.value : 0;
  if (way.busy && road > 0) {
    const double share = static_cast<double>(row.bytes.value) / (way.time.median.value * road);
    return base::say("chart.cuts.busy",
                     {{"percent", base::show_number(way.busy->percent)}, {"share", base::show_number(100 * share)}});
  }
  return way.said.empty() ? std::string() : base::say("chart.cuts.said", {{"words", way.said.front()}});
}

CutRow row_of(const ChartData& data, std::size_t plan, const record::Imported* import) {
  CutRow row{.plan = plan,
             .name = data.plans[plan].name,
             .bytes = model::traffic(data.plans[plan]).bytes(),
             .time = {},
             .said = {}};
  for (const record::Measurement& measurement : data.measurements) {
    const record::PlanMeasurement* found = plan_of(measurement, row.name);
    if (found == nullptr || !found->cold) continue;
    row.time = found->cold->median;
    row.source = measurement.source;
    break;
  }
  const model::Prediction* prediction = prediction_of(data, plan);
  if (!row.time && prediction != nullptr) row.time = prediction->cold;
  if (row.is_theirs()) {
    const record::ImportedWay* way = way_of(import, row.name);
    if (way != nullptr) row.said = words_of(data, *way, row);
  } else {
    row.name = base::say("chart.cuts.ours", {{"plan", plan_words(data.plans[plan])}});
  }
  return row;
}

/// Theirs first, then ours.
std::vector<CutRow> rows_of(const ChartData& data, const record::Imported* import) {
  std::vector<CutRow> rows;
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) rows.push_back(row_of(data, plan, import));
  std::ranges::stable_partition(rows, &CutRow::is_theirs);
  return rows;
}

std::string kernels_words_of(std::size_t kernels) {
  return base::say("chart.import.kernels", static_cast<std::uint64_t>(kernels));
}

class CutRows {
 public:
  CutRows(const ChartData& data, const record::Imported* import, const std::vector<NoCutYet>& missing)
      : rows_(rows_of(data, import)),
        missing_(missing),
        need_{rows_.size() + missing.size(), head_of_rows, least_row},
        data_(with_room(data, need_)),
        eyebrow_(need_.fits(data_, true)),
        drawing_(data_, "cuts", body_of(data_, eyebrow_)) {
    const Body& body = drawing_.body();
    const double gap = drawing_.scaled(16);
    names_ = 0.2 * body.wide();
    boxes_ = body.left + names_ + gap;
    high_ = need_.height(data_, eyebrow_) >= drawing_.scaled(two_lines);
    time_ = body.right - std::min(time_column(), 0.2 * body.wide());
    bytes_ = time_ - std::min(bytes_column(), 0.2 * body.wide()) - gap;
    wide_ = bytes_ - gap - boxes_;
  }

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.cuts.question")), finding(), ""}, eyebrow_);
    const Body& body = drawing_.body();
    const double heading = body.top + drawing_.scaled(12);
    drawing_.fit({body.left, heading}, base::text("chart.cuts.who"), names_, type::row_heading);
    drawing_.fit({boxes_, heading}, first_that_fits({"chart.cuts.kernels", "chart.cuts.kernels.short"}, wide_), wide_,
                 type::row_heading);
    drawing_.fit({bytes_, heading}, base::text("chart.cuts.bytes"), time_ - bytes_, type::row_heading);
    drawing_.fit({time_, heading}, base::text("chart.cuts.time"), body.right - time_, type::row_heading);
    const Rows places(drawing_, body.top + drawing_.scaled(head_of_rows), need_.count, 72);
    for (std::size_t i = 0; i < rows_.size(); ++i) draw_row(rows_[i], places, i);
    for (std::size_t i = 0; i < missing_.size(); ++i) draw_missing(missing_[i], places, rows_.size() + i);
    drawing_.draw_grid();
    drawing_.foot();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] const plan::FusionPlan& plan_at(const CutRow& row) const { return data_.plans[row.plan]; }

  /// Of kernels alone: times of two tellers are not held against each other.
  [[nodiscard]] std::string finding() const {
    const auto count = [&](const CutRow& row) { return plan_at(row).groups.size(); };
    const auto fewest = std::ranges::min_element(rows_, {}, count), most = std::ranges::max_element(rows_, {}, count);
    if (count(*fewest) == count(*most))
      return base::say("chart.cuts.same", {{"kernels", kernels_words_of(count(*most))}});
    return base::say("chart.cuts.finding", {{"most", kernels_words_of(count(*most))},
                                            {"first", most->name},
                                            {"fewest", std::to_string(count(*fewest))},
                                            {"last", fewest->name}});
  }

  /// As wide as what stands in it, and a hair more: rounding must not cut it. In low rows who says it stands beside
  /// the time.
  [[nodiscard]] double time_column() const {
    double wide = drawing_.width_of(base::text("chart.cuts.time"), type::row_heading);
    for (const CutRow& row : rows_) {
      if (!row.time) continue;
      const double time = drawing_.width_of(base::show(*row.time), type::value);
      const double source = drawing_.width_of(told_by(row.source), type::small);
      wide = std::max(wide, high_ ? std::max(time, source) : time + drawing_.scaled(6) + source);
    }
    return wide + drawing_.scaled(1);
  }

  [[nodiscard]] double bytes_column() const {
    double wide = drawing_.width_of(base::text("chart.cuts.bytes"), type::row_heading);
    for (const CutRow& row : rows_) wide = std::max(wide, drawing_.width_of(base::show(row.bytes), type::value));
    return wide;
  }

  [[nodiscard]] std::string_view first_that_fits(std::initializer_list<std::string_view> keys, double room) const {
    std::string_view words;
    for (const std::string_view key : keys) {
      words = base::text(key);
      if (drawing_.width_of(words, type::row_heading) <= room) break;
    }
    return words;
  }

  /// Theirs are of calls back to back, as the foot says.
  [[nodiscard]] static std::string told_by(Source source) {
    const std::string who = source_words(source);
    return source == Source::imported ? who : base::say("chart.cuts.cold", {{"source", who}});
  }

  [[nodiscard]] Role role(const CutRow& row) const {
    if (row.plan == 0) return Role::unfused;
    return row.plan == 1 ? Role::fused : Role::quiet_ink;
  }

  void draw_row(const CutRow& row, const Rows& places, std::size_t i) {
    drawing_.separator(places.top(i));
    const bool quoted = !row.said.empty() && places.pitch() >= drawing_.scaled(quoted_row);
    const double middle = places.middle(i) - (quoted ? drawing_.scaled(8) : 0);
    const double line = drawing_.on_row(middle, type::row_heading);
    const std::string id = as_id(plan_at(row).name);
    const double up = high_ ? drawing_.scaled(7) : 0;
    drawing_.fit({drawing_.body().left, line - up}, row.name, names_, type::row_heading.in(role_of_name(row)));
    draw_kernels(row, middle, std::min((high_ ? 0.62 : 0.85) * places.pitch(), drawing_.scaled(30)));
    if (quoted) {
      const double y = middle + drawing_.scaled(15 + 14);
      drawing_.text({boxes_, y}, drawing_.clauses(row.said, type::small, wide_), type::small,
                    since(Stage::truth, "said." + id));
    }
    drawing_.text({bytes_, line}, base::show(row.bytes), type::value, since(Stage::model, "bytes." + id));
    const std::string source = told_by(row.source);
    if (high_) {
      drawing_.fit({drawing_.body().left, line + drawing_.scaled(9)}, kernels_words_of(plan_at(row).groups.size()),
                   names_, type::small, since(Stage::model));
    }
    if (!row.time) return;
    const Seen seen = since(Stage::truth, "time." + id);
    drawing_.text({time_, line - up}, base::show(*row.time), type::value, seen);
    const double beside = drawing_.width_of(base::show(*row.time), type::value) + drawing_.scaled(6);
    const Point at = high_ ? Point{time_, line + drawing_.scaled(9)} : Point{time_ + beside, line};
    // Without room for it the foot says whose times these are.
    if (high_ || at.x + drawing_.width_of(source, type::small) <= drawing_.body().right)
      drawing_.fit(at, source, drawing_.body().right - at.x, type::small, since(Stage::truth));
  }

  [[nodiscard]] Paint role_of_name(const CutRow& row) const {
    return row.plan < 2 ? Paint{role(row), Shade::text} : ink;
  }

  /// What a box says of its ops, from the most to the least: their names, "7 ops", "7".
  [[nodiscard]] static std::vector<std::string> sayings(const plan::FusionPlan& plan, const plan::Group& group) {
    const std::string names = ops_words(plan, group), number = std::to_string(group.ops.size());
    if (group.ops.size() == 1) return {names, names, number};  // its name says as much as "1 op"
    return {names, base::say("chart.cuts.ops", group.ops.size(), {}), number};
  }

  /// Of the boxes: room for the most that all of them can say; what is left by their share of the ops.
  [[nodiscard]] std::vector<double> widths_of(const plan::FusionPlan& plan) const {
    const double room = wide_ - drawing_.scaled(gap_of_kernels) * static_cast<double>(plan.groups.size() - 1);
    const double pads = 2 * drawing_.scaled(pad_of_kernel) + 1;
    std::vector<double> widths(plan.groups.size(), 0);
    const auto left = [&] { return room - std::accumulate(widths.begin(), widths.end(), 0.0); };
    double ops = 0;
    for (const plan::Group& group : plan.groups) ops += static_cast<double>(group.ops.size());
    for (std::size_t much = 0; much < 3; ++much) {
      for (std::size_t g = 0; g < widths.size(); ++g) {
        const auto said = sayings(plan, plan.groups[g]);
        double least = drawing_.width_of(said[much], type::small_ink);
        for (std::size_t more = 0; more < much; ++more)
          least = std::min(least, drawing_.width_of(said[more], type::small_ink));
        widths[g] = least + pads;
      }
      if (left() >= 0) break;
    }
    if (left() < 0) std::ranges::fill(widths, 0);
    const double more = left();
    for (std::size_t g = 0; g < widths.size(); ++g)
      widths[g] += more * static_cast<double>(plan.groups[g].ops.size()) / ops;
    return widths;
  }

  /// Kernels in the order in which they run, with the names of their ops inside.
  void draw_kernels(const CutRow& row, double middle, double high) {
    const plan::FusionPlan& plan = plan_at(row);
    const double gap = drawing_.scaled(gap_of_kernels), pad = drawing_.scaled(pad_of_kernel);
    const std::vector<double> widths = widths_of(plan);
    double left = boxes_;
    for (std::size_t g = 0; g < plan.groups.size(); ++g) {
      const plan::Group& group = plan.groups[g];
      const double wide = widths[g];
      const std::string id = fmt::format("{}.k{}", as_id(plan.name), g + 1);
      drawing_.rect({{left, middle - high / 2},
                     wide,
                     high,
                     3,
                     Paint{Role::page, Shade::fill},
                     Stroke{{role(row), Shade::fill}, drawing_.scaled(1.5), 0},
                     false},
                    since(Stage::model, id));
      for (const std::string& words : sayings(plan, group)) {
        const double room = wide - drawing_.width_of(words, type::small_ink);
        const bool least = words == std::to_string(group.ops.size());  // it may stand close to the box's sides
        if (room < (least ? 2 : 2 * pad)) continue;
        drawing_.text({left + std::min(pad, room / 2), drawing_.on_row(middle, type::small_ink)}, words,
                      type::small_ink, since(Stage::model));
        break;
      }
      left += wide + gap;
    }
  }

  void draw_missing(const NoCutYet& row, const Rows& places, std::size_t i) {
    drawing_.separator(places.top(i));
    const double middle = places.middle(i), high = std::min(0.62 * places.pitch(), drawing_.scaled(30));
    const double line = drawing_.on_row(middle, type::small);
    drawing_.fit({drawing_.body().left, line}, row.name, names_, type::row_heading.in(quiet));
    drawing_.rect({{boxes_, middle - high / 2},
                   wide_,
                   high,
                   3,
                   Paint{Role::page, Shade::fill},
                   Stroke{hairline, drawing_.scaled(1), drawing_.scaled(4)},
                   false});
    drawing_.fit({boxes_ + drawing_.scaled(5), line}, row.why, wide_ - drawing_.scaled(10), type::small);
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(data_);
    figure.scene = scene(data_, "cuts", {});
    figure.question_description = base::text("chart.cuts.question");
    figure.description = finding() + ".";
    figure.table.columns = {{"who", {}}, {"kernels", {}}, {"cut", {}}, {"bytes", "B"}, {"time", "s"}, {"source", {}}};
    for (const CutRow& row : rows_) {
      const plan::FusionPlan& plan = plan_at(row);
      figure.description += " " + row.name + ": " + kernels_words(plan) + ".";
      if (!row.said.empty()) figure.description += " " + row.said + ".";
      const std::string time = row.time ? fmt::format("{}", row.time->value) : std::string();
      figure.table.rows.push_back({{row.name, std::to_string(plan.groups.size()), kernels_words(plan),
                                    std::to_string(row.bytes.value), time, std::string(record::name(row.source))},
                                   Stage::truth});
    }
    for (const NoCutYet& row : missing_) {
      figure.description += " " + row.name + ": " + row.why + ".";
      figure.table.rows.push_back({{row.name, "", row.why, "", "", ""}, Stage::truth});
    }
  }

  const std::vector<CutRow> rows_;
  const std::vector<NoCutYet>& missing_;
  const RowsNeed need_;
  const ChartData data_;
  bool eyebrow_, high_ = true;  ///< room for the chain's line; rows have two lines
  Drawing drawing_;
  double names_ = 0, boxes_ = 0, wide_ = 0, bytes_ = 0, time_ = 0;
};

}  // namespace

std::vector<NoCutYet> not_here(const record::Imported* import) {
  if (import == nullptr)
    return {{std::string(base::text("chart.cuts.others")), std::string(base::text("chart.cuts.not_yet"))}};
  std::vector<NoCutYet> missing;
  for (const auto& [way, why] : import->missing) {
    missing.push_back({way, base::say("chart.cuts.missing", {{"why", why}})});
  }
  return missing;
}

figure::Figure cut_rows(const ChartData& data, const record::Imported* import, const std::vector<NoCutYet>& missing) {
  return CutRows(data, import, missing).draw();
}

}  // namespace charts
