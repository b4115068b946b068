// FSRS-6 against what its reference implementations publish for the default weights.
#include "lesson/fsrs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace fsrs_test {

using lesson::Memory;
using lesson::Recalled;

/// fsrs-rs and py-fsrs, test of the memory's state: again, then good after 0, 1, 3, 8 and 21 days.
TEST(Fsrs, AMemoryIsThePublishedOne) {
  Memory memory = lesson::first_memory(Recalled::again);
  for (const int days : {0, 1, 3, 8, 21}) memory = lesson::next_memory(memory, days, Recalled::good);
  EXPECT_NEAR(memory.stability, 53.62691, 1e-4);
  EXPECT_NEAR(memory.difficulty, 6.3574867, 1e-4);
}

/// py-fsrs, test of a card's reviews: its days are 0 (learning), 2, 11, 46, 163, 498, 0, 0 (learning anew), 2, 4, 7,
/// 12, 21.
TEST(Fsrs, DaysAreThePublishedOnes) {
  constexpr auto again = Recalled::again, good = Recalled::good;
  const std::vector<std::pair<Recalled, int>> reviews = {{good, 2},   {good, 11}, {good, 46}, {good, 163},
                                                         {good, 498}, {again, 0}, {again, 0}, {good, 2},
                                                         {good, 4},   {good, 7},  {good, 12}, {good, 21}};
  Memory memory = lesson::first_memory(good);
  int days = 0;  // the second review is ten minutes after the first
  for (const auto& [recalled, expected] : reviews) {
    memory = lesson::next_memory(memory, days, recalled);
    days = recalled == again ? 0 : lesson::days_until_due(memory);
    EXPECT_EQ(days, expected);
  }
}

TEST(Fsrs, FirstMemoriesAreTheWeights) {
  EXPECT_EQ(lesson::first_memory(Recalled::again).stability, 0.212);
  EXPECT_EQ(lesson::first_memory(Recalled::hard).stability, 1.2931);
  EXPECT_EQ(lesson::first_memory(Recalled::good).stability, 2.3065);
  EXPECT_EQ(lesson::first_memory(Recalled::easy).stability, 8.2956);
  EXPECT_EQ(lesson::first_memory(Recalled::again).difficulty, 6.4133);
  EXPECT_NEAR(lesson::first_memory(Recalled::good).difficulty, 6.4133 - std::exp(2 * 0.8334) + 1, 1e-12);
  EXPECT_EQ(lesson::first_memory(Recalled::easy).difficulty, 1);
}

TEST(Fsrs, NineOfTenAreRememberedWhenACardIsDue) {
  const Memory memory{50, 5};
  EXPECT_EQ(lesson::recall_chance(memory, 0), 1);
  EXPECT_NEAR(lesson::recall_chance(memory, 50), 0.9, 1e-12);
  EXPECT_LT(lesson::recall_chance(memory, 51), 0.9);
  EXPECT_EQ(lesson::days_until_due(memory), 50);
  EXPECT_EQ(lesson::recall_chance(memory, -3), 1) << "a clock that was set back";
}

TEST(Fsrs, StaysWithinItsBounds) {
  constexpr std::array all = {Recalled::again, Recalled::hard, Recalled::good, Recalled::easy};
  for (const Recalled one : all) {
    Memory memory = lesson::first_memory(one);
    for (int i = 0; i < 60; ++i) {
      memory = lesson::next_memory(memory, lesson::days_until_due(memory), one);
      EXPECT_GE(memory.difficulty, 1);
      EXPECT_LE(memory.difficulty, 10);
      EXPECT_GE(memory.stability, 0.001);
      EXPECT_TRUE(std::isfinite(memory.stability));
      EXPECT_GE(lesson::days_until_due(memory), 1);
      EXPECT_LE(lesson::days_until_due(memory), 36500);
    }
  }
}

TEST(Fsrs, BetterMemoriesLastLonger) {
  const Memory memory{10, 5};
  const auto after = [&](Recalled recalled) { return lesson::next_memory(memory, 10, recalled).stability; };
  EXPECT_LT(after(Recalled::again), memory.stability);
  EXPECT_GT(after(Recalled::hard), memory.stability);
  EXPECT_GT(after(Recalled::good), after(Recalled::hard));
  EXPECT_GT(after(Recalled::easy), after(Recalled::good));
}

}  // namespace fsrs_test
