// The file of reviews: read back as it was written; half a line, another version and days to come do no harm.
#include "lesson/reviews.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reviews_test {

using lesson::Day;
using lesson::Recalled;
using lesson::Review;
using std::chrono::days;
using testing::HasSubstr;

Day day(std::string_view text) {
  return lesson::day_of(text).value();
}

const std::string two = lesson::review_line({"01/four", Recalled::good, day("2026-11-26")}) +
                        lesson::review_line({"05/0123", Recalled::again, day("2026-11-27")});

TEST(Reviews, ALineIsReadAsItWasWritten) {
  EXPECT_EQ(lesson::review_line({"01/four", Recalled::hard, day("2026-02-03")}),
            "{\"onetrip_review\":1,\"card\":\"01/four\",\"recalled\":\"hard\",\"on\":\"2026-02-03\"}\n");
  const auto read = lesson::read_reviews(two, "recall.jsonl");
  ASSERT_EQ(read.all.size(), 2u);
  EXPECT_EQ(read.all[1], (Review{"05/0123", Recalled::again, day("2026-11-27")}));
  EXPECT_TRUE(read.flaws.empty());
  EXPECT_EQ(read.whole, two.size());
  EXPECT_TRUE(lesson::read_reviews("", "f").all.empty());
}

TEST(Reviews, AHalfWrittenLastLineIsLeftOut) {
  const std::size_t first = two.find('\n') + 1;
  for (std::size_t cut = first + 1; cut + 1 < two.size(); ++cut) {
    const auto read = lesson::read_reviews(std::string_view(two).substr(0, cut), "f");
    ASSERT_EQ(read.all.size(), 1u) << cut;
    EXPECT_EQ(read.torn, 2) << cut;
    EXPECT_EQ(read.whole, first) << cut;
    EXPECT_TRUE(read.flaws.empty()) << cut;
  }
  const auto unended = lesson::read_reviews(std::string_view(two).substr(0, two.size() - 1), "f");
  EXPECT_EQ(unended.all.size(), 2u) << "only the line's end is missing";
  EXPECT_EQ(unended.torn, 0);
}

TEST(Reviews, LinesThatCannotBeUsedAreNamed) {
  const auto flaws = [](const std::string& line) {
    const auto read = lesson::read_reviews(line + "\n" + two, "f");
    EXPECT_EQ(read.all.size(), 2u) << line;
    EXPECT_EQ(read.flaws.size(), 1u) << line;
    return read.flaws.empty() ? std::string() : read.flaws[0].message;
  };
  EXPECT_THAT(flaws("hello"), HasSubstr("not a line of a file of reviews"));
  EXPECT_THAT(flaws("{\"onetrip_review\":\"x\"}"), HasSubstr("not a line"));
  EXPECT_THAT(flaws("{\"onetrip_review\":1,\"card\":\"a\",\"recalled\":\"fine\",\"on\":\"2026-11-26\"}"),
              HasSubstr("lacks"));
  EXPECT_THAT(flaws("{\"onetrip_review\":1,\"card\":\"a\",\"recalled\":\"good\",\"on\":\"2026-13-26\"}"),
              HasSubstr("lacks"));
  EXPECT_THAT(flaws("{\"onetrip_review\":1,\"card\":7,\"recalled\":\"good\",\"on\":\"2026-11-26\"}"),
              HasSubstr("lacks"));
  EXPECT_THAT(flaws(std::string(5000, 'x')), HasSubstr("not a line"));
}

TEST(Reviews, OfALaterVersionAreNotTouched) {
  const std::string later = two + "{\"onetrip_review\":2,\"deck\":[]}\n";
  const auto read = lesson::read_reviews(later, "f");
  EXPECT_TRUE(read.newer);
  EXPECT_EQ(read.all.size(), 2u);
  const auto unended = lesson::read_reviews(later.substr(0, later.size() - 1), "f");
  EXPECT_TRUE(unended.newer);
  EXPECT_EQ(unended.torn, 0) << "nothing of it is taken off";
  const auto half = lesson::read_reviews(two + "{\"onetrip_review\":2,\"de", "f");
  EXPECT_TRUE(half.newer) << "nor of half a line";
  EXPECT_EQ(half.torn, 0);
}

TEST(Reviews, ADayToComeCountsAsToday) {
  const auto read = lesson::read_reviews(two, "f");
  const Day today = day("2026-11-26");
  const auto states = lesson::card_states(read, today);
  EXPECT_EQ(states.at("05/0123").last, today);
  EXPECT_EQ(states.at("05/0123").due(), today + days(1));
  EXPECT_EQ(lesson::asked_on(read, today), 1) << "and takes no card from today";
}

TEST(Reviews, StatesFollowTheReviews) {
  std::string text;
  const Day start = day("2026-01-01");
  text += lesson::review_line({"a", Recalled::again, start});
  for (const int after : {0, 1, 4, 12, 33}) text += lesson::review_line({"a", Recalled::good, start + days(after)});
  const auto states = lesson::card_states(lesson::read_reviews(text, "f"), start + days(100));
  EXPECT_NEAR(states.at("a").memory.stability, 53.62691, 1e-4) << "after 0, 1, 3, 8 and 21 days, as published";
  EXPECT_EQ(states.at("a").due(), start + days(33 + 54));
  EXPECT_EQ(states.at("a").reviews, 6);
}

TEST(Reviews, DaysAreChecked) {
  EXPECT_EQ(lesson::day_text(day("2024-02-29")), "2024-02-29");
  for (const char* wrong :
       {"", "2026-02-30", "2026-2-3", "2026/02/03", "20260203xx", "2026-00-10", "-026-01-01", "2026--1-01"})
    EXPECT_FALSE(lesson::day_of(wrong)) << wrong;
}

}  // namespace reviews_test
