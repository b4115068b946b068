// Bounds of marks and the few sums on boxes.
#include "figure/box.hpp"

#include "figure/text_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace figure {
namespace {

std::optional<Box> around(const std::vector<Point>& points) {
  if (points.empty()) return std::nullopt;
  const auto [left, right] =
      std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.x < b.x; });
  const auto [top, bottom] =
      std::minmax_element(points.begin(), points.end(), [](Point a, Point b) { return a.y < b.y; });
  return Box{left->x, top->y, right->x - left->x, bottom->y - top->y};
}

struct Bounds {
  std::optional<Box> operator()(const Polyline& line) const { return around(line.points); }
  std::optional<Box> operator()(const Rect& rect) const { return Box{rect.at.x, rect.at.y, rect.width, rect.height}; }
  std::optional<Box> operator()(const Circle& circle) const {
    return Box{circle.center.x - circle.radius, circle.center.y - circle.radius, 2 * circle.radius, 2 * circle.radius};
  }
  std::optional<Box> operator()(const Polygon& polygon) const { return around(polygon.points); }
  std::optional<Box> operator()(const Text& text) const { return bounds(text); }
  std::optional<Box> operator()(const ClipBegin&) const { return std::nullopt; }
  std::optional<Box> operator()(const ClipEnd&) const { return std::nullopt; }
};

}  // namespace

bool contains(const Box& box, Point point) {
  return point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
}

double overlap(const Box& a, const Box& b) {
  const double width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const double height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

Box grown(const Box& box, double by) {
  return {box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by};
}

double length_inside(const Box& box, Point from, Point to) {
  // Liang and Barsky: the share of the segment that each side leaves.
  const double dx = to.x - from.x, dy = to.y - from.y;
  double enter = 0, leave = 1;
  for (const auto& [step, room] : {std::pair{-dx, from.x - box.x},
                                   {dx, box.x + box.width - from.x},
                                   {-dy, from.y - box.y},
                                   {dy, box.y + box.height - from.y}}) {
    if (step == 0 && room < 0) return 0;
    if (step < 0) enter = std::max(enter, room / step);
    if (step > 0) leave = std::min(leave, room / step);
  }
  return leave > enter ? (leave - enter) * std::hypot(dx, dy) : 0;
}

Box bounds(const Text& text) {
  const double width = text_width(text.text, text.face, text.size);
  const double up = ascent(text.face, text.size), down = descent(text.face, text.size);
  const double shift = text.anchor == Anchor::start ? 0 : text.anchor == Anchor::middle ? width / 2 : width;
  if (text.upward) return {text.at.x - up, text.at.y + shift - width, up + down, width};
  return {text.at.x - shift, text.at.y - up, width, up + down};
}

std::optional<Box> bounds(const Mark& mark) {
  return std::visit(Bounds{}, mark.shape);
}

}  // namespace figure
