// Which times can be compared, and which are noise.
#include "record/scatter.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scatter_test {

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

TEST(Scatter, ARatioIsKnownNoBetterThanItsTimes) {
  EXPECT_EQ(record::ratio_scatter({{1}, {1}, {1}, 40, 0}, {{2}, {2}, {2}, 40, 0}), record::as_fast);
  const double both = record::ratio_scatter(steady, steady);
  EXPECT_NEAR(both, record::scatter(steady) * std::sqrt(2.0), 1e-12);
  EXPECT_LT(both, record::rough) << "steady times have a ratio of three digits";
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
  // Evenly spread from 0.5 to 1.5: quartiles at 0.75 and 1.25, and 100 samples know the median to 10%.
  const double judged = record::scatter({{1}, {0.75}, {1.25}, 100, 0.3});
  EXPECT_GE(judged, 0.098);
  EXPECT_LE(judged, 0.3);
}

TEST(Same, TimesWhoseIntervalsMeet) {
  // 25 samples: a median is known to half of what lies between its quartiles, here 2%.
  const Times early{{1.00e-3}, {0.985e-3}, {1.025e-3}, 25, 0.02}, late{{1.03e-3}, {1.01e-3}, {1.05e-3}, 25, 0.02};
  EXPECT_TRUE(record::same_time(early, late)) << "1.02 ms at most, 1.01 ms at least";
  EXPECT_TRUE(record::same_time(late, early));
  const Times later{{1.05e-3}, {1.03e-3}, {1.07e-3}, 25, 0.02};
  EXPECT_FALSE(record::same_time(early, later)) << "1.02 ms at most, 1.03 ms at least";
  EXPECT_FALSE(record::same_time(later, early));
  const Times twice{{2e-3}, {2e-3}, {2e-3}, 25, 0};
  EXPECT_FALSE(record::same_time(early, twice));
  EXPECT_TRUE(record::same_time(early, {{2e-3}, {2e-3}, {2e-3}, 1, 0})) << "of one sample nothing is known";
}

TEST(Same, TimesThatDoNotScatterDifferByTwoPerCentAtLeast) {
  const auto exact = [](double seconds) { return Times{{seconds}, {seconds}, {seconds}, 30, 0}; };
  EXPECT_TRUE(record::same_time(exact(1e-3), exact(1e-3)));
  EXPECT_TRUE(record::same_time(exact(1e-3), exact(1.019e-3)));
  EXPECT_FALSE(record::same_time(exact(1e-3), exact(1.021e-3)));
  EXPECT_FALSE(record::same_time(exact(1.021e-3), exact(1e-3)));
}

TEST(Same, CountsThatAreTooNearSayHowGoodTheCountersAre) {
  using enum record::Tier;
  EXPECT_EQ(record::too_near({304'384}, {167'424}, counters), base::Bytes{200'000});
  EXPECT_EQ(record::too_near({268'375'104}, {268'431'808}, counters), base::Bytes{1'342'159});
  EXPECT_FALSE(record::too_near({304'384}, {167'424}, counted));
  EXPECT_FALSE(record::too_near({304'384}, {304'384}, counters)) << "the same, and nothing more to say";
  EXPECT_FALSE(record::too_near({536'870'912}, {268'435'456}, counters));
}

TEST(Same, BytesAsFarAsTheirTierCanTell) {
  using enum record::Tier;
  const auto same = [](std::int64_t a, std::int64_t b, record::Tier tier) {
    EXPECT_EQ(record::same_bytes({a}, {b}, tier), record::same_bytes({b}, {a}, tier));
    return record::same_bytes({a}, {b}, tier);
  };
  EXPECT_TRUE(same(268'375'104, 268'431'808, counters));
  EXPECT_FALSE(same(268'375'104, 268'431'808, counted)) << "by construction there is no noise";
  EXPECT_TRUE(same(268'431'808, 268'431'808, counted));
  EXPECT_TRUE(same(995'000'000, 1'000'000'000, counters)) << "half a per cent of the larger";
  EXPECT_FALSE(same(994'999'999, 1'000'000'000, counters));
  EXPECT_TRUE(same(8'000'000, 8'200'000, counters)) << "0.2 MB";
  EXPECT_FALSE(same(8'000'000, 8'200'001, counters));
}

}  // namespace scatter_test
