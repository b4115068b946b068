// What a window says that it cost.
#include "ui/statistics.hpp"

#include <gmock/gmock.h>

namespace statistics_test {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

TEST(Statistics, OfAHundredPlayingFramesOneMayBeLonger) {
  ui::Statistics statistics;
  EXPECT_THAT(statistics.report(), Not(HasSubstr("playing")));
  for (int i = 100; i >= 1; --i) statistics.playing(milliseconds(i));
  EXPECT_THAT(statistics.report(),
              HasSubstr("playing frame p99: 99.0 ms by the clock (of 100; median 50.5, longest 100.0)\n"));
  statistics.playing(milliseconds(101));
  EXPECT_THAT(statistics.report(), HasSubstr("p99: 100.0 ms")) << "of 101 it is still one";
}

TEST(Statistics, OneFrameIsItsOwnLongest) {
  ui::Statistics statistics;
  statistics.playing(milliseconds(7));
  EXPECT_THAT(statistics.report(), HasSubstr("p99: 7.0 ms by the clock (of 1; median 7.0, longest 7.0)"));
}

}  // namespace statistics_test
