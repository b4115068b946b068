// Axes: round ticks, whole decades, labels that can be read aloud.
#include "figure/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace axis_test {

using testing::ElementsAre;

std::vector<std::string> labels(const figure::Axis& axis) {
  std::vector<std::string> out;
  for (const auto& tick : axis.ticks) {
    std::string label = tick.label;
    // The narrow space would be invisible in the expectations below.
    for (std::size_t at = label.find("\u202F"); at != std::string::npos; at = label.find("\u202F"))
      label.replace(at, 3, " ");
    out.push_back(label);
  }
  return out;
}

TEST(LinearAxis, TicksAreRoundAndReachTheMost) {
  EXPECT_THAT(labels(figure::linear_axis(4, 0, 100)), ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THAT(labels(figure::linear_axis(7, 0, 100)), ElementsAre("0", "2", "4", "6", "8"));
  EXPECT_THAT(labels(figure::linear_axis(1.1, 0, 100)), ElementsAre("0", "0.25", "0.50", "0.75", "1.00", "1.25"));
  EXPECT_THAT(labels(figure::linear_axis(0.3, 0, 100, 3)), ElementsAre("0", "0.1", "0.2", "0.3"));
}

TEST(LinearAxis, LargeNumbersShareOnePrefix) {
  EXPECT_THAT(labels(figure::linear_axis(4294967296.0, 0, 100)), ElementsAre("0", "1 G", "2 G", "3 G", "4 G", "5 G"));
  EXPECT_THAT(labels(figure::linear_axis(1.1e9, 0, 100, 5, "B")),
              ElementsAre("0", "0.25 GB", "0.50 GB", "0.75 GB", "1.00 GB", "1.25 GB"));
  EXPECT_THAT(labels(figure::linear_axis(0.0042, 0, 100, 5, "s")),
              ElementsAre("0", "1 ms", "2 ms", "3 ms", "4 ms", "5 ms"));
}

TEST(LinearAxis, NothingToShowIsStillAnAxis) {
  const auto axis = figure::linear_axis(0, 0, 100);
  EXPECT_EQ(axis.to, 1);
  EXPECT_EQ(axis.ticks.front().label, "0");
}

TEST(LinearAxis, NeverMoreTicksThanAskedAndNoneMissing) {
  for (double most = 1e-9; most < 1e15; most *= 1.37) {
    for (int ticks : {1, 2, 5, 8}) {
      const auto axis = figure::linear_axis(most, 0, 1, ticks);
      ASSERT_GE(axis.to, most * (1 - 1e-9)) << most;
      ASSERT_LE(axis.ticks.size(), static_cast<std::size_t>(ticks) + 1) << most;
      ASSERT_GE(axis.ticks.size(), 2u) << most;
      ASSERT_NEAR(axis.ticks.back().value, axis.to, axis.to * 1e-12);
      auto seen = labels(axis);
      std::sort(seen.begin(), seen.end());
      ASSERT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << "two ticks read the same at " << most;
    }
  }
}

TEST(DecadeAxis, WholeDecadesAroundTheRange) {
  const auto axis = figure::decade_axis(0.13, 240, 0, 400);
  EXPECT_DOUBLE_EQ(axis.from, 0.1);
  EXPECT_DOUBLE_EQ(axis.to, 1000);
  EXPECT_THAT(labels(axis), ElementsAre("0.1", "1", "10", "100", "1 k"));
  EXPECT_THAT(labels(figure::decade_axis(1, 1000, 0, 1)), ElementsAre("1", "10", "100", "1 k"));
  EXPECT_THAT(labels(figure::decade_axis(10, 10, 0, 1)), ElementsAre("10", "100"));
}

TEST(DecadeAxis, UnitsTakeThePrefix) {
  EXPECT_THAT(labels(figure::decade_axis(2e10, 6e13, 0, 1, "FLOP/s")),
              ElementsAre("10 GFLOP/s", "100 GFLOP/s", "1 TFLOP/s", "10 TFLOP/s", "100 TFLOP/s"));
  EXPECT_THAT(labels(figure::decade_axis(1e-6, 1, 0, 1, "s")),
              ElementsAre("1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"));
}

TEST(DecadeAxis, ManyDecadesAreLabelledSparingly) {
  const auto axis = figure::decade_axis(1e-3, 1e9, 0, 1);
  EXPECT_EQ(axis.ticks.size(), 13u);
  EXPECT_EQ(axis.ticks[0].label, "1\u202Fm");
  EXPECT_EQ(axis.ticks[1].label, "");
}

TEST(Axis, LabelsOfALowAxisKeepApart) {
  const auto axis = figure::decade_axis(1, 1e4, 60, 0, {}, 16);
  ASSERT_EQ(axis.ticks.size(), 5u) << "each decade has its line";
  EXPECT_THAT(labels(axis), ElementsAre("1", "", "100", "", "10 k"));
  EXPECT_THAT(labels(figure::decade_axis(1, 1e4, 80, 0, {}, 16)), ElementsAre("1", "10", "100", "1 k", "10 k"));
  EXPECT_THAT(labels(figure::decade_axis(1, 100, 4, 0, {}, 16)), ElementsAre("1", "", "100"));
}

TEST(Axis, PlaceAndValueAreInverse) {
  for (const auto& axis : {figure::decade_axis(0.01, 1e13, 500, 40), figure::linear_axis(37, 80, 900)}) {
    for (double place : {41.0, 100.0, 333.25, 499.0}) EXPECT_NEAR(axis.place(axis.value(place)), place, 1e-9);
    EXPECT_NEAR(axis.place(axis.from), axis.begin, 1e-9);
    EXPECT_NEAR(axis.place(axis.to), axis.end, 1e-9);
  }
  const auto decades = figure::decade_axis(1, 100, 0, 200);
  EXPECT_NEAR(decades.place(10), 100, 1e-9);
  EXPECT_NEAR(decades.place(0.1), -100, 1e-9) << "not clamped";
}

}  // namespace axis_test
