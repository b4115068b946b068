// Cutting diagonals at a rounded rect.
#include "figure/hatch.hpp"

#include <algorithm>
#include <cmath>

namespace figure {
namespace {

/// A rounded corner: the quarter circle around `centre` towards (sx, sy).
struct Corner {
  Point centre;
  double sx, sy;
};

/// Whether the point lies in the corner's square but outside its arc.
bool cut_off(const Corner& corner, double radius, Point point) {
  const double dx = (point.x - corner.centre.x) * corner.sx, dy = (point.y - corner.centre.y) * corner.sy;
  return dx > 0 && dy > 0 && dx * dx + dy * dy > radius * radius;
}

/// `end` moved towards `other` until it meets the arc; nothing if the segment misses it.
std::optional<Point> meet(const Corner& corner, double radius, Point end, Point other) {
  const double length = std::hypot(other.x - end.x, other.y - end.y);
  if (length == 0) return std::nullopt;
  const double ux = (other.x - end.x) / length, uy = (other.y - end.y) / length;
  const double fx = end.x - corner.centre.x, fy = end.y - corner.centre.y;
  const double half = fx * ux + fy * uy;
  const double under = half * half - (fx * fx + fy * fy - radius * radius);
  if (under < 0) return std::nullopt;
  const double along = -half - std::sqrt(under);
  if (along < 0 || along > length) return std::nullopt;
  return Point{end.x + along * ux, end.y + along * uy};
}

}  // namespace

std::optional<Paint> hatch_ground(const Rect& rect) {
  if (!rect.fill) return std::nullopt;
  return Paint{rect.fill->role, Shade::tint, rect.fill->alpha};
}

Stroke hatch_line(const Rect& rect) {
  Paint paint{Role::ink};
  if (rect.stroke) paint = rect.stroke->paint;
  if (rect.fill) paint = *rect.fill;
  if (needs_outline(paint.role)) paint.shade = Shade::text;
  return {paint, 1, 0};
}

std::vector<std::pair<Point, Point>> hatch_lines(const Rect& rect) {
  const double left = rect.at.x, top = rect.at.y, right = left + rect.width, bottom = top + rect.height;
  const double radius = std::min({rect.radius, rect.width / 2, rect.height / 2});
  const Corner corners[] = {{{left + radius, top + radius}, -1, -1},
                            {{right - radius, top + radius}, 1, -1},
                            {{left + radius, bottom - radius}, -1, 1},
                            {{right - radius, bottom - radius}, 1, 1}};
  std::vector<std::pair<Point, Point>> lines;
  for (double sum = std::ceil((left + top) / hatch_spacing) * hatch_spacing; sum < right + bottom;
       sum += hatch_spacing) {
    const double x0 = std::max(left, sum - bottom), x1 = std::min(right, sum - top);
    std::optional<Point> low = Point{x0, sum - x0}, high = Point{x1, sum - x1};
    if (x1 - x0 <= 0) continue;
    for (const Corner& corner : corners) {
      if (low && high && cut_off(corner, radius, *low)) low = meet(corner, radius, *low, *high);
      if (low && high && cut_off(corner, radius, *high)) high = meet(corner, radius, *high, *low);
    }
    if (low && high) lines.emplace_back(*low, *high);
  }
  return lines;
}

}  // namespace figure
