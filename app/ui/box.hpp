// A rectangle in window pixels, y down.
#pragma once

#include <algorithm>

namespace ui {

/// Left, top, width and height.
struct Box {
  double x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] double right() const { return x + w; }
  [[nodiscard]] double bottom() const { return y + h; }
  [[nodiscard]] bool contains(double px, double py) const {
    return px >= x && px < right() && py >= y && py < bottom();
  }
  [[nodiscard]] Box inset(double by) const { return {x + by, y + by, w - 2 * by, h - 2 * by}; }
  [[nodiscard]] Box inset(double across, double down) const {
    return {x + across, y + down, w - 2 * across, h - 2 * down};
  }
  bool operator==(const Box&) const = default;
};

/// What both cover; empty (w or h 0) where they do not meet.
[[nodiscard]] inline Box meet(const Box& a, const Box& b) {
  const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0, std::min(a.right(), b.right()) - x), std::max(0.0, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace ui
