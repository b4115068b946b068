// Two panels of bars side by side, with one scale of shares.
#include "charts/bars/way_bars.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/quantity.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/type.hpp"
#include "model/attention.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace charts {
namespace {

std::string import_words(const record::Imported& from) {
  return base::say("chart.ways.source", {{"program", from.program},
                                         {"version", from.version},
                                         {"device", from.device},
                                         {"driver", from.driver},
                                         {"date", from.date}});
}

std::int64_t size_of(const record::Imported& from, std::string_view name) {
  const auto found = from.shape.find(name);
  if (found == from.shape.end()) throw base::MachineError(base::say("chart.ways.shape", {{"name", name}}));
  return found->second;
}

std::int64_t heads_of(const record::Imported& from) {
  return size_of(from, "batch") * size_of(from, "heads");
}

class WayBars {
 public:
  WayBars(const ChartData& sheet, const std::vector<Way>& ways, const record::Imported& from)
      : sheet_(sheet),
        ways_(ways),
        from_(from),
        heads_(std::to_string(heads_of(from))),
        drawing_(sheet, "ways", body_of(sheet, false)),
        columns_(drawing_, 0.27, 24, 2) {}

  figure::Figure draw() {
    drawing_.head(titles(), false);
    const Body& body = drawing_.body();
    room_ = room();
    // Where words would leave no bar, they stand below it.
    below_ = room_ < 0.35 * columns_.wide();
    if (below_) room_ = columns_.wide();
    const double heading = body.top + drawing_.scaled(14);
    drawing_.fit({body.left, heading}, base::say("chart.ways.heads", {{"heads", heads_}}), columns_.names(),
                 type::heading);
    drawing_.fit({columns_.left(0), heading}, base::text("chart.ways.bytes"), columns_.wide(), type::heading);
    std::string_view time = base::text("chart.ways.time");
    if (drawing_.width_of(time, type::heading) > columns_.wide()) time = base::text("chart.ways.time.short");
    drawing_.fit({columns_.left(1), heading}, time, columns_.wide(), type::heading);
    const Rows rows(drawing_, body.top + drawing_.scaled(28), ways_.size(), 180);
    for (std::size_t i = 0; i < ways_.size(); ++i) row(ways_[i], rows, i);
    foot();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] double byte_ratio(const Way& way) const {
    return static_cast<double>(ways_[0].bytes.value) / static_cast<double>(way.bytes.value);
  }
  [[nodiscard]] double time_ratio(const Way& way) const { return ways_[0].time.median.value / way.time.median.value; }
  [[nodiscard]] const Way& fastest() const {
    return *std::ranges::min_element(ways_, {}, [](const Way& way) { return way.time.median.value; });
  }

  [[nodiscard]] Titles titles() const {
    const Way& best = fastest();
    const std::string bytes = show_times(byte_ratio(best));
    return {
        std::string(base::text("chart.ways.question")),
        base::say("chart.ways.model", {{"bytes", bytes}, {"way", best.name}}),
        base::say("chart.ways.truth", {{"bytes", bytes}, {"time", show_times(time_ratio(best))}, {"way", best.name}})};
  }

  /// Whose bytes and times these are, and what one head has of them: another figure shows one.
  [[nodiscard]] std::string heads_words() const {
    return base::say("chart.ways.heads.all", {{"heads", heads_},
                                              {"batch", std::to_string(size_of(from_, "batch"))},
                                              {"each", std::to_string(size_of(from_, "heads"))}});
  }
  [[nodiscard]] std::string one_head_words() const {
    const base::Bytes one{ways_[0].bytes.value / heads_of(from_)};
    return base::say("chart.ways.heads.each", {{"bytes", base::show(one)}, {"way", ways_[0].name}});
  }

  /// A value; from the second way on also its share of the first one's.
  [[nodiscard]] std::string beside(const Way& way, const std::string& value, double ratio) const {
    return &way == ways_.data() ? value : fmt::format("{} (1/{})", value, base::show_number(ratio));
  }

  /// Of a whole bar: every bar and what stands beside it fit into its panel.
  [[nodiscard]] double room() const {
    double room = columns_.wide();
    const auto fit = [&](const std::string& words, double ratio) {
      room =
          std::min(room, (columns_.wide() - drawing_.scaled(8) - drawing_.width_of(words, type::large_value)) * ratio);
    };
    for (const Way& way : ways_) {
      fit(beside(way, base::show(way.bytes), byte_ratio(way)), byte_ratio(way));
      fit(beside(way, base::show(way.time.median), time_ratio(way)), time_ratio(way));
    }
    return std::max(room, 0.0);
  }

