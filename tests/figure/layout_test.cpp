// Labels kept apart: along a line, beside a plot, around points.
#include "figure/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace layout_test {

using namespace figure;

TEST(PushApart, LeavesAloneWhatFits) {
  EXPECT_THAT(push_apart({{10, 8}, {90, 8}, {50, 8}}, 2, 0, 100), testing::ElementsAre(10, 90, 50));
  EXPECT_TRUE(push_apart({}, 2, 0, 100).empty());
}

TEST(PushApart, SharesTheShift) {
  EXPECT_THAT(push_apart({{50, 10}, {50, 10}}, 0, 0, 100), testing::ElementsAre(45, 55));
  EXPECT_THAT(push_apart({{52, 10}, {48, 10}}, 2, 0, 100), testing::ElementsAre(56, 44)) << "order of the wanted kept";
  EXPECT_THAT(push_apart({{2, 10}, {98, 10}}, 0, 0, 100), testing::ElementsAre(5, 95)) << "inside the range";
}

TEST(PushApart, NeverOverlapsWhereThereIsRoom) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-20, 220), size(4, 20);
  for (int round = 0; round < 500; ++round) {
    std::vector<Extent> extents(8);
    for (Extent& extent : extents) extent = {place(random), size(random)};
    const auto centres = push_apart(extents, 3, 0, 200);  // at most 8 * 20 + 7 * 3 = 181 are needed
    for (std::size_t i = 0; i < extents.size(); ++i) {
      ASSERT_GE(centres[i] - extents[i].size / 2, -1e-9);
      ASSERT_LE(centres[i] + extents[i].size / 2, 200 + 1e-9);
      for (std::size_t k = i + 1; k < extents.size(); ++k) {
        ASSERT_GE(std::abs(centres[i] - centres[k]), (extents[i].size + extents[k].size) / 2 + 3 - 1e-9);
        ASSERT_EQ(extents[i].wanted < extents[k].wanted, centres[i] < centres[k]);
      }
    }
  }
}

TEST(PushApart, PressesTogetherWhatCannotFit) {
  const auto centres = push_apart({{0, 20}, {5, 20}, {9, 20}}, 0, 0, 40);
  EXPECT_THAT(centres, testing::ElementsAre(10, 20, 30));
}

TEST(SideLabels, LeadersOnlyWhereNeeded) {
  const SideLabel near{{96, 50}, {{}, "alone"}, "a"};
  const auto alone = side_labels({near}, {100, 0, 200});
  ASSERT_EQ(alone.size(), 1u);
  const Text& text = std::get<Text>(alone[0].shape);
  EXPECT_EQ(text.at.x, 100);
  EXPECT_GT(text.at.y, 50) << "the baseline lies below the middle";
  EXPECT_EQ(alone[0].id, "a");

  const SideLabel close{{96, 52}, {{}, "another"}, "b", Stage::model};
  const auto crowded = side_labels({near, close}, {100, 0, 200});
  ASSERT_EQ(crowded.size(), 4u);
  EXPECT_EQ(crowded[2].from, Stage::model) << "the leader appears with its label";
  EXPECT_EQ(overlap(bounds(std::get<Text>(crowded[1].shape)), bounds(std::get<Text>(crowded[3].shape))), 0);
}

TEST(LabelPlacer, PrefersTheRightAndAvoidsWhatIsThere) {
  LabelPlacer placer({0, 0, 400, 300});
  const Text first = placer.place({{}, "fused"}, {100, 100});
  EXPECT_EQ(first.anchor, Anchor::start);
  EXPECT_GT(first.at.x, 100);
  const Text second = placer.place({{}, "unfused"}, {102, 103});
  EXPECT_EQ(overlap(bounds(first), bounds(second)), 0);
  const Text at_edge = placer.place({{}, "at the edge"}, {396, 200});
  EXPECT_LE(bounds(at_edge).x + bounds(at_edge).width, 400);
}

TEST(LabelPlacer, KeepsOffLines) {
  LabelPlacer placer({0, 0, 400, 300});
  const Polyline roof{{{100, 150}, {400, 150}}, {}};
  placer.keep_clear(roof);
  placer.keep_clear(Box{0, 120, 90, 60});
  const Text text = placer.place({{}, "a dot on the roof"}, {150, 150});
  EXPECT_EQ(length_inside(bounds(text), {100, 150}, {400, 150}), 0);
}

TEST(LabelPlacer, TwelveDotsInAHeapStayReadable) {
  LabelPlacer placer({0, 0, 600, 400});
  std::vector<Box> boxes;
  for (int i = 0; i < 12; ++i) {
    const Point dot{300.0 + i % 4 * 20, 200.0 + i / 4 * 14};
    boxes.push_back(bounds(placer.place({{}, "plan " + std::to_string(i), 12}, dot)));
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = i + 1; k < boxes.size(); ++k) {
      EXPECT_LT(overlap(boxes[i], boxes[k]), 0.2 * boxes[i].width * boxes[i].height) << i << " and " << k;
    }
  }
}

TEST(Box, BoundsOfText) {
  Text text{{100, 100}, "middle", 20};
  text.anchor = Anchor::middle;
  const Box flat = bounds(text);
  EXPECT_NEAR(flat.x + flat.width / 2, 100, 1e-9);
  text.upward = true;
  const Box up = bounds(text);
  EXPECT_NEAR(up.height, flat.width, 1e-9);
  EXPECT_NEAR(up.y + up.height / 2, 100, 1e-9);
  EXPECT_LT(up.x, 100);
}

TEST(Box, LengthInside) {
  const Box box{0, 0, 10, 10};
  EXPECT_NEAR(length_inside(box, {-5, 5}, {15, 5}), 10, 1e-9);
  EXPECT_NEAR(length_inside(box, {5, 5}, {5, 20}), 5, 1e-9);
  EXPECT_EQ(length_inside(box, {-5, 11}, {15, 11}), 0);
  EXPECT_NEAR(length_inside(box, {0, 0}, {10, 10}), std::sqrt(200.0), 1e-9);
}

}  // namespace layout_test
