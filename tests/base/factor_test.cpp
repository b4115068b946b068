// A ratio as a sentence says it.
#include "base/factor.hpp"

#include <gtest/gtest.h>

namespace factor_test {

TEST(Factor, LosesTheZerosAtItsEndButNotNearOne) {
  EXPECT_EQ(base::show_factor(2), "2");
  EXPECT_EQ(base::show_factor(2.7), "2.7");
  EXPECT_EQ(base::show_factor(0.5), "0.5");
  EXPECT_EQ(base::show_factor(1), "1");
  EXPECT_EQ(base::show_factor(1.001), "1.00") << "measured: as near as that";
  EXPECT_EQ(base::show_factor(1.0549), "1.05");
  EXPECT_EQ(base::show_factor(1.5), "1.5");
  EXPECT_EQ(base::show_factor(200), "200");
  EXPECT_EQ(base::show_rough_factor(1.984), "about 2.0");
}

}  // namespace factor_test
