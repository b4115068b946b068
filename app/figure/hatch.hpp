// Hatching, 'worked out': the same quiet lines on screen, in SVG and in PDF.
#pragma once

#include "figure/figure.hpp"

#include <utility>
#include <vector>

namespace figure {

/// Lines x + y = a multiple of this, counted from the figure's origin, so that neighbours join.
inline constexpr double hatch_spacing = 8;
/// What lies under the lines: the tint of the fill's role; nothing where the rect has no fill.
[[nodiscard]] std::optional<Paint> hatch_ground(const Rect& rect);
/// The lines and, where the rect names no stroke, its edge: the fill's own paint, else the stroke's.
[[nodiscard]] Stroke hatch_line(const Rect& rect);
/// The lines themselves, cut at the rect and its rounded corners.
[[nodiscard]] std::vector<std::pair<Point, Point>> hatch_lines(const Rect& rect);

}  // namespace figure
