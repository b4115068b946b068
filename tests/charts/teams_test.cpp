// A kernel's threads by their teams: everything within the sheet, and the numbers agree.
#include "charts/strips/teams.hpp"

#include "figure/box.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace teams_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Teams, EveryMarkLiesOnTheSheet) {
  for (const auto& [width, height] : {std::pair(960.0, 540.0), std::pair(640.0, 360.0), std::pair(700.0, 700.0)}) {
    const auto figure = charts::teams({width, height, 1});
    for (const auto& mark : figure.marks) {
      const auto box = figure::bounds(mark);
      ASSERT_TRUE(box);
      EXPECT_GE(box->x, 0) << width;
      EXPECT_GE(box->y, 0) << width;
      EXPECT_LE(box->x + box->width, width);
      EXPECT_LE(box->y + box->height, height);
    }
  }
}

TEST(Teams, InAFrameTooLowNoMarkIsLessThanNothing) {
  for (const double height : {40.0, 130.0, 150.0, 180.0}) {
    for (const auto& mark : charts::teams({480, height, 1}).marks) {
      if (const auto* rect = std::get_if<figure::Rect>(&mark.shape)) {
        EXPECT_GE(rect->width, 0) << height;
        EXPECT_GE(rect->height, 0) << height;
      }
    }
  }
}

TEST(Teams, ThreadsAreBlocksTimesWarpsTimes32) {
  const auto figure = charts::teams({});
  ASSERT_EQ(figure.table.rows.size(), 3u);
  EXPECT_THAT(figure.table.rows[0].cells.back(), HasSubstr("048"));
  EXPECT_THAT(figure.table.rows[1].cells, ElementsAre("a block", "8 warps", "256"));
  EXPECT_THAT(figure.table.rows[2].cells, ElementsAre("a warp", "32 threads", "32"));
}

}  // namespace teams_test
