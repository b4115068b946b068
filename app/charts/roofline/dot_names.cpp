// Candidates around a dot, and what each would cover.
#include "charts/roofline/dot_names.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace charts {
namespace {

using figure::Box;

// Prices in units of distance.
constexpr double area_weight = 12;     // a covered square unit: a name may stand far off, but never on another
constexpr double line_weight = 6;      // a unit of a crossed line
constexpr double leader_weight = 2;    // a unit of distance
constexpr double through_weight = 14;  // a unit of a leader through a name
constexpr double wrong_side = 120;
constexpr double needs_leader = 12;  // beyond this a name needs a leader

Point nearest(const Box& box, Point at) {
  return {std::clamp(at.x, box.x, box.x + box.width), std::clamp(at.y, box.y, box.y + box.height)};
}

double crossed(const Box& box, const std::vector<Point>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += figure::length_inside(box, points[i - 1], points[i]);
  return length;
}

/// Beside the dot, then outwards on that side, up or down: at the corner and over or under the dot; `aside`: so far
/// away from it to that side.
std::vector<Box> candidates(double width, double height, Point at, double r, bool left, bool up, double aside) {
  constexpr int rows = 14;
  at.x += left ? -aside : aside;
  const double gap = 4, corner = 0.7 * r + 2;
  std::vector<Box> out;
  out.push_back({left ? at.x - r - gap - width : at.x + r + gap, at.y - height / 2, width, height});
  for (int row = 0; row < rows; ++row) {
    const double away = row * height;
    const double y = up ? at.y - corner - away - height : at.y + corner + away;
    out.push_back({left ? at.x - corner - width : at.x + corner, y, width, height});
    const double over = up ? at.y - r - gap - away - height : at.y + r + gap + away;
    out.push_back({at.x - width / 2, over, width, height});
  }
  return out;
}

}  // namespace

double DotNames::cost(const Box& box, Point at, double r) const {
  const Point end = nearest(box, at);
  const double distance = std::max(0.0, std::hypot(end.x - at.x, end.y - at.y) - r);
  const bool led = distance > needs_leader;
  double sum = leader_weight * distance;
  for (const Box& other : boxes_) {
    sum += area_weight * figure::overlap(box, other);
    // The dot's own place is among them: a leader starts inside it.
    if (led && !figure::contains(other, at)) sum += through_weight * figure::length_inside(other, at, end);
  }
  for (const std::vector<Point>& line : lines_) sum += line_weight * crossed(box, line);
  return sum;
}

bool DotNames::is_free(const Box& box) const {
  return std::ranges::none_of(boxes_, [&](const Box& other) { return figure::overlap(box, other) > 0; });
}

Box DotNames::best_beside(const Box& size, Point at, double r, Side side, double aside) const {
  Box best{};
  double least = std::numeric_limits<double>::infinity();
  const bool wants_left = side == Side::left_above;
  for (const auto& [left, up] : {std::pair(true, true), {false, false}, {true, false}, {false, true}}) {
    const double wrong = (left == wants_left && up == wants_left) ? 0 : wrong_side;
    for (Box box : candidates(size.width, size.height, at, r, left, up, aside)) {
      box.x = std::clamp(box.x, frame_.x, std::max(frame_.x, frame_.x + frame_.width - box.width));
      const bool inside = box.y >= frame_.y && box.y + box.height <= frame_.y + frame_.height;
      const double price = cost(box, at, r) + wrong + (inside ? 0 : 1e6);
      if (price < least) least = price, best = box;
    }
  }
  return best;
}

PlacedName DotNames::place(figure::Text text, Point at, double r, Side side) {
  text.at = at;
  text.anchor = Anchor::start;
  const Box size = figure::bounds(text);
  const double below = size.y + size.height - at.y;  // from the baseline to the box's lower edge
  Box best = best_beside(size, at, r, side, 0);
  // A low frame has room to the sides only.
  for (int i = 1; i <= 8 && !is_free(best); ++i) best = best_beside(size, at, r, side, 0.5 * i * size.width);
  best.y = std::clamp(best.y, frame_.y, std::max(frame_.y, frame_.y + frame_.height - best.height));
  text.at = {best.x, best.y + best.height - below};
  boxes_.push_back(best);
  PlacedName out{std::move(text), std::nullopt};
  const Point end = nearest(best, at);
  if (std::hypot(end.x - at.x, end.y - at.y) - r > needs_leader) {
    out.led_to = end;
    lines_.push_back({at, end});
  }
  return out;
}

}  // namespace charts
