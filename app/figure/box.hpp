// Upright boxes: what a mark covers, for hitting it and for keeping labels apart.
#pragma once

#include "figure/figure.hpp"

#include <algorithm>
#include <optional>

namespace figure {

/// `value` if it lies between the two, else the nearer one; `low` where there is no room between them.
[[nodiscard]] inline double within(double value, double low, double high) {
  return std::max(low, std::min(value, high));
}

struct Box {
  double x = 0, y = 0, width = 0, height = 0;  ///< x, y: the upper left corner
  bool operator==(const Box&) const = default;
};

[[nodiscard]] bool contains(const Box& box, Point point);
/// Area shared; 0 for boxes that only touch.
[[nodiscard]] double overlap(const Box& a, const Box& b);
/// The same box, `by` wider on every side.
[[nodiscard]] Box grown(const Box& box, double by);
/// Length of a segment's part inside the box.
[[nodiscard]] double length_inside(const Box& box, Point from, Point to);

/// From ascent to descent and over the whole advance.
[[nodiscard]] Box bounds(const Text& text);
/// Of the shape without its stroke; nothing for the marks of clipping.
[[nodiscard]] std::optional<Box> bounds(const Mark& mark);

}  // namespace figure
