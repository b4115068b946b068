// Two panels of bars side by side, with one scale of shares.
#include "charts/bars/way_bars.hpp"

#include "base/words.hpp"
#include "charts/bars/way_words.hpp"
#include "charts/frame/bar_look.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/overlay.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/quantity.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/rows.hpp"
#include "charts/frame/type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace charts {
namespace {

std::string import_words(const record::Imported& from) {
  return base::say(
      "chart.ways.source",
      {{"programs", programs_of(from)}, {"device", from.device}, {"driver", from.driver}, {"date", from.date}});
}

class WayBars {
 public:
  WayBars(const ChartData& sheet, const std::vector<Way>& ways, const record::Imported& from)
      : sheet_(sheet),
        ways_(ways),
        from_(from),
        words_(from.chain ? chain_words(ways, from) : attention_words(ways, from)),
        drawing_(sheet, from.chain ? "imported" : "ways", body_of(sheet, false)),
        columns_(drawing_, words_.column, 24, 2) {}

  figure::Figure draw() {
    drawing_.head(words_.titles, false);
    const Body& body = drawing_.body();
    const Rows rows(drawing_, body.top + drawing_.scaled(28), ways_.size(), 180);
    low_ = rows.pitch() < drawing_.scaled(46);
    room_ = room();
    // Where words would leave no bar, they stand below it.
    below_ = !low_ && room_ < 0.35 * columns_.wide();
    if (below_) room_ = columns_.wide() * shortest();
    const double heading = body.top + drawing_.scaled(14);
    drawing_.fit({body.left, heading}, words_.names, columns_.names(), type::heading);
    drawing_.fit({columns_.left(0), heading}, base::text("chart.ways.bytes"), columns_.wide(), type::heading);
    std::string_view time = base::text("chart.ways.time");
    if (drawing_.width_of(time, type::heading) > columns_.wide()) time = base::text("chart.ways.time.short");
    drawing_.fit({columns_.left(1), heading}, time, columns_.wide(), type::heading);
    for (std::size_t i = 0; i < ways_.size(); ++i) row(ways_[i], rows, i);
    foot();
    tell();
    return std::move(drawing_.figure);
  }

 private:
  [[nodiscard]] double byte_ratio(const Way& way) const { return fewer_bytes(ways_[0], way); }
  [[nodiscard]] double time_ratio(const Way& way) const { return less_time(ways_[0], way); }

  /// 1, or less where a way moves more or takes longer than the first: so much shorter is a whole bar.
  [[nodiscard]] double shortest() const {
    double least = 1;
    for (const Way& way : ways_) least = std::min({least, byte_ratio(way), time_ratio(way)});
    return least;
  }

  /// A value; from the second way on also its share of the first one's, where rows have the height for many letters.
  [[nodiscard]] std::string beside(const Way& way, const std::string& value, double ratio) const {
    return low_ || &way == ways_.data() ? value : fmt::format("{} (1/{})", value, base::show_number(ratio));
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
    name(way, rows, i);
    const double middle = rows.middle(i) - (below_ ? drawing_.scaled(8) : 0);
    const Role role = way.fused ? Role::fused : Role::unfused;
    const double thick = std::min((low_ ? 0.5 : 0.4) * rows.pitch(), drawing_.scaled(54)), up = middle - thick / 2;
    const auto wide = [&](double ratio) { return std::max(room_ / ratio, 1.0); };
    draw_bar(large_model_bar({columns_.left(0), up}, wide(byte_ratio(way)), thick, role),
             beside(way, base::show(way.bytes), byte_ratio(way)), since(Stage::model, "bytes." + as_id(way.name)));
    draw_bar(bar_of({Source::imported, role}, {columns_.left(1), up}, wide(time_ratio(way)), thick),
             beside(way, base::show(way.time.median), time_ratio(way)), since(Stage::truth, "time." + as_id(way.name)));
  }

  /// The way's name, below it what it is; in a low row beside it how many kernels it has.
  void name(const Way& way, const Rows& rows, std::size_t i) {
    const double left = drawing_.body().left, names = columns_.names();
    const Stage told = from_.chain ? Stage::model : Stage::question;  // an import's label tells the cut
    const bool whole = drawing_.width_of(way.label, type::small) <= names;
    const std::string label = whole || !from_.chain ? way.label : kernels_told(way);
    const bool labelled = drawing_.width_of(label, type::small) <= names;
    if (low_) {
      const double y = drawing_.on_row(rows.middle(i), type::large_bold);
      drawing_.fit({left, y}, way.name, names, type::large_bold);
      const double used = drawing_.width_of(way.name, type::large_bold) + drawing_.scaled(8);
      const bool fits = from_.chain && used + drawing_.width_of(kernels_told(way), type::small) <= names;
      if (fits) drawing_.text({left + used, y}, kernels_told(way), type::small, since(told));
      return;
    }
    const double line = rows.middle(i) - drawing_.scaled(below_ ? 8 : 0) + drawing_.scaled(labelled ? -2 : 6);
    drawing_.fit({left, line}, way.name, names, type::large_bold);
    if (labelled) drawing_.text({left, line + drawing_.scaled(17)}, label, type::small, since(told));
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
    const std::string rule = fmt::format("{}; {}", words_.foot, base::text("chart.ways.rule"));
    drawing_.fit({drawing_.body().right, y}, rule, wide, type::small_end,
                 {Stage::question, Stage::model, "provenance"});
    std::string sources = fmt::format("{}; {}", rule, import_words(from_));
    const auto shorter = [&](std::string words) {
      if (drawing_.width_of(sources, type::small_end) > wide) sources = std::move(words);
    };
    const std::pair<std::string_view, std::string_view> device{"device", from_.device}, date{"date", from_.date};
    if (from_.chain) {
      shorter(import_words(from_));
      shorter(base::say("chart.import.source", {{"programs", programs_of(from_)}, device, date}));
    } else {
      shorter(words_.foot + "; " + base::say("chart.ways.source.short", {{"program", from_.program}, device, date}));
    }
    drawing_.fit({drawing_.body().right, y}, sources, wide, type::small_end, since(Stage::truth, "provenance"));
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(sheet_);
    figure.scene = from_.chain ? scene(sheet_, "imported", {{"chain", from_.chain->text}}) : scene(sheet_, "attention");
    const std::vector<figure::Fact> facts{{"imported", programs_of(from_)}, {"device", from_.device},
                                          {"driver", from_.driver},         {"date", from_.date},
                                          {"made by", from_.command},       {"what", from_.what}};
    figure.provenance.insert(figure.provenance.begin(), facts.begin(), facts.end());
    figure.description =
        base::say("chart.ways.description",
                  {{"finding", words_.titles.truth}, {"about", words_.about}, {"source", import_words(from_)}});
    figure.question_description = words_.titles.question;
    figure.table.columns = {{"way", {}}, {"quantity", {}}, {"value", {}}, {"unit", {}}, {"source", {}}};
    for (const Way& way : ways_) {
      if (way.kernels > 0) {
        figure.table.rows.push_back(
            {{way.name, "kernels", std::to_string(way.kernels), way.label, std::string(record::name(Source::imported))},
             Stage::model});
      }
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
  const WayWords words_;
  Drawing drawing_;
  const Columns columns_;
  bool low_ = false;  ///< rows of one line
  bool below_ = false;
  double room_ = 0;  ///< of a whole bar
};

}  // namespace

figure::Figure way_bars(const ChartData& sheet, const std::vector<Way>& ways, const record::Imported& from) {
  return WayBars(sheet, ways, from).draw();
}

}  // namespace charts
