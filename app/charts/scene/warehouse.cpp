// Puts people, trucks and gifts where they are at a moment.
#include "charts/scene/warehouse.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/scene/lane.hpp"
#include "charts/scene/layout.hpp"
#include "charts/scene/meter.hpp"
#include "charts/scene/words.hpp"
#include "figure/text_metrics.hpp"
#include "record/plausibility.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace charts {
namespace {

constexpr std::array<std::string_view, 5> parts{"table", "road", "warehouse", "dock", "meter"};

/// Without a title the picture takes all of the figure but one small line at its foot.
Body scene_body(const ChartData& data) {
  if (!data.no_title) return body_of(data, true);
  const double air = 2 * data.text_scale;
  return {air, data.width - air, air, data.height - 22 * data.text_scale};
}

class Scene {
 public:
  Scene(const ChartData& data, const SceneScript& script)
      : data_(readable(data)), script_(script), drawing_(data_, "warehouse", scene_body(data_)) {}

  figure::Figure moment(const Moment& moment) {
    names_ = !data_.no_title || moment.named;
    plates_ = moment.plates;
    bytes_ = moment.bytes || !plates_;  // a lesson before them has no plates either: there nobody asks for a ratio
    waits_ = moment.waits;
    still_ = moment.still;
    drawing_.head(bars_titles(data_, Quantity::crossings), !data_.no_title);
    const Body& body = drawing_.body();
    LaneRoom room{.box = {body.left, body.top, body.wide(), body.bottom - body.top},
                  .lanes = script_.lanes.size(),
                  .caption = drawing_.scaled(22),
                  .gap = drawing_.scaled(10)};
    room.depot = std::ranges::any_of(script_.lanes, [&](const SceneLane& lane) { return has_depot(lane); });
    const auto places_with = [&](bool bytes) {
      room.meter_wide = meter_width(drawing_, bytes);
      room.meter_high = meter_height(drawing_, bytes);
      return lane_places(room);
    };
    std::vector<LanePlace> places = places_with(moment.bytes);
    // Where there is no room to tell bytes none is kept for them.
    if (moment.bytes && !tells_bytes(drawing_, places.front().meter.height)) places = places_with(false);
    for (std::size_t i = 0; i < places.size(); ++i) draw_lane(script_.lanes[i], moment, places[i]);
    return finished(moment.seconds, {{"seconds", base::exact_number(moment.seconds)}});
  }

  figure::Figure storyboard() {
    drawing_.head(bars_titles(data_, Quantity::crossings), !data_.no_title);
    const Body& body = drawing_.body();
    const double gap = drawing_.scaled(20), wide = (body.right - body.left - gap) / 2;
    const double high = (body.bottom - body.top - gap / 2) / 2;
    const std::vector<KeyMoment> moments = key_moments(script_);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      draw_panel(std::string(moments[i].name), moments[i].seconds,
                 body.left + (wide + gap) * static_cast<double>(i % 2),
                 body.top + (high + gap / 2) * static_cast<double>(i / 2), wide, high);
    }
    return finished(script_.end(), {{"moments", "storyboard"}});
  }

 private:
  /// Only where a truck turns at it.
  static bool has_depot(const SceneLane& lane) { return std::ranges::any_of(lane.events, &SceneEvent::depot); }

  void draw_lane(const SceneLane& lane, const Moment& moment, const LanePlace& place) {
    draw_caption(lane, moment, place.caption);
    draw_meter(drawing_, data_, lane, {moment.seconds, moment.bytes, moment.lit("meter")}, place.meter);
    town::Site site = place.site;
    site.depot = has_depot(lane);
    const Brush brush(drawing_.figure.marks, place.origin, place.scale);
    draw_warehouse_lane(drawing_, data_, lane, {moment, script_.end(), site, true}, brush);
  }

  /// The plan's name, unless the lane is told from no other, and what happens now.
  void draw_caption(const SceneLane& lane, const Moment& moment, const figure::Box& box) {
    const bool alone = script_.lanes.size() == 1;
    const double y = box.y + box.height - drawing_.scaled(6);
    double used = 0;
    if (!alone) {
      const Style style = moment.focus.empty() ? type::heading.in(role_of(lane.plan)) : type::heading.in(quiet);
      const std::string name = drawing_.fitted_name(plan_words(data_.plans[lane.plan]), style, box.width * 0.6);
      drawing_.text({box.x, y}, name, style);
      used = drawing_.width_of(name, style) + drawing_.scaled(12);
    }
    std::string words = caption(data_, lane, moment.seconds, moment.plates);
    Style style = moment.focus.empty() ? type::plain : type::plain.in(quiet);
    if (alone) style = style.sized(16);
    // Where the room is too short the op's own text is spared, then the letters are smaller.
    const auto fits = [&] { return drawing_.width_of(words, style) <= box.width - used; };
    if (const auto op = words.rfind(": "); !fits() && op != std::string::npos) words.resize(op);
    if (!fits()) style = style.sized(12);
    const double size = drawing_.scaled(style.size), step = size * 1.4;
    const auto lines = figure::wrap(words, style.face, size, box.width - used);
    if (box.height < step * static_cast<double>(lines.size()) + drawing_.scaled(6))
      return drawing_.fit({box.x + used, y}, words, box.width - used, style);
    for (std::size_t i = 0; i < lines.size(); ++i)
      drawing_.text({box.x + used, y - step * static_cast<double>(lines.size() - 1 - i)}, lines[i], style);
  }

