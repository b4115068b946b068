// Which roofs there are, and where their names stand.
#include "charts/roofline/own_roofs.hpp"

#include "base/words.hpp"
#include "charts/frame/source_words.hpp"
#include "charts/frame/type.hpp"
#include "figure/box.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace charts {
namespace {

constexpr Stroke stroke{quiet, 1.25, 6};

class OwnRoofs {
 public:
  OwnRoofs(const ChartData& data, const RooflineFrame& frame, Drawing& drawing, DotNames& names)
      : data_(data), frame_(frame), drawing_(drawing), names_(names), taken_(names) {
    const double bandwidth = frame.roofs.bandwidth;
    lines_.push_back(
        {frame.place(frame.x.from, bandwidth * frame.x.from), frame.place(frame.x.to, bandwidth * frame.x.to)});
    for (const model::Ceiling& ceiling : frame.roofs.ceilings) {
      const Point ridge = frame.place(ceiling.ridge, ceiling.flops_per_second);
      lines_.push_back({ridge, {frame.x.end, ridge.y}});
    }
  }

  void keep_clear_of(const std::vector<Dot>& dots) {
    for (const Dot& dot : dots) {
      const Point at = place(dot);
      const double r = drawing_.scaled(14);
      taken_.keep_clear(figure::Box{at.x - r, at.y - r, 2 * r, 2 * r});
      for (const Dot& other : dots) {
        const bool arrow = dot.plan == 0 && other.plan == 1 && other.teller == dot.teller;
        if (arrow) lines_.push_back({at, place(other)});
      }
    }
  }

  void draw_line(const OwnRoof& roof, std::size_t i) {
    const Point knee = frame_.place(roof.knee, roof.flops_per_second);
    const figure::Polyline line{{knee, {frame_.x.end, knee.y}}, stroke};
    const std::string id = "own_roof." + std::to_string(i + 1);
    drawing_.line(line.points, stroke, since(Stage::model, id));
    drawing_.circle({knee, drawing_.scaled(3), quiet, std::nullopt}, since(Stage::model));
    names_.keep_clear(line);
    lines_.push_back({line.points[0], line.points[1]});
  }

  /// Under the line and right of its knee, shorter if need be; then anywhere under it. In a pane without room for even
  /// that the line goes without a name: the description has it.
  void name(const OwnRoof& roof) {
    const double knee = frame_.x.place(roof.knee);
    const std::string whole = own_roof_words(data_, roof), in_short = own_roof_words(data_, roof, true);
    if (!set_right_of(knee, whole, roof) && !set_right_of(knee, in_short, roof)) {
      (void)set_right_of(frame_.x.begin, in_short, roof);
    }
  }

 private:
  [[nodiscard]] Point place(const Dot& dot) const { return frame_.inside(dot.intensity(), dot.performance(), 0); }

  /// The thin lines that fall from the ridges give way to words.
  [[nodiscard]] bool is_clear(const figure::Box& box) const {
    const auto crosses = [&](const auto& line) { return figure::length_inside(box, line.first, line.second) > 0; };
    return box.y + box.height <= frame_.y.begin && taken_.is_free(box) && std::ranges::none_of(lines_, crosses);
  }

  /// Whether there was room: on the line's own height first, then lower, each time from the right end on.
  [[nodiscard]] bool set_right_of(double left, const std::string& words, const OwnRoof& roof) {
    const double wide = drawing_.width_of(words, type::small_end);
    for (const double drop : {15.0, 31.0, 47.0}) {
      const double y = frame_.y.place(roof.flops_per_second) + drawing_.scaled(drop);
      for (double end = frame_.x.end; end - wide > left; end -= drawing_.scaled(12)) {
        if (!is_clear(box_of(words, {end, y}))) continue;
        set(words, {end, y});
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] figure::Box box_of(const std::string& words, Point at) const {
    return figure::bounds(drawing_.typeset(at, words, type::small_end));
  }

  void set(const std::string& words, Point at) {
    drawing_.text(at, words, type::small_end, since(Stage::model));
    names_.keep_clear(box_of(words, at));
    taken_.keep_clear(box_of(words, at));
  }

  const ChartData& data_;
  const RooflineFrame& frame_;
  Drawing& drawing_;
  DotNames& names_;
  DotNames taken_;                              ///< with the dots that are still to come
  std::vector<std::pair<Point, Point>> lines_;  ///< roofs, and the arrows that are still to come
};

}  // namespace

std::vector<OwnRoof> own_roofs(const ChartData& data, const model::RooflineModel& roofs) {
  std::vector<OwnRoof> found;
  if (!data.spec || !(roofs.bandwidth > 0)) return found;
  bool some_without = false;
  const auto add = [&](std::size_t plan) {
    const auto* of = prediction_of(data, plan);
    if (of == nullptr) return;
    const auto own = model::own_roof(*of, *data.spec);
    some_without = some_without || !own;
    const bool told = own && std::ranges::any_of(found, [&](const OwnRoof& roof) {
                        return std::abs(roof.flops_per_second / *own - 1) <= model::clearly_lower;
                      });
    if (own && !told) found.push_back({plan, *own, *own / roofs.bandwidth, false});
  };
  if (data.plans.size() > 1) add(1);
  for (std::size_t plan = 0; plan < data.plans.size(); ++plan) add(plan);
  for (OwnRoof& roof : found) roof.of_plan = found.size() > 1 || some_without;
  return found;
}

std::string own_roof_name(const ChartData& data, const OwnRoof& roof) {
  if (!roof.of_plan) return std::string(base::text("chart.roof.own.these"));
  return base::say("chart.roof.own.plan", {{"plan", plan_words(data.plans[roof.plan])}});
}

std::string own_roof_words(const ChartData& data, const OwnRoof& roof, bool in_short) {
  return base::say(in_short ? "chart.roof.own.short" : "chart.roof.own", {{"name", own_roof_name(data, roof)},
                                                                          {"rate", show_rate(roof.flops_per_second)},
                                                                          {"knee", base::show_number(roof.knee)}});
}

void draw_own_roofs(const std::vector<OwnRoof>& roofs, const ChartData& data, const std::vector<Dot>& dots,
                    const RooflineFrame& frame, Drawing& drawing, DotNames& names) {
  OwnRoofs own(data, frame, drawing, names);
  own.keep_clear_of(dots);
  for (std::size_t i = 0; i < roofs.size(); ++i) own.draw_line(roofs[i], i);
  if (frame.wall) return;  // on a wall the dots' names have all the room
  for (const OwnRoof& roof : roofs) own.name(roof);
}

}  // namespace charts
