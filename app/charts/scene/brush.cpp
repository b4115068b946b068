// Places marks.
#include "charts/scene/brush.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace charts {
namespace {

constexpr Paint grey{Role::hairline, Shade::fill};

/// What has a colour of its own.
bool is_hue(Paint paint) {
  switch (paint.role) {
    case Role::page:
    case Role::panel:
    case Role::ink:
    case Role::quiet_ink:
    case Role::hairline:
    case Role::skin:
      return false;
    default:
      return true;
  }
}

}  // namespace

Brush Brush::at(double x, double y, double scale) const {
  Brush out = *this;
  out.origin_ = place(x, y);
  out.scale_ *= scale;
  return out;
}

Brush Brush::looking_back() const {
  Brush out = *this;
  out.side_ = -side_;
  return out;
}

Brush Brush::quieter() const {
  Brush out = *this;
  out.quiet_ = true;
  return out;
}

Point Brush::place(double x, double y) const {
  return {origin_.x + side_ * scale_ * x, origin_.y + scale_ * y};
}

void Brush::rect(double x, double y, double width, double height, double radius, std::optional<Paint> fill,
                 std::optional<Stroke> stroke) const {
  add(figure::Rect{place(side_ > 0 ? x : x + width, y), width * scale_, height * scale_, radius * scale_, toned(fill),
                   edge_of(stroke, fill), false});
}

void Brush::circle(double x, double y, double radius, std::optional<Paint> fill, std::optional<Stroke> stroke) const {
  add(figure::Circle{place(x, y), radius * scale_, toned(fill), edge_of(stroke, fill)});
}

void Brush::polygon(const std::vector<Point>& points, std::optional<Paint> fill, std::optional<Stroke> stroke) const {
  add(figure::Polygon{placed(points), toned(fill), edge_of(stroke, fill)});
}

void Brush::line(const std::vector<Point>& points, Stroke stroke) const {
  add(figure::Polyline{placed(points), *edge_of(stroke, std::nullopt)});
}

void Brush::limb(const std::vector<Point>& points, Paint paint, double width) const {
  if (!quiet_) return rope(points, paint, width);
  rope(points, grey, width);
  rope(points, *toned(paint), width - 2);
}

void Brush::rope(const std::vector<Point>& points, Paint paint, double width) const {
  add(figure::Polyline{placed(points), scaled({paint, width, 0})});
  for (const Point& point : points) add(figure::Circle{place(point.x, point.y), width / 2 * scale_, paint, {}});
}

void Brush::arc(double x, double y, double radius, double from, double to, Stroke stroke) const {
  const int pieces = std::max(3, static_cast<int>(std::abs(to - from) / 15));
  std::vector<Point> points;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = (from + (to - from) * i / pieces) * std::numbers::pi / 180;
    points.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
  }
  line(points, stroke);
}

std::optional<Paint> Brush::toned(std::optional<Paint> fill) const {
  if (!quiet_ || !fill) return fill;
  if (is_hue(*fill)) return Paint{fill->role, Shade::tint};
  if (fill->role == Role::ink && fill->shade != Shade::tint) return grey;
  if (fill->role == Role::quiet_ink) return Paint{Role::hairline, Shade::tint};
  if (fill->role == Role::skin && fill->shade == Shade::text) return grey;
  return fill;
}

std::optional<Stroke> Brush::edge_of(std::optional<Stroke> stroke, std::optional<Paint> fill) const {
  if (quiet_ && !stroke && fill && is_hue(*fill)) stroke = Stroke{grey, 1, 0};
  if (!stroke) return stroke;
  if (quiet_) {
    const bool page = stroke->paint.role == Role::page || stroke->paint == Paint{Role::hairline, Shade::tint};
    if (!page) stroke->paint = grey;
    stroke->width = std::min(stroke->width, 1.5);
  }
  return scaled(*stroke);
}

Stroke Brush::scaled(Stroke stroke) const {
  // Small pieces keep lines that can be seen.
  stroke.width = std::max(stroke.width * scale_, 0.6);
  stroke.dash *= scale_;
  return stroke;
}

std::vector<Point> Brush::placed(const std::vector<Point>& points) const {
  std::vector<Point> out;
  for (const Point& point : points) out.push_back(place(point.x, point.y));
  return out;
}

}  // namespace charts
