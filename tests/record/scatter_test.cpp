// Which times can be compared, and which are noise.
#include "record/scatter.hpp"

#include <gtest/gtest.h>

namespace {

using record::comparable;
using record::Times;

constexpr Times steady{{1e-3}, {0.97e-3}, {1.06e-3}, 40, 0.05};

TEST(Scatter, SteadyTimesCanBeCompared) {
  EXPECT_LT(record::scatter(steady), 0.05);
  EXPECT_TRUE(comparable(steady, steady));
  EXPECT_FALSE(comparable(steady, Times{{1e-3}, {1e-3}, {1e-3}, 1, 0})) << "of one sample nobody knows its scatter";
}

TEST(Scatter, OneNoisyMedianIsEnoughToSpoilARatio) {
  const Times noisy{{1e-6}, {0.8e-6}, {250e-6}, 30, 4};
  EXPECT_GT(record::scatter(noisy), 10);
  EXPECT_FALSE(comparable(noisy, steady));
  EXPECT_FALSE(comparable(steady, noisy));
}

TEST(Scatter, ManySamplesKnowTheirMedianBetterThanFew) {
  Times wide{{1e-3}, {0.7e-3}, {1.5e-3}, 4, 0.5};
  EXPECT_FALSE(comparable(wide, steady));
  wide.n = 200;
  EXPECT_TRUE(comparable(wide, steady));
}

TEST(Scatter, ButNotTheMiddleOfTwoHumps) {
  EXPECT_FALSE(comparable({{2.5}, {0.01}, {5}, 200, 1}, steady));
}

TEST(Scatter, IsNoWorseThanTheSamplesOwnInterval) {
  // Evenly spread from 0.5 to 1.5: quartiles at 0.75 and 1.25, and 100 samples know the median to 10 %.
  const double judged = record::scatter({{1}, {0.75}, {1.25}, 100, 0.3});
  EXPECT_GE(judged, 0.098);
  EXPECT_LE(judged, 0.3);
}

}  // namespace
