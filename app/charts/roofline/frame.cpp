// Axes, grid, roofs and ridges.
#include "charts/roofline/frame.hpp"

#include "base/words.hpp"
#include "charts/frame/provenance.hpp"
#include "charts/frame/type.hpp"
#include "charts/roofline/words.hpp"
#include "figure/box.hpp"
#include "model/traffic.hpp"
#include "plan/product.hpp"

#include <algorithm>
#include <cmath>

namespace charts {
namespace {

constexpr Stroke roof_stroke{ink, 2, 0};

bool is_narrow(const RooflineFrame& frame, const Drawing& drawing) {
  return frame.x.end - frame.x.begin < drawing.scaled(480);
}

class RoofLines {
 public:
  RoofLines(const RooflineFrame& frame, const ChartData& data, Drawing& drawing, DotNames& names)
      : frame_(frame), data_(data), drawing_(drawing), names_(names) {}

  void draw() {
    draw_grid();
    draw_slope();
    for (std::size_t i = 0; i < frame_.roofs.ceilings.size(); ++i) draw_ceiling(i);
    if (frame_.beside) draw_beside();
    name_slope();
  }

 private:
  /// No room for every word.
  [[nodiscard]] bool narrow() const { return is_narrow(frame_, drawing_); }
  [[nodiscard]] bool is_brief() const { return frame_.wall || narrow(); }

  void draw_grid() {
    const figure::Axis &x = frame_.x, &y = frame_.y;
    for (const figure::Tick& tick : x.ticks) {
      const double at = x.place(tick.value);
      drawing_.grid_line({at, y.begin}, {at, y.end}, {faint, 1, 0});
      drawing_.text({at, y.begin + drawing_.scaled(17)}, tick.label, type::tick);
    }
    for (const figure::Tick& tick : y.ticks) {
      const double at = y.place(tick.value);
      drawing_.grid_line({x.begin, at}, {x.end, at}, {faint, 1, 0});
      drawing_.text({x.begin - drawing_.scaled(8), at + drawing_.scaled(4)}, tick.label, type::tick_end);
    }
    drawing_.line({{x.begin, y.end}, {x.begin, y.begin}, {x.end, y.begin}}, {hairline, 1.25, 0});
    drawing_.text({drawing_.body().left, y.end - drawing_.scaled(12)}, base::text("chart.roof.y"), type::plain);
    // Right of it may stand what was guessed.
    const bool aside = frame_.shares_foot || x.end - x.begin < drawing_.scaled(640);
    const Style style = aside ? type::plain : type::plain.anchored(Anchor::middle);
    const double at = aside ? x.begin : (x.begin + x.end) / 2;
    drawing_.text({at, y.begin + drawing_.scaled(38)}, across_words(frame_, drawing_), style);
  }

  void draw_slope() {
    const double bandwidth = frame_.roofs.bandwidth;
    const double end = frame_.roofs.ceilings.empty() ? frame_.x.to : frame_.roofs.ceilings.back().ridge;
    const figure::Polyline slope{
        {frame_.place(frame_.x.from, bandwidth * frame_.x.from), frame_.place(end, bandwidth * end)}, roof_stroke};
    drawing_.line(slope.points, roof_stroke, since(Stage::question, "roof.memory"));
    names_.keep_clear(slope);
  }

  /// The other machine's roofs, thin: above its slope stands whose they are.
  void draw_beside() {
    const model::RooflineModel& roofs = *frame_.beside;
    std::vector<Point> points = {frame_.place(frame_.x.from, roofs.bandwidth * frame_.x.from)};
    if (roofs.ceilings.empty()) {
      points.push_back(frame_.place(frame_.x.to, roofs.bandwidth * frame_.x.to));
    } else {
      const model::Ceiling& flat = roofs.ceilings.front();
      points.push_back(frame_.place(flat.ridge, flat.flops_per_second));
      points.push_back({frame_.x.end, points.back().y});
    }
    const figure::Polyline line{points, {quiet, 1, 0}};
    drawing_.line(line.points, line.stroke, since(Stage::question, "roof.beside"));
    names_.keep_clear(line);
    const std::string words = frame_.wall ? data_.beside->name : beside_words(data_, roofs);
    const double wide = std::min(drawing_.width_of(words, type::small), 0.5 * (frame_.x.end - frame_.x.begin));
    const double left = frame_.x.begin + drawing_.scaled(8),
                 share = (left + wide - points[0].x) / (points[1].x - points[0].x);
    const double y = points[0].y + std::min(share, 1.0) * (points[1].y - points[0].y);
    set(drawing_.fitted(words, type::small, wide + 1), {left, y - drawing_.scaled(9)}, type::small);
  }

  /// Under the slope's lower end, where only very slow plans could lie: the text's upper corner just clears the line;
  /// and its foot the names of the ridges, if it is long enough to reach them.
  void name_slope() {
    const std::string all = slope_words(data_, frame_.roofs, is_brief());
    const double room = frame_.x.end - slope_name_at(all).x;
    const bool fits = drawing_.width_of(all, type::small_ink) <= room;
    const std::string words = fits ? all : slope_words(data_, frame_.roofs, true);
    const Point at = slope_name_at(words);
    set(drawing_.fitted(words, type::small_ink, frame_.x.end - at.x), at, type::small_ink);
  }

