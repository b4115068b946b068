// Places marks.
#include "charts/scene/brush.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace charts {

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

Point Brush::place(double x, double y) const {
  return {origin_.x + side_ * scale_ * x, origin_.y + scale_ * y};
}

void Brush::rect(double x, double y, double width, double height, double radius, std::optional<Paint> fill,
                 std::optional<Stroke> stroke) const {
  add(figure::Rect{place(side_ > 0 ? x : x + width, y), width * scale_, height * scale_, radius * scale_, fill,
                   scaled(stroke), false});
}

void Brush::circle(double x, double y, double radius, std::optional<Paint> fill, std::optional<Stroke> stroke) const {
  add(figure::Circle{place(x, y), radius * scale_, fill, scaled(stroke)});
}

void Brush::polygon(const std::vector<Point>& points, std::optional<Paint> fill, std::optional<Stroke> stroke) const {
  add(figure::Polygon{placed(points), fill, scaled(stroke)});
}

void Brush::line(const std::vector<Point>& points, Stroke stroke) const {
  add(figure::Polyline{placed(points), *scaled(stroke)});
}

void Brush::limb(const std::vector<Point>& points, Paint paint, double width) const {
  line(points, {paint, width, 0});
  for (const Point& point : points) circle(point.x, point.y, width / 2, paint);
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

std::optional<Stroke> Brush::scaled(std::optional<Stroke> stroke) const {
  if (!stroke) return stroke;
  // Small pieces keep lines that can be seen.
  stroke->width = std::max(stroke->width * scale_, 0.6);
  stroke->dash *= scale_;
  return stroke;
}

std::vector<Point> Brush::placed(const std::vector<Point>& points) const {
  std::vector<Point> out;
  for (const Point& point : points) out.push_back(place(point.x, point.y));
  return out;
}

}  // namespace charts
