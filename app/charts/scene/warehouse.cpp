// Puts people, trucks and gifts where they are at a moment.
#include "charts/scene/warehouse.hpp"

#include "base/words.hpp"
#include "charts/frame/drawing.hpp"
#include "charts/frame/findings.hpp"
#include "charts/frame/reopen.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "charts/scene/lane.hpp"
#include "charts/scene/meter.hpp"
#include "charts/scene/words.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace charts {
namespace {

constexpr double band = 44, lane_gap = 12, band_gap = 4;

/// No letter below a fortieth of the height: the smallest of the scale, 12, becomes 14 of 540. In a frame much higher
/// than wide such letters would leave the town no room.
ChartData readable(const ChartData& data) {
  ChartData out = data;
  out.text_scale = std::min(std::max(data.text_scale, data.height / 540 * 14 / 12), data.width / 360);
  return out;
}

/// At 1x, what stands above a lane: the band, and in a row its caption.
double head_of(bool in_row) {
  return band + band_gap + (in_row ? 22 : 0);
}

/// Whether lanes beside each other come out larger than one below the other.
bool is_in_row(double wide, double high, double text_scale, double count) {
  const auto scale = [&](double across, double down, bool in_row) {
    return std::min(across / town::width, (down - head_of(in_row) * text_scale) / town::height);
  };
  const double gap = lane_gap * text_scale * (count - 1);
  return count > 1 && scale((wide - gap) / count, high, true) > scale(wide, (high - gap) / count, false);
}

class Scene {
 public:
  Scene(const ChartData& data, const SceneScript& script)
      : data_(readable(data)), script_(script), drawing_(data_, "warehouse", body_of(data_, !data_.no_title)) {}

  figure::Figure moment(const Moment& moment) {
    names_ = !data_.no_title || moment.named;
    drawing_.head(bars_titles(data_, Quantity::crossings), !data_.no_title);
    if (data_.no_title) {
      draw_wide(moment);
      return finished(moment.seconds, {{"seconds", base::exact_number(moment.seconds)}});
    }
    const Body& body = drawing_.body();
    const double gap = drawing_.scaled(lane_gap), count = static_cast<double>(script_.lanes.size());
    const double high = (body.bottom - body.top - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      draw_lane(script_.lanes[i], moment, body.top + static_cast<double>(i) * (high + gap), high);
    }
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
  /// Without a title: for a page that has words of its own, and whose lanes shall be as large as can be.
  void draw_wide(const Moment& moment) {
    const Body& body = drawing_.body();
    const double wide = body.wide(), high = body.bottom - body.top;
    const auto count = static_cast<double>(script_.lanes.size());
    const bool in_row = is_in_row(wide, high, data_.text_scale, count);
    const double gap = drawing_.scaled(lane_gap) * (count - 1);
    const double cell_wide = in_row ? (wide - gap) / count : wide, cell_high = in_row ? high : (high - gap) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      const auto n = static_cast<double>(i);
      const MeterPlace cell{body.left + (in_row ? n * (cell_wide + gap) : 0),
                            body.top + (in_row ? 0 : n * (cell_high + gap)), cell_wide, cell_high};
      draw_wide_lane(script_.lanes[i], moment, cell, in_row);
    }
  }

  /// The meter in a band above the lane; in a row there is no room for the caption in it, but below.
  void draw_wide_lane(const SceneLane& lane, const Moment& moment, const MeterPlace& cell, bool in_row) {
    const Role hue = role_of(lane.plan);
    const double head = drawing_.scaled(band), left = cell.left + drawing_.scaled(10);
    const double middle = cell.top + head / 2, above = middle - drawing_.scaled(4),
                 below = middle + drawing_.scaled(14);
    const double room =
        draw_meter_band(drawing_, data_, lane, moment.seconds, hue, {cell.left, cell.top, cell.width, head}) - left;
    const std::string words = caption(data_, lane, moment.seconds);
    Style name = type::heading.in(hue);
    const auto put = [&](double y, const std::string& text, const Style& style, double width) {
      drawing_.fit({left, y}, text, width, style);
    };
    if (in_row) {
      if (drawing_.width_of(plan_words(data_.plans[lane.plan].name), name) > room) name.size = 12;
      put(middle + drawing_.scaled(5), plan_words(data_.plans[lane.plan].name), name, room);
      put(cell.top + head + drawing_.scaled(18), words, type::plain, cell.width - drawing_.scaled(10));
    } else if (script_.lanes.size() == 1) {  // a lane alone is told from no other
      put(middle + drawing_.scaled(6), words, type::large, room);
    } else {
      const std::string plan = plan_words(data_.plans[lane.plan].name);
      put(above, plan, name, room);
      if (drawing_.width_of(words, type::plain) <= room) {
        put(below, words, type::plain, room);
      } else {  // it begins beside the name
        const double used = drawing_.width_of(plan, name) + drawing_.scaled(10);
        auto [first, rest] = parted_words(words, type::plain, room - used);
        // Where even two lines are too short the op's own text is spared.
        if (const auto op = words.rfind(": "); drawing_.width_of(rest, type::plain) > room && op != std::string::npos) {
          std::tie(first, rest) = parted_words(words.substr(0, op), type::plain, room - used);
        }
        drawing_.text({left + used, above}, first, type::plain);
        put(below, rest, type::plain, room);
      }
    }
    const double top = cell.top + head_of(in_row) * data_.text_scale;
    const double scale = std::min(cell.width / town::width, (cell.top + cell.height - top) / town::height);
    const Brush brush(drawing_.figure.marks, {cell.left + (cell.width - town::width * scale) / 2, top}, scale);
    // Small lanes have no room for letters.
    draw_warehouse_lane(drawing_, data_, lane, {moment, script_.end(), !in_row}, brush);
  }

