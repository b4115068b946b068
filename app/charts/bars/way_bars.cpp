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

constexpr double head_of_rows = 28, least_row = 20;

std::string import_words(const record::Imported& from) {
  return base::say(
      "chart.ways.source",
      {{"programs", programs_of(from)}, {"device", from.device}, {"driver", from.driver}, {"date", from.date}});
}

class WayBars {
 public:
  WayBars(const ChartData& sheet, const std::vector<Way>& ways, const record::Imported& from)
      : sheet_(with_room(sheet, {ways.size(), head_of_rows, least_row})),
        ways_(ways),
        from_(from),
        words_(chain_words(ways, from)),
        drawing_(sheet_, "imported", body_of(sheet_, false)),
        columns_(drawing_, words_.column, 24, 2) {}

  figure::Figure draw() {
    drawing_.head(words_.titles, false);
    const Body& body = drawing_.body();
    const Rows rows(drawing_, body.top + drawing_.scaled(head_of_rows), ways_.size(), 180);
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

  /// A value; from the second way on also how much less it is than the first one's, where rows have the height for
  /// many letters.
  [[nodiscard]] std::string beside(const Way& way, const std::string& value, double ratio,
                                   std::string_view less) const {
    const bool more = ratio < 1;
    const std::string times = show_times(more ? 1 / ratio : ratio);
    if (low_ || &way == ways_.data() || times == show_times(1)) return value;
    return base::say(more ? "chart.ways.more" : less, {{"value", value}, {"times", times}});
  }
  [[nodiscard]] std::string bytes_beside(const Way& way) const {
    return beside(way, base::show(way.bytes), byte_ratio(way), "chart.ways.fewer");
  }
  [[nodiscard]] std::string time_beside(const Way& way) const {
    return beside(way, base::show(way.time.median), time_ratio(way), "chart.ways.less");
  }

  /// Of a whole bar: every bar and what stands beside it fit into its panel.
  [[nodiscard]] double room() const {
    double room = columns_.wide();
    const auto fit = [&](const std::string& words, double ratio) {
      room =
          std::min(room, (columns_.wide() - drawing_.scaled(8) - drawing_.width_of(words, type::large_value)) * ratio);
    };
    for (const Way& way : ways_) {
      fit(bytes_beside(way), byte_ratio(way));
      fit(time_beside(way), time_ratio(way));
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
    draw_bar(large_model_bar({columns_.left(0), up}, wide(byte_ratio(way)), thick, role), bytes_beside(way),
             base::show(way.bytes), since(Stage::model, "bytes." + as_id(way.name)));
    draw_bar(bar_of({Source::imported, role}, {columns_.left(1), up}, wide(time_ratio(way)), thick), time_beside(way),
             base::show(way.time.median), since(Stage::truth, "time." + as_id(way.name)));
  }

  /// The way's name, below it what it is; in a low row beside it, as much of that as has room.
  void name(const Way& way, const Rows& rows, std::size_t i) {
    const double left = drawing_.body().left, names = columns_.names();
    const Stage told = Stage::model;  // a label tells the cut
    const double used = low_ ? drawing_.width_of(way.name, type::large_bold) + drawing_.scaled(8) : 0;
    std::string label = way.label;
    const auto fits = [&] { return used + drawing_.width_of(label, type::small) <= names; };
    if (!fits()) label = kernels_told(way);
    const bool labelled = fits();
    const Style style = drawing_.shrunk(way.name, type::large_bold, names);
    if (low_) {
      const double y = drawing_.on_row(rows.middle(i), style);
      drawing_.fit({left, y}, way.name, names, style);
      if (labelled) drawing_.text({left + used, y}, label, type::small, since(told));
      return;
    }
    const double line = rows.middle(i) - drawing_.scaled(below_ ? 8 : 0) + drawing_.scaled(labelled ? -2 : 6);
    drawing_.fit({left, line}, way.name, names, style);
    if (labelled) drawing_.text({left, line + drawing_.scaled(17)}, label, type::small, since(told));
  }

  /// What is longer than its column is the value alone.
  void draw_bar(const figure::Rect& rect, const std::string& words, const std::string& value, const Seen& seen) {
    drawing_.rect(rect, seen);
    const bool whole = !below_ || drawing_.width_of(words, type::large_value) <= columns_.wide();
    drawing_.text(value_place(drawing_, rect, type::large_value, below_), whole ? words : value, type::large_value,
                  since(seen.from));
  }

  /// By which rule the bytes go and what the words beside the bars mean; below it, from where the times are.
  void foot() {
    drawing_.draw_grid();
    const double y = drawing_.foot_line(), wide = drawing_.body().wide(), up = drawing_.scaled(6),
                 right = drawing_.body().right;
    std::string rule(base::text("chart.ways.rule"));
    const auto add = [&](const std::string& words) {
      const std::string longer = rule + "; " + words;
      if (drawing_.width_of(longer, type::small_end) <= wide) rule = longer;
    };
    const bool helped = std::ranges::any_of(ways_, [](const Way& way) { return way.helpers > 0; });
    if (helped) add(std::string(base::text("chart.ways.helper")));
    if (!low_) add(base::say("chart.ways.against", {{"way", ways_[0].name}}));
    add(words_.foot);
    drawing_.fit({right, y - up}, rule, wide, type::small_end, {Stage::question, Stage::truth, "provenance.model"});
    std::string sources = import_words(from_);
    const std::pair<std::string_view, std::string_view> device{"device", from_.device}, date{"date", from_.date};
    if (drawing_.width_of(sources, type::small_end) > wide)
      sources = base::say("chart.import.source", {{"programs", programs_of(from_)}, device, date});
    if (drawing_.width_of(sources, type::small_end) > wide)
      sources = base::say("chart.ways.source.short", {{"program", from_.program}, device, date});
    drawing_.fit({right, y + drawing_.scaled(9)}, sources, wide, type::small_end, since(Stage::truth, "provenance"));
  }

  void tell() {
    figure::Figure& figure = drawing_.figure;
    figure.provenance = provenance(sheet_);
    figure.scene = scene(sheet_, "imported", {{"chain", from_.chain->text}});
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
      figure.table.rows.push_back(
          {{way.name, "kernels", std::to_string(way.kernels), way.label, std::string(record::name(Source::imported))},
           Stage::model});
      figure.table.rows.push_back(
          {{way.name, "bytes", std::to_string(way.bytes.value), "B", std::string(record::name(Source::model))},
           Stage::model});
      figure.table.rows.push_back({{way.name, "time", fmt::format("{}", way.time.median.value), "s",
                                    std::string(record::name(Source::imported))},
                                   Stage::truth});
    }
  }

  const ChartData sheet_;
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