  [[nodiscard]] Point slope_name_at(const std::string& words) const {
    const Point from = frame_.place(frame_.x.from, frame_.roofs.bandwidth * frame_.x.from);
    const Point to = frame_.place(frame_.x.to, frame_.roofs.bandwidth * frame_.x.to);
    const double rise = (from.y - to.y) / (to.x - from.x), drop = drawing_.scaled(22);
    // Never so low that the axis runs through it.
    double along = std::max(drawing_.scaled(40), (from.y + drop - frame_.y.begin + drawing_.scaled(8)) / rise);
    const double first = frame_.roofs.ceilings.empty() ? frame_.x.end : frame_.x.place(frame_.roofs.ceilings[0].ridge);
    if (from.x + along + drawing_.width_of(words, type::small_ink) + drawing_.scaled(24) > first) {
      along = std::max(along, (from.y + drop - frame_.y.begin + drawing_.scaled(28 + 16 * ridge_line_)) / rise);
    }
    return {from.x + along + drawing_.scaled(8), from.y - rise * along + drop};
  }

  void draw_ceiling(std::size_t i) {
    const model::Ceiling& ceiling = frame_.roofs.ceilings[i];
    const Point ridge = frame_.place(ceiling.ridge, ceiling.flops_per_second);
    const figure::Polyline flat{{ridge, {frame_.x.end, ridge.y}}, roof_stroke};
    drawing_.line(flat.points, roof_stroke, since(Stage::question, "roof." + std::to_string(i + 1)));
    names_.keep_clear(flat);
    name_ceiling(ceiling, ridge);
    const figure::Polyline drop{{ridge, {ridge.x, frame_.y.begin}}, {hairline, 1, 3}};
    drawing_.grid_line(drop.points[0], drop.points[1], drop.stroke);
    names_.keep_clear(drop);
    drawing_.circle({ridge, drawing_.scaled(3.5), ink});
    name_ridge(ceiling, ridge.x);
  }

  /// Where no dot can lie. The highest: above its right end, higher than a dot on the line reaches. The others: left
  /// of the ridge and above the slope, where a dot on the slope, as large as they come, just clears the last letter;
  /// a narrow pane needs that place for the dots' names, and theirs stand below the right end.
  void name_ceiling(const model::Ceiling& ceiling, Point ridge) {
    const Style style = type::small_ink.anchored(Anchor::end);
    const bool highest = &ceiling == &frame_.roofs.ceilings.back();
    Point at{frame_.x.end, ridge.y - drawing_.scaled(18)};
    double room = (frame_.x.end - frame_.x.begin) * 0.6;
    if (!highest && narrow()) {
      at.y = ridge.y + drawing_.scaled(16);
      room = frame_.x.end - ridge.x;
    } else if (!highest) {
      const double dot = drawing_.scaled(13);
      at.y = ridge.y - drawing_.scaled(10);
      const double slope = frame_.y.value(at.y + drawing_.scaled(4) + dot) / frame_.roofs.bandwidth;
      at.x = std::min(frame_.x.place(slope) - dot, ridge.x - drawing_.scaled(16));
      room = at.x - frame_.x.begin - drawing_.scaled(8);
    }
    std::string words = ceiling_words(data_, ceiling, frame_.wall);
    if (drawing_.width_of(words, style) > room) words = ceiling_words(data_, ceiling, true);
    if (drawing_.width_of(words, style) > room) words = show_rate(ceiling.flops_per_second);
    if (const double over = drawing_.width_of(words, style) - room; !highest && narrow() && over > 0) {
      // Too long even so, it begins below the slope: as much lower as that is there.
      const Point origin = frame_.place(frame_.x.from, frame_.roofs.bandwidth * frame_.x.from);
      at.y += over * (origin.y - ridge.y) / (ridge.x - origin.x);
      room += over;
    }
    set(drawing_.fitted(words, style, room), at, style);
  }

  /// At the ridge's foot; a line higher where the ridge before it has its name.
  void name_ridge(const model::Ceiling& ceiling, double x) {
    const std::string words = base::say("chart.roof.ridge", {{"value", base::show_number(ceiling.ridge)}});
    const double wide = drawing_.width_of(words, type::small) + drawing_.scaled(12);
    const bool right = x + wide < frame_.x.end;
    const Style style = type::small.anchored(right ? Anchor::start : Anchor::end);
    const double left = right ? x : x - wide;
    if (left < ridge_names_end_) ++ridge_line_;
    const double y = frame_.y.begin - drawing_.scaled(8) - ridge_line_ * drawing_.scaled(16);
    ridge_names_end_ = std::max(ridge_names_end_, left + wide);
    set(words, {x + drawing_.scaled(right ? 6 : -6), y}, style);
  }