  void draw_panel(const std::string& name, double seconds, double left, double top, double wide, double high) {
    const double head = drawing_.scaled(20), meter = drawing_.scaled(76),
                 count = static_cast<double>(script_.lanes.size());
    drawing_.line({{left, top}, {left + wide, top}}, {{Role::hairline, Shade::tint}, 1, 0});
    drawing_.text({left, top + drawing_.scaled(16)}, base::text("scene.moment." + name), type::heading);
    const double lane_high = (high - head) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      const double y = top + head + lane_high * static_cast<double>(i);
      const bool depot = has_depot(script_.lanes[i]);
      const double scale =
          std::min((wide - meter) / town::least_width(depot), (lane_high - drawing_.scaled(4)) / town::least_height);
      const town::Site site{(wide - meter) / scale, 0, depot};
      const Brush brush(drawing_.figure.marks, {left, y + (lane_high - site.height() * scale)}, scale);
      draw_warehouse_lane(drawing_, data_, script_.lanes[i], {{.seconds = seconds}, script_.end(), site, false}, brush);
      draw_small_meter(drawing_, data_, script_.lanes[i], seconds, role_of(script_.lanes[i].plan),
                       {left + wide - meter + drawing_.scaled(8), y + lane_high - drawing_.scaled(19)});
    }
  }

  figure::Figure finished(double seconds, std::vector<figure::Fact> extra) {
    if (data_.no_title)
      draw_one_foot_line();
    else
      draw_foot();
    drawing_.figure.description = scene_description(data_, script_, seconds, {true, names_, plates_, bytes_});
    drawing_.figure.question_description = scene_description(data_, script_, seconds, {false, names_, plates_});
    drawing_.figure.table = scene_table(data_, script_, bytes_);
    drawing_.figure.scene = scene(data_, "warehouse", extra);
    return std::move(drawing_.figure);
  }

  void draw_foot() {
    const Body& body = drawing_.body();
    const bool sourced = data_.spec || !data_.measurements.empty();  // then it shares its line
    const std::string pace =
        drawing_.fitted(pace_words(data_, script_), type::small, body.wide() * (sourced ? 0.6 : 1));
    drawing_.text({body.left, drawing_.foot_line()}, pace, type::small);
    drawing_.foot(drawing_.width_of(pace, type::small));
  }

  /// Whose times these are, and where the numbers are from if that is whole beside it.
  void draw_one_foot_line() {
    const Body& body = drawing_.body();
    const double y = drawing_.foot_line() - drawing_.scaled(6);
    const std::string said = !waits_.empty() ? waits_ : still_ ? std::string() : pace_words(data_, script_);
    const std::string pace = drawing_.fitted(said, type::small, body.wide());
    drawing_.text({body.left, y}, pace, type::small);
    const ProvenanceLine line = provenance_line(data_);
    const double room = body.wide() - drawing_.width_of(pace, type::small) - drawing_.scaled(16);
    const auto put = [&](const std::string& words, const Seen& seen) {
      if (drawing_.width_of(words, type::small_end) <= room)
        drawing_.text({body.right, y}, words, type::small_end, seen);
    };
    put(line.model, {Stage::question, line.truth.empty() ? Stage::truth : Stage::model, "provenance"});
    std::string truth = fmt::format("{}", fmt::join(line.truth, "; "));
    if (const std::string must = must_be_told(); !must.empty() && drawing_.width_of(truth, type::small_end) > room)
      truth = drawing_.fitted(must, type::small_end, room);
    put(truth, since(Stage::truth, "provenance"));
    drawing_.figure.provenance = provenance(data_);
  }

  /// What is said even where the rest has no room: whose file it is, and that something of it is strange.
  [[nodiscard]] std::string must_be_told() const {
    std::string all;
    for (const record::Measurement& one : data_.measurements) {
      if (!one.stranger.empty()) all += (all.empty() ? "" : "; ") + record::stranger_words(one);
      if (!one.doubts.empty()) all += (all.empty() ? "" : "; ") + std::string(base::text("scene.doubtful"));
    }
    return all;
  }

  ChartData data_;
  const SceneScript& script_;
  bool names_ = true, plates_ = true, bytes_ = true;
  std::string waits_;
  bool still_ = false;
  Drawing drawing_;
};

}  // namespace

std::span<const std::string_view> scene_parts() {
  return parts;
}

figure::Figure warehouse(const ChartData& data, const SceneScript& script, const Moment& moment) {
  return Scene(data, script).moment(moment);
}

figure::Figure warehouse_storyboard(const ChartData& data, const SceneScript& script) {
  return Scene(data, script).storyboard();
}

}  // namespace charts
