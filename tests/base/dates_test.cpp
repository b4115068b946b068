// Dates and medians.
#include "base/dates.hpp"

#include "base/median.hpp"

#include <gmock/gmock.h>

namespace dates_test {

TEST(Dates, AreIsoInUtc) {
  EXPECT_THAT(base::today(), testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]"));
  EXPECT_THAT(base::now_utc(),
              testing::MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

TEST(Dates, AreToldToTheMinute) {
  EXPECT_EQ(base::minute("2026-11-21T07:00:59Z"), "2026-11-21, 07:00 UTC");
  EXPECT_EQ(base::minute("2026-11-21"), "2026-11-21");
}

TEST(Dates, AreOfTheCalendar) {
  for (const char* date : {"2026-11-21", "2024-02-29", "2026-11-21T19:03:40Z", "1999-12-31T23:59:60Z"})
    EXPECT_TRUE(base::is_date(date)) << date;
  for (const char* date : {"", "2026", "2026-02-31", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-21T24:00:00Z",
                           "2026-11-21T19:60:00Z", "2026-11-21 19:03:40", "2026-11-21T19:03:40", "26-11-2026", "today",
                           "2026-11-21T19:03:40Z "})
    EXPECT_FALSE(base::is_date(date)) << date;
}

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoThere) {
  EXPECT_EQ(base::median({3}), 3);
  EXPECT_EQ(base::median({9, 1, 4}), 4);
  EXPECT_EQ(base::median({9, 1, 4, 2}), 3);
}

}  // namespace dates_test