  /// A text that later labels keep clear of.
  void set(const std::string& words, Point at, const Style& style) {
    drawing_.text(at, words, style);
    names_.keep_clear(figure::bounds(drawing_.typeset(at, words, style)));
  }

  const RooflineFrame& frame_;
  const ChartData& data_;
  Drawing& drawing_;
  DotNames& names_;
  double ridge_names_end_ = 0;
  int ridge_line_ = 0;
};

/// Multiplications a byte of the plan that has most of them: beyond every ridge where products are large. Of a chain
/// without products 0.
double of_products(const ChartData& data) {
  double most = 0;
  for (const plan::FusionPlan& plan : data.plans) {
    double flops = 0;
    for (const plan::Group& group : plan.groups) {
      for (const plan::Product& product : plan::products(*plan.chain, group)) flops += product.flops();
    }
    const auto bytes = static_cast<double>(model::traffic(plan).bytes().value);
    if (bytes > 0) most = std::max(most, flops / bytes);
  }
  return most;
}

}  // namespace

bool RooflineFrame::outside(double intensity, double performance) const {
  const Point at = place(intensity, performance);
  return at.x < x.begin || at.x > x.end || at.y > y.begin || at.y < y.end;
}

Point RooflineFrame::place(double intensity, double performance) const {
  return {x.place(intensity), y.place(performance)};
}

Point RooflineFrame::inside(double intensity, double performance, double inset) const {
  const Point at = place(intensity, performance);
  return {figure::within(at.x, x.begin + inset, x.end - inset), figure::within(at.y, y.end + inset, y.begin - inset)};
}

figure::Box RooflineFrame::box() const {
  return {x.begin + 2, y.end + 2, x.end - x.begin - 4, y.begin - y.end - 4};
}

Body roofline_body(const ChartData& data) {
  Body body = body_of(data, !data.no_title);
  if (!data.no_title) return body;
  // The words above it and below have air of their own; two lines tell where numbers are from.
  constexpr double above = 4, below = 38;
  body.top = above * data.text_scale;
  body.bottom = data.height - below * data.text_scale;
  return body;
}

std::optional<RooflineFrame> roofline_frame(const ChartData& data, const Body& body, bool wall) {
  if (!data.spec) return std::nullopt;
  RooflineFrame frame;
  constexpr double roomy = 540;
  frame.wall = wall;
  frame.shares_foot = wall && body.wide() >= roomy * data.text_scale;
  frame.roofs = model::roofline(*data.spec, model::tensor_operands(*data.chain));
  if (!(frame.roofs.bandwidth > 0)) return std::nullopt;
  auto& ceilings = frame.roofs.ceilings;
  std::erase_if(ceilings, [](const model::Ceiling& c) { return !(c.flops_per_second > 0); });
  std::ranges::sort(ceilings, {}, &model::Ceiling::flops_per_second);
  const double first = ceilings.empty() ? 1 : ceilings.front().ridge;
  const double last = ceilings.empty() ? 1 : ceilings.back().ridge;
  const double least = std::min(0.01, std::pow(10.0, std::floor(std::log10(first)) - 2));
  constexpr double air = 1.2;  // right of the farthest dot
  const double most = std::pow(10.0, std::ceil(std::log10(std::max(3 * last, air * of_products(data)))));
  const double scale = data.text_scale;
  const double left = body.left + 52 * scale, right = body.right - 8 * scale;
  frame.x = figure::decade_axis(least, most, left, right);
  double top = ceilings.empty() ? frame.roofs.bandwidth * most : 1.01 * ceilings.back().flops_per_second;
  if (data.beside && !same_machine(*data.spec, *data.beside)) {
    model::RooflineModel beside = model::roofline(*data.beside);
    std::erase_if(beside.ceilings, [](const model::Ceiling& c) { return !(c.flops_per_second > 0); });
    std::ranges::sort(beside.ceilings, {}, &model::Ceiling::flops_per_second);
    if (beside.ceilings.size() > 1) beside.ceilings.resize(1);
    const double highest = beside.ceilings.empty() ? beside.bandwidth * most : beside.ceilings[0].flops_per_second;
    if (beside.bandwidth > 0) {
      top = std::max(top, 1.01 * highest);
      frame.beside = std::move(beside);
    }
  }
  constexpr double apart = 15;  // of its numbers
  frame.y = figure::decade_axis(frame.roofs.bandwidth * least, top, body.bottom - (frame.shares_foot ? 16 : 44) * scale,
                                body.top + 26 * scale, {}, apart * scale);
  return frame;
}

std::string_view across_words(const RooflineFrame& frame, const Drawing& drawing) {
  return base::text(is_narrow(frame, drawing) || frame.wall ? "chart.roof.x.short" : "chart.roof.x");
}

void draw_frame(const RooflineFrame& frame, const ChartData& data, Drawing& drawing, DotNames& names) {
  RoofLines(frame, data, drawing, names).draw();
}

}  // namespace charts
