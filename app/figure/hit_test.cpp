// Points against shapes, last drawn first.
#include "figure/hit_test.hpp"

#include "figure/box.hpp"

#include <algorithm>
#include <cmath>

namespace figure {
namespace {

double distance(Point point, Point from, Point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double squared = dx * dx + dy * dy;
  const double along =
      squared == 0 ? 0 : std::clamp(((point.x - from.x) * dx + (point.y - from.y) * dy) / squared, 0.0, 1.0);
  return std::hypot(point.x - from.x - along * dx, point.y - from.y - along * dy);
}

bool near_path(Point point, const std::vector<Point>& points, double reach) {
  if (points.size() == 1) return distance(point, points[0], points[0]) <= reach;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (distance(point, points[i - 1], points[i]) <= reach) return true;
  }
  return false;
}

/// Inside a convex polygon: the same side of every edge.
bool inside(Point point, const std::vector<Point>& corners) {
  bool left = false, right = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point a = corners[i], b = corners[(i + 1) % corners.size()];
    const double side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    left = left || side > 0;
    right = right || side < 0;
  }
  return corners.size() >= 3 && !(left && right);
}

struct Hits {
  Point point;
  double slack;
  bool operator()(const Polyline& line) const {
    return near_path(point, line.points, std::max(slack, line.stroke.width / 2));
  }
  bool operator()(const Rect& rect) const {
    return contains(grown({rect.at.x, rect.at.y, rect.width, rect.height}, slack), point);
  }
  bool operator()(const Circle& circle) const {
    return std::hypot(point.x - circle.center.x, point.y - circle.center.y) <= circle.radius + slack;
  }
  bool operator()(const Polygon& polygon) const {
    std::vector<Point> closed = polygon.points;
    if (!closed.empty()) closed.push_back(closed.front());
    return inside(point, polygon.points) || near_path(point, closed, slack);
  }
  bool operator()(const Text& text) const { return contains(bounds(text), point); }
  bool operator()(const ClipBegin&) const { return false; }
  bool operator()(const ClipEnd&) const { return false; }
};

}  // namespace

std::optional<std::string> hit(const Figure& figure, Point point, double slack) {
  std::optional<std::string> found;
  std::vector<bool> open;  ///< of each clip around the mark: whether the point is in it
  for (const Mark& mark : figure.marks) {
    if (!seen(mark, figure.stage)) continue;
    if (const auto* clip = std::get_if<ClipBegin>(&mark.shape)) {
      open.push_back(contains({clip->at.x, clip->at.y, clip->width, clip->height}, point));
    } else if (std::holds_alternative<ClipEnd>(mark.shape)) {
      if (!open.empty()) open.pop_back();
    } else if (!mark.id.empty() && std::find(open.begin(), open.end(), false) == open.end() &&
               std::visit(Hits{point, slack}, mark.shape)) {
      found = mark.id;
    }
  }
  return found;
}

}  // namespace figure