  void row(const Way& way, const Rows& rows, std::size_t i) {
    drawing_.separator(rows.top(i));
    const double left = drawing_.body().left, names = columns_.names();
    const bool labelled = drawing_.width_of(way.label, type::small) <= names;
    const double middle = rows.middle(i) - (below_ ? drawing_.scaled(8) : 0);
    const double line = middle + drawing_.scaled(labelled ? -2 : 6);
    drawing_.fit({left, line}, way.name, names, type::large_bold);
    if (labelled) drawing_.text({left, line + drawing_.scaled(17)}, way.label, type::small);
    const Role role = way.fused ? Role::fused : Role::unfused;
    const double thick = std::min(0.4 * rows.pitch(), drawing_.scaled(54)), up = middle - thick / 2;
    const auto wide = [&](double ratio) { return std::max(room_ / ratio, 1.0); };
    draw_bar(large_model_bar({columns_.left(0), up}, wide(byte_ratio(way)), thick, role),
             beside(way, base::show(way.bytes), byte_ratio(way)), since(Stage::model, "bytes." + as_id(way.name)));
    draw_bar(bar_of({Source::imported, role}, {columns_.left(1), up}, wide(time_ratio(way)), thick),
             beside(way, base::show(way.time.median), time_ratio(way)), since(Stage::truth, "time." + as_id(way.name)));
  }

  /// A value that is longer than its column goes without its share.
  void draw_bar(const figure::Rect& rect, const std::string& value, const Seen& seen) {
    drawing_.rect(rect, seen);
    const bool whole = !below_ || drawing_.width_of(value, type::large_value) <= columns_.wide();
    drawing_.text(value_place(drawing_, rect, type::large_value, below_),
                  whole ? value : value.substr(0, value.find(" (")), type::large_value, since(seen.from));
  }

  void foot() {
    drawing_.draw_grid();
    const double y = drawing_.foot_line(), wide = drawing_.body().wide();
    const std::string rule = fmt::format("{}; {}", heads_words(), base::text("chart.ways.rule"));
    drawing_.fit({drawing_.body().right, y}, rule, wide, type::small_end,
                 {Stage::question, Stage::model, "provenance"});
    std::string sources = fmt::format("{}; {}", rule, import_words(from_));
    if (drawing_.width_of(sources, type::small_end) > wide) {
      sources = heads_words() + "; " +
                base::say("chart.ways.source.short",
                          {{"program", from_.program}, {"device", from_.device}, {"date", from_.date}});
    }
    drawing_.fit({drawing_.body().right, y}, sources, wide, type::small_end, since(Stage::truth, "provenance"));
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(sheet_);
    figure.scene = scene(sheet_, "attention");
    const std::vector<figure::Fact> facts{{"imported", fmt::format("{} {}", from_.program, from_.version)},
                                          {"device", from_.device},
                                          {"driver", from_.driver},
                                          {"date", from_.date},
                                          {"made by", from_.command},
                                          {"what", from_.what}};
    figure.provenance.insert(figure.provenance.begin(), facts.begin(), facts.end());
    figure.description = base::say("chart.ways.description", {{"finding", titles().truth},
                                                              {"heads", heads_words()},
                                                              {"head", one_head_words()},
                                                              {"source", import_words(from_)}});
    figure.question_description = titles().question;
    figure.table.columns = {{"way", {}}, {"quantity", {}}, {"value", {}}, {"unit", {}}, {"source", {}}};
    for (const Way& way : ways_) {
      figure.table.rows.push_back(
          {{way.name, "bytes", std::to_string(way.bytes.value), "B", std::string(record::name(Source::model))},
           Stage::model});
      figure.table.rows.push_back({{way.name, "time", fmt::format("{}", way.time.median.value), "s",
                                    std::string(record::name(Source::imported))},
                                   Stage::truth});
    }
  }

  const ChartData& sheet_;
  const std::vector<Way>& ways_;
  const record::Imported& from_;
  const std::string heads_;
  Drawing drawing_;
  const Columns columns_;
  bool below_ = false;
  double room_ = 0;  ///< of a whole bar
};

}  // namespace

std::vector<Way> attention_ways(const record::Imported& from) {
  const model::Attention head{size_of(from, "tokens"), size_of(from, "dim"), size_of(from, "bytes_per_element")};
  const std::int64_t heads = heads_of(from);
  std::vector<Way> ways;
  for (const record::ImportedWay& way : from.ways) {
    const bool fused = way.name != "naive";
    ways.push_back({way.name, way.label, heads * (fused ? head.flash() : head.naive()), way.time, fused});
  }
  return ways;
}

figure::Figure way_bars(const ChartData& sheet, const std::vector<Way>& ways, const record::Imported& from) {
  return WayBars(sheet, ways, from).draw();
}

}  // namespace charts