  /// As many words as fit into `room`, and the others.
  [[nodiscard]] std::pair<std::string, std::string> parted_words(const std::string& words, const Style& style,
                                                                 double room) const {
    std::size_t end = 0;
    for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at + 1)) {
      if (drawing_.width_of(words.substr(0, at), style) > room) break;
      end = at;
    }
    return {words.substr(0, end), words.substr(end == 0 ? 0 : end + 1)};
  }

  void draw_lane(const SceneLane& lane, const Moment& moment, double top, double high) {
    const Body& body = drawing_.body();
    const double meter = meter_width(drawing_), head = drawing_.scaled(18);
    const double wide = body.right - body.left - meter - drawing_.scaled(10);
    const double scale = std::min(wide / town::width, (high - head) / town::height);
    const double slack = (high - head - town::height * scale) / 2;
    draw_meter(drawing_, data_, lane, moment.seconds, role_of(lane.plan), {body.right - meter, top, meter, high});
    const Style style = type::heading.in(role_of(lane.plan));
    const std::string name = drawing_.fitted(plan_words(data_.plans[lane.plan].name), style, wide * 0.3);
    drawing_.text({body.left, top + slack + drawing_.scaled(14)}, name, style);
    const double used = drawing_.width_of(name, style) + drawing_.scaled(12);
    drawing_.fit({body.left + used, top + slack + drawing_.scaled(14)}, caption(data_, lane, moment.seconds),
                 wide - used, type::plain);
    const Brush brush(drawing_.figure.marks, {body.left, top + slack + head}, scale);
    draw_warehouse_lane(drawing_, data_, lane, {moment, script_.end(), true}, brush);
  }

  void draw_panel(const std::string& name, double seconds, double left, double top, double wide, double high) {
    const double head = drawing_.scaled(20), meter = drawing_.scaled(76),
                 count = static_cast<double>(script_.lanes.size());
    drawing_.line({{left, top}, {left + wide, top}}, {{Role::hairline, Shade::tint}, 1, 0});
    drawing_.text({left, top + drawing_.scaled(16)}, base::text("scene.moment." + name), type::heading);
    const double lane_high = (high - head) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      const double y = top + head + lane_high * static_cast<double>(i);
      const double scale = std::min((wide - meter) / town::width, (lane_high - drawing_.scaled(4)) / town::height);
      const Brush brush(drawing_.figure.marks, {left, y + (lane_high - town::height * scale)}, scale);
      draw_warehouse_lane(drawing_, data_, script_.lanes[i], {{seconds, false}, script_.end(), false}, brush);
      draw_small_meter(drawing_, data_, script_.lanes[i], seconds, role_of(script_.lanes[i].plan),
                       {left + wide - meter + drawing_.scaled(8), y + lane_high - drawing_.scaled(19)});
    }
  }

  figure::Figure finished(double seconds, std::vector<figure::Fact> extra) {
    const Body& body = drawing_.body();
    const bool sourced = data_.spec || !data_.measurements.empty();  // then it shares its line
    const std::string pace =
        drawing_.fitted(pace_words(data_, script_), type::small, body.wide() * (sourced ? 0.6 : 1));
    drawing_.text({body.left, drawing_.foot_line()}, pace, type::small);
    drawing_.foot(drawing_.width_of(pace, type::small));
    drawing_.figure.description = scene_description(data_, script_, seconds, {true, names_});
    drawing_.figure.question_description = scene_description(data_, script_, seconds, {false, names_});
    drawing_.figure.table = scene_table(data_, script_);
    drawing_.figure.scene = scene(data_, "warehouse", extra);
    return std::move(drawing_.figure);
  }

  ChartData data_;
  const SceneScript& script_;
  bool names_ = true;
  Drawing drawing_;
};

}  // namespace

figure::Figure warehouse(const ChartData& data, const SceneScript& script, const Moment& moment) {
  return Scene(data, script).moment(moment);
}

double warehouse_height(const ChartData& data, bool in_row) {
  ChartData sized = data;
  sized.height = 0;
  const double lanes = std::min<double>(2, static_cast<double>(data.plans.size()));
  // Higher sheets take larger type, which makes them higher again: it settles soon.
  for (int i = 0; i < 4; ++i) {
    ChartData flat = readable(sized);
    flat.height = 0;
    const double scale = flat.text_scale, gaps = lane_gap * scale * (lanes - 1);
    const Body body = body_of(flat, !data.no_title);
    const double wide = body.wide(), across = in_row ? (wide - gaps) / lanes : wide;
    const double lane = head_of(in_row && lanes > 1) * scale + across * town::height / town::width;
    sized.height = std::ceil(body.top - body.bottom + (in_row ? lane : lanes * lane + gaps));
  }
  return sized.height;
}

figure::Figure warehouse_storyboard(const ChartData& data, const SceneScript& script) {
  return Scene(data, script).storyboard();
}

}  // namespace charts
