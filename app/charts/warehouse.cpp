// Puts people, trucks and gifts where they are at a moment.
#include "charts/warehouse.hpp"

#include "base/words.hpp"
#include "charts/findings.hpp"
#include "charts/page.hpp"
#include "charts/scene.hpp"
#include "charts/warehouse_lane.hpp"
#include "charts/warehouse_meter.hpp"
#include "charts/warehouse_words.hpp"

#include <algorithm>

namespace charts {
namespace {

using figure::Anchor;
using figure::Face;
using figure::Role;
using figure::Shade;
using figure::Stage;

constexpr Style small{12, Face::words, quiet, Anchor::start};
constexpr Style said{14, Face::words, ink, Anchor::start};
constexpr Style lane_name{14, Face::words_bold, ink, Anchor::start};

/// No letter below a fortieth of the height: the smallest of the scale, 12, becomes 14 of 540.
ChartData readable(const ChartData& data) {
  ChartData out = data;
  out.text_scale = std::max(data.text_scale, data.height / 540 * 14 / 12);
  return out;
}

class Scene {
 public:
  Scene(const ChartData& data, const SceneScript& script)
      : data_(readable(data)), script_(script), page_(data_, "warehouse", body_of(data_, true)) {}

  figure::Figure moment(const Moment& moment) {
    page_.head(bars_titles(data_, Quantity::crossings), true);
    const Body& body = page_.body();
    const double gap = page_.scaled(12), count = static_cast<double>(script_.lanes.size());
    const double high = (body.bottom - body.top - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      draw_lane(script_.lanes[i], moment, body.top + static_cast<double>(i) * (high + gap), high);
    }
    return finished(moment.seconds, {{"seconds", base::exact_number(moment.seconds)}});
  }

  figure::Figure storyboard() {
    page_.head(bars_titles(data_, Quantity::crossings), true);
    const Body& body = page_.body();
    const double gap = page_.scaled(20), wide = (body.right - body.left - gap) / 2;
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
  void draw_lane(const SceneLane& lane, const Moment& moment, double top, double high) {
    const Body& body = page_.body();
    const double meter = meter_width(page_), head = page_.scaled(18);
    const double wide = body.right - body.left - meter - page_.scaled(10);
    const double scale = std::min(wide / town::width, (high - head) / town::height);
    const double slack = (high - head - town::height * scale) / 2;
    draw_meter(page_, data_, lane, moment.seconds, role_of(lane.plan), {body.right - meter, top, meter, high});
    Style style = lane_name;
    style.paint = {role_of(lane.plan), Shade::text};
    const std::string name = page_.fitted(data_.plans[lane.plan].name, style, wide * 0.3);
    page_.text({body.left, top + slack + page_.scaled(14)}, name, style);
    const double used = page_.width_of(name, style) + page_.scaled(12);
    page_.text({body.left + used, top + slack + page_.scaled(14)},
               page_.fitted(caption(data_, lane, moment.seconds), said, wide - used), said);
    const Brush brush(page_.figure.marks, {body.left, top + slack + head}, scale);
    draw_warehouse_lane(page_, data_, lane, {moment, script_.end(), true}, brush);
  }

  void draw_panel(const std::string& name, double seconds, double left, double top, double wide, double high) {
    const double head = page_.scaled(20), meter = page_.scaled(76), count = static_cast<double>(script_.lanes.size());
    page_.line({{left, top}, {left + wide, top}}, {{Role::hairline, Shade::tint}, 1, 0});
    page_.text({left, top + page_.scaled(16)}, std::string(base::text("scene.moment." + name)), lane_name);
    const double lane_high = (high - head) / count;
    for (std::size_t i = 0; i < script_.lanes.size(); ++i) {
      const double y = top + head + lane_high * static_cast<double>(i);
      const double scale = std::min((wide - meter) / town::width, (lane_high - page_.scaled(4)) / town::height);
      const Brush brush(page_.figure.marks, {left, y + (lane_high - town::height * scale)}, scale);
      draw_warehouse_lane(page_, data_, script_.lanes[i], {{seconds, false}, script_.end(), false}, brush);
      draw_small_meter(page_, data_, script_.lanes[i], seconds, role_of(script_.lanes[i].plan),
                       {left + wide - meter + page_.scaled(8), y + lane_high - page_.scaled(19)});
    }
  }

  figure::Figure finished(double seconds, std::vector<figure::Fact> extra) {
    const Body& body = page_.body();
    const std::string pace = page_.fitted(pace_words(script_), small, (body.right - body.left) * 0.6);
    page_.text({body.left, body.bottom + page_.scaled(22)}, pace, small);
    page_.foot(page_.width_of(pace, small));
    page_.figure.description = scene_description(data_, script_, seconds, true);
    if (!page_.figure.question.empty())
      page_.figure.question_description = scene_description(data_, script_, seconds, false);
    page_.figure.table = scene_table(data_, script_);
    page_.figure.scene = scene(data_, "warehouse", extra);
    return std::move(page_.figure);
  }

  ChartData data_;
  const SceneScript& script_;
  Page page_;
};

}  // namespace

figure::Figure warehouse(const ChartData& data, const SceneScript& script, const Moment& moment) {
  return Scene(data, script).moment(moment);
}

figure::Figure warehouse_storyboard(const ChartData& data, const SceneScript& script) {
  return Scene(data, script).storyboard();
}

}  // namespace charts
