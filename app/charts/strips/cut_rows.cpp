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
#include <numeric>
#include <optional>
#include <utility>

namespace charts {
namespace {

constexpr double gap_of_kernels = 8, pad_of_kernel = 5;

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
      : data_(data), rows_(rows_of(data, import)), missing_(missing), drawing_(data, "cuts", body_of(data, true)) {
    const Body& body = drawing_.body();
    const double gap = drawing_.scaled(16);
    names_ = 0.2 * body.wide();
    boxes_ = body.left + names_ + gap;
    time_ = body.right - 0.13 * body.wide();
    bytes_ = time_ - 0.1 * body.wide() - gap;
    wide_ = bytes_ - gap - boxes_;
  }

  figure::Figure draw() {
    drawing_.head({std::string(base::text("chart.cuts.question")), finding(), ""}, true);
    const Body& body = drawing_.body();
    const double heading = body.top + drawing_.scaled(12);
    drawing_.fit({body.left, heading}, base::text("chart.cuts.who"), names_, type::row_heading);
    drawing_.fit({boxes_, heading}, base::text("chart.cuts.kernels"), wide_, type::row_heading);
    drawing_.fit({bytes_, heading}, base::text("chart.cuts.bytes"), time_ - bytes_, type::row_heading);
    drawing_.fit({time_, heading}, base::text("chart.cuts.time"), body.right - time_, type::row_heading);
    const Rows places(drawing_, body.top + drawing_.scaled(20), rows_.size() + missing_.size(), 72);
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

  [[nodiscard]] Role role(const CutRow& row) const {
    if (row.plan == 0) return Role::unfused;
    return row.plan == 1 ? Role::fused : Role::quiet_ink;
  }

  void draw_row(const CutRow& row, const Rows& places, std::size_t i) {
    drawing_.separator(places.top(i));
    const bool high = places.pitch() >= drawing_.scaled(36);
    const bool quoted = !row.said.empty() && places.pitch() >= drawing_.scaled(48);
    const double middle = places.middle(i) - (quoted ? drawing_.scaled(8) : 0);
    const double line = drawing_.on_row(middle, type::row_heading);
    const std::string id = as_id(plan_at(row).name);
    const double up = high ? drawing_.scaled(7) : 0;
    drawing_.fit({drawing_.body().left, line - up}, row.name, names_, type::row_heading.in(role_of_name(row)));
    draw_kernels(row, middle, std::min(0.62 * places.pitch(), drawing_.scaled(30)));
    if (quoted) {
      const double y = middle + drawing_.scaled(15 + 14);
      drawing_.fit({boxes_, y}, row.said, wide_, type::small, since(Stage::truth, "said." + id));
    }
    drawing_.text({bytes_, line}, base::show(row.bytes), type::value, since(Stage::model, "bytes." + id));
    const std::string source = source_words(row.source);
    if (high) {
      drawing_.fit({drawing_.body().left, line + drawing_.scaled(9)}, kernels_words_of(plan_at(row).groups.size()),
                   names_, type::small, since(Stage::model));
    }
    if (!row.time) return;
    const Seen seen = since(Stage::truth, "time." + id);
    drawing_.text({time_, line - up}, base::show(*row.time), type::value, seen);
    const double beside = drawing_.width_of(base::show(*row.time), type::value) + drawing_.scaled(6);
    const Point at = high ? Point{time_, line + drawing_.scaled(9)} : Point{time_ + beside, line};
    drawing_.fit(at, source, drawing_.body().right - at.x, type::small, since(Stage::truth));
  }

  [[nodiscard]] Paint role_of_name(const CutRow& row) const {
    return row.plan < 2 ? Paint{role(row), Shade::text} : ink;
  }

  /// Of the boxes: room for the ops' names, else for their number, else for nothing; what is left by their share of
  /// the ops.
  [[nodiscard]] std::vector<double> widths_of(const plan::FusionPlan& plan) const {
    const double room = wide_ - drawing_.scaled(gap_of_kernels) * static_cast<double>(plan.groups.size() - 1);
    const double pads = 2 * drawing_.scaled(pad_of_kernel) + 1;
    std::vector<double> names, counts, none(plan.groups.size(), 0);
    double ops = 0;
    for (const plan::Group& group : plan.groups) {
      names.push_back(drawing_.width_of(ops_words(plan, group), type::small_ink) + pads);
      const std::string count = base::say("chart.cuts.ops", group.ops.size(), {});
      const bool alone = group.ops.size() == 1;  // its name says as much
      counts.push_back(alone ? names.back() : std::min(names.back(), drawing_.width_of(count, type::small_ink) + pads));
      ops += static_cast<double>(group.ops.size());
    }
    const auto left = [&](const std::vector<double>& least) {
      return room - std::accumulate(least.begin(), least.end(), 0.0);
    };
    std::vector<double> widths = left(names) >= 0 ? names : left(counts) >= 0 ? counts : none;
    const double more = left(widths);
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
      const std::string names = ops_words(plan, group);
      const double inner = wide - 2 * pad;
      const bool fits = drawing_.width_of(names, type::small_ink) <= inner;
      const std::string words = fits ? names : base::say("chart.cuts.ops", group.ops.size(), {});
      if (fits || drawing_.width_of(words, type::small_ink) <= inner) {
        drawing_.text({left + pad, drawing_.on_row(middle, type::small_ink)}, words, type::small_ink,
                      since(Stage::model));
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

  const ChartData& data_;
  const std::vector<CutRow> rows_;
  const std::vector<NoCutYet>& missing_;
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
