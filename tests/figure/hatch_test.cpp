// Hatching lines stay inside the rect, rounded corners included, and continue from rect to rect.
#include "figure/hatch.hpp"

#include "figure/box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hatch_test {

using namespace figure;

bool inside_rounded(const Rect& rect, Point point) {
  const double x = std::abs(point.x - rect.at.x - rect.width / 2) - (rect.width / 2 - rect.radius);
  const double y = std::abs(point.y - rect.at.y - rect.height / 2) - (rect.height / 2 - rect.radius);
  if (x > 0 && y > 0) return std::hypot(x, y) <= rect.radius + 1e-9;
  return std::max(x, y) <= rect.radius + 1e-9;
}

TEST(Hatch, LinesEndOnTheEdge) {
  for (double radius : {0.0, 3.0, 12.0}) {
    const Rect rect{{13, 7}, 90, 24, radius, Paint{Role::fused}};
    const auto lines = hatch_lines(rect);
    ASSERT_GE(lines.size(), 12u) << radius;
    for (const auto& [low, high] : lines) {
      EXPECT_TRUE(inside_rounded(rect, low)) << low.x << ' ' << low.y;
      EXPECT_TRUE(inside_rounded(rect, high)) << high.x << ' ' << high.y;
      EXPECT_NEAR(std::remainder(low.x + low.y, hatch_spacing), 0, 1e-9);
      EXPECT_NEAR(low.x + low.y, high.x + high.y, 1e-9);
      // Both ends touch the outline: a step farther is outside.
      EXPECT_FALSE(inside_rounded(rect, {low.x - 0.01, low.y + 0.01}));
      EXPECT_FALSE(inside_rounded(rect, {high.x + 0.01, high.y - 0.01}));
    }
  }
}

TEST(Hatch, NeighboursShareTheirLines) {
  const auto left = hatch_lines({{0, 0}, 40, 40, 0, Paint{Role::fused}});
  const auto right = hatch_lines({{40, 0}, 40, 40, 0, Paint{Role::fused}});
  int joined = 0;
  for (const auto& [low, high] : right) {
    joined +=
        static_cast<int>(std::count_if(left.begin(), left.end(), [&](const auto& line) { return line.second == low; }));
  }
  EXPECT_GE(joined, 4);
}

TEST(Hatch, PaintsComeFromTheFill) {
  Rect rect{{0, 0}, 10, 10, 0, Paint{Role::fused}};
  EXPECT_EQ(hatch_ground(rect), (Paint{Role::fused, Shade::tint}));
  EXPECT_EQ(hatch_line(rect).paint, (Paint{Role::fused}));
  rect.fill = Paint{Role::launch};
  EXPECT_EQ(hatch_line(rect).paint, (Paint{Role::launch, Shade::text}))
      << "yellow lines on a light tint cannot be seen";
  rect.fill.reset();
  rect.stroke = Stroke{{Role::guess}, 1, 0};
  EXPECT_FALSE(hatch_ground(rect));
  EXPECT_EQ(hatch_line(rect).paint, (Paint{Role::guess}));
}

TEST(Hatch, AnEmptyRectHasNoLines) {
  EXPECT_TRUE(hatch_lines({{3, 3}, 0, 10}).empty());
}

}  // namespace hatch_test
