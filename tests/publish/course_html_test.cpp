// The course's map as a page: every lesson and step, in their parts and classes, and a list without the script.
#include "publish/course_html.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace course_html_test {

using publish::CoursePage;
using ::testing::HasSubstr;
using ::testing::Not;

lesson::Lesson lesson_of(const std::string& id, const std::string& title, int minutes, const std::string& goal) {
  lesson::Lesson lesson;
  lesson.id = id;
  lesson.title = title;
  lesson.minutes = minutes;
  lesson.goal = goal;
  for (const char* step : {"Begin", "Count & compare"}) {
    lesson.steps.emplace_back();
    lesson.steps.back().title = step;
  }
  return lesson;
}

CoursePage three() {
  CoursePage page;
  page.lessons = {lesson_of("01", "Trucks", 20, "Count **trips**."), lesson_of("02", "Kernels <fast>", 50, "Fuse."),
                  lesson_of("90", "Extra", 5, "More.")};
  page.map.parts = {{"A Trips", {{1, {"01"}}, {2, {"02", "77"}}}}, {"B Nothing yet", {{3, {"88"}}}}};
  page.map.needs["02"] = {"01"};
  page.command = "onetrip lesson page all";
  return page;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(CourseHtml, HasPartsClassesGoalsAndMinutes) {
  const std::string html = publish::course_html(three());
  for (const char* part : {"<h2>A Trips</h2>", "Class 1 <span class=\"quiet\">(20 min)", "Class 2", "50 min",
                           "<strong>trips</strong>", "3 lessons, 1 h 15 min", "Builds on 01", "More lessons"})
    EXPECT_THAT(html, HasSubstr(part));
  EXPECT_THAT(html, Not(HasSubstr("B Nothing yet"))) << "no lesson of it is there";
  EXPECT_THAT(html, Not(HasSubstr("77")));
  EXPECT_THAT(html, HasSubstr("Kernels &lt;fast&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("Kernels <fast>")));
}

TEST(CourseHtml, LeadsToEachLessonAndStep) {
  const std::string html = publish::course_html(three());
  for (const char* id : {"01", "02", "90"}) {
    EXPECT_EQ(count(html, fmt::format("href=\"lesson-{}.html\"", id)), 1) << id;
    for (const int step : {1, 2}) EXPECT_EQ(count(html, fmt::format("href=\"lesson-{}.html#step-{}\"", id, step)), 1);
  }
  EXPECT_THAT(html, HasSubstr("Count &amp; compare"));
}

/// Nothing is hidden by the page itself but the box, which would do nothing; and nothing is fetched.
TEST(CourseHtml, WithoutItsScriptIsAList) {
  const std::string html = publish::course_html(three());
  const std::string list = html.substr(0, html.find("<script>"));
  EXPECT_EQ(count(list, " hidden>"), 1);
  EXPECT_THAT(list, HasSubstr("role=\"search\" hidden>"));
  EXPECT_EQ(count(html, "<script"), 1);
  EXPECT_EQ(count(html, "</script>"), 1);
  for (const char* outside : {"src=", "http:", "https:", "@import", "fetch(", "XMLHttpRequest"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

/// What the script looks for is there.
TEST(CourseHtml, HasWhatItsScriptLooksFor) {
  const std::string html = publish::course_html(three());
  for (const char* id : {"find", "found", "keys", "map", "search"}) {
    EXPECT_EQ(count(html, fmt::format("id=\"{}\"", id)), 1) << id;
    EXPECT_THAT(html, HasSubstr(fmt::format("getElementById(\"{}\")", id)));
  }
  for (const char* name : {"data-none=\"", "data-one=\"", "data-many=\"{n} "}) EXPECT_THAT(html, HasSubstr(name));
  EXPECT_EQ(count(html, "class=\"lesson\""), 3);
  EXPECT_EQ(count(html, "class=\"name\""), 3);
  EXPECT_EQ(count(html, "class=\"goal\""), 3);
}

TEST(CourseHtml, ALessonsPageLeadsBackAndOn) {
  const auto lessons = three().lessons;
  const std::string first = publish::course_nav(lessons, 0), middle = publish::course_nav(lessons, 1),
                    last = publish::course_nav(lessons, 2);
  for (const std::string& nav : {first, middle, last}) EXPECT_THAT(nav, HasSubstr("href=\"index.html\""));
  EXPECT_EQ(count(first, "<a "), 2);
  EXPECT_EQ(count(middle, "<a "), 3);
  EXPECT_THAT(middle, HasSubstr("lesson-01.html"));
  EXPECT_THAT(middle, HasSubstr("lesson-90.html"));
  EXPECT_EQ(count(last, "<a "), 2);
}

}  // namespace course_html_test
