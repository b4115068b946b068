// Quartiles, noise and how well a median is known.
#include "record/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace statistics_test {

TEST(Summarise, InterpolatesQuartiles) {
  const auto times = record::summarise(std::vector<double>{4, 1, 3, 2});
  EXPECT_DOUBLE_EQ(times.median.value, 2.5);
  EXPECT_DOUBLE_EQ(times.q1.value, 1.75);
  EXPECT_DOUBLE_EQ(times.q3.value, 3.25);
  EXPECT_EQ(times.n, 4);
  EXPECT_NEAR(times.noise, std::sqrt(5.0 / 3) / 2.5, 1e-12);
}

TEST(Summarise, OneSampleHasNoNoise) {
  const auto times = record::summarise(std::vector<double>{2});
  EXPECT_EQ(times.median.value, 2);
  EXPECT_EQ(times.q1.value, 2);
  EXPECT_EQ(times.noise, 0);
}

TEST(Summarise, OneOutlierMovesNoiseButNotTheMedian) {
  std::vector<double> samples(99, 1.0);
  samples.push_back(100);
  const auto times = record::summarise(samples);
  EXPECT_EQ(times.median.value, 1);
  EXPECT_GT(times.noise, 1);
}

TEST(MedianError, NeedsSixSamples) {
  EXPECT_TRUE(std::isinf(record::median_error(std::vector<double>(5, 1.0))));
  EXPECT_EQ(record::median_error(std::vector<double>(6, 1.0)), 0);
}

TEST(MedianError, CoversTheTrueMedianNineteenTimesInTwenty) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(1.0, 0.1);
  int covered = 0;
  constexpr int rounds = 2000;
  for (int r = 0; r < rounds; ++r) {
    std::vector<double> samples(25);
    for (double& x : samples) x = normal(random);
    const double error = record::median_error(samples), median = record::summarise(samples).median.value;
    covered += std::abs(median - 1) <= error * median;
  }
  EXPECT_GT(covered, rounds * 93 / 100);
  EXPECT_LT(covered, rounds * 995 / 1000) << "an interval this wide would never stop";
}

TEST(MedianError, OfTwoHumpsStaysLarge) {
  std::vector<double> samples;
  for (int i = 0; i < 100; ++i) samples.push_back(i % 2 == 0 ? 1.0 : 2.0);
  EXPECT_GT(record::median_error(samples), 0.3);
}

}  // namespace statistics_test
