// The HTML page of a lesson whose students mark arrows.
#include "lesson/loader.hpp"
#include "publish/lesson_html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace page_arrows_test {

using testing::HasSubstr;
using testing::Not;

/// A step of the page up to its reveal.
std::string asked_part(const std::string& page, int step) {
  const std::size_t from = page.find("id=\"step-" + std::to_string(step) + "\"");
  const std::size_t to = page.find("class=\"reveal\"", from);
  return from == std::string::npos || to == std::string::npos ? std::string() : page.substr(from, to - from);
}

TEST(PageArrows, StandAboveTheirQuestionAndDoNotTellTheCount) {
  const auto lesson = lesson::find("02");
  ASSERT_TRUE(lesson);
  const auto findings = publish::findings_of(*lesson, nullptr, machine::device_named("h200").value());
  ASSERT_TRUE(findings);
  const std::string page = publish::lesson_html(*lesson, *findings, {});
  for (const int step : {1, 2}) {
    const std::string asked = asked_part(page, step);
    EXPECT_THAT(asked, HasSubstr("<svg")) << step;
    EXPECT_THAT(asked, HasSubstr("K1 reads x")) << step;
    EXPECT_THAT(asked, Not(HasSubstr("0 crossings"))) << step;
  }
}

}  // namespace page_arrows_test
