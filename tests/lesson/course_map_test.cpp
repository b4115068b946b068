// How the course is taught: parts, classes, what a lesson builds on, and the talk; every mistake at its place.
#include "lesson/course_map.hpp"

#include "base/resources.hpp"
#include "golden.hpp"
#include "lesson/course_file.hpp"
#include "lesson/course_lint.hpp"
#include "lesson/glossary.hpp"
#include "lesson/loader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace course_map_test {

using testing::ElementsAre;
using testing::HasSubstr;

/// course.toml with a line of lessons and this below it, which begins in line 2.
base::Expected<lesson::CourseFile> read(const std::string& text) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "course.toml";
  std::ofstream(path, std::ios::binary) << "lessons = [\"01-one\", \"02-two\"]\n" << text;
  return lesson::read_course_file(path);
}

std::vector<std::string> mistakes(const std::string& text) {
  std::vector<std::string> out;
  const auto found = read(text);
  EXPECT_FALSE(found);
  if (found) return out;
  for (const auto& d : found.error())
    out.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message);
  return out;
}

TEST(CourseMap, ReadsPartsAndClasses) {
  const auto file = read(R"([[parts]]
title = "A Trips"
classes = ["01 02", "03"]
[[parts]]
title = "B Rows"
classes = ["08"]
[[needs]]
lesson = "08"
first = ["01", "03"]
[[talk]]
task = "01/count"
minutes = 3
[[talk]]
task = "02/fused"
minutes = 4
)");
  ASSERT_TRUE(file) << base::render(file.error());
  const lesson::CourseMap& map = file->map;
  ASSERT_EQ(map.parts.size(), 2u);
  EXPECT_THAT(map.parts[0].classes[0].lessons, ElementsAre("01", "02"));
  EXPECT_EQ(map.part_of("08")->title, "B Rows");
  EXPECT_EQ(map.class_of("08")->number, 3) << "classes are counted through all parts";
  EXPECT_EQ(map.class_of("99"), nullptr);
  EXPECT_EQ(map.part_of("99"), nullptr);
  EXPECT_THAT(map.needs_of("08"), ElementsAre("01", "03"));
  EXPECT_TRUE(map.needs_of("01").empty());
  EXPECT_EQ(map.talk_minutes(), 7);
  EXPECT_EQ(map.talk[1].task, "fused");
  EXPECT_EQ(map.talk[1].line, 15);
}

TEST(CourseMap, ATalkHasLinesOfItsOwn) {
  const auto file = read(R"(talk_close = ["Thank you."]
[[talk]]
task = "01/count"
minutes = 3
say = ["Welcome.", "Count with me."]
then = ["Two."]
[[talk]]
task = "02/fused"
minutes = 4
)");
  ASSERT_TRUE(file) << base::render(file.error());
  const lesson::CourseMap& map = file->map;
  ASSERT_EQ(map.talk.size(), 2u);
  EXPECT_THAT(map.talk[0].say, ElementsAre("Welcome.", "Count with me."));
  EXPECT_THAT(map.talk[0].then, ElementsAre("Two."));
  EXPECT_TRUE(map.talk[1].say.empty());
  EXPECT_TRUE(map.talk[1].then.empty());
  EXPECT_THAT(map.talk_close, ElementsAre("Thank you."));
}

TEST(CourseMap, ACourseNeedsNoMap) {
  const auto file = read("");
  ASSERT_TRUE(file) << base::render(file.error());
  EXPECT_TRUE(file->map.parts.empty());
  EXPECT_EQ(file->map.talk_minutes(), 0);
}

TEST(CourseMap, MistakesStandAtTheirPlaces) {
  EXPECT_THAT(mistakes("[[parts]]\ntitle = \"A\"\nclasses = [\"01 2\", \"01\"]\n"),
              ElementsAre("4:12 '2' is not a lesson's id", "4:20 lesson 01 is in two classes"));
  EXPECT_THAT(mistakes("[[parts]]\nclass = [\"01\"]\n"),
              ElementsAre("2:1 a part of the course needs 'classes'", "2:1 a part of the course needs 'title'",
                          "3:1 a part of the course has no key 'class'"));
  EXPECT_THAT(mistakes("[[needs]]\nlesson = \"8\"\nfirst = [\"01\"]\n"), ElementsAre("3:10 '8' is not a lesson's id"));
  EXPECT_THAT(mistakes("[[talk]]\ntask = \"count\"\nminutes = 0\n"),
              ElementsAre("3:8 'count' is not the name of a question", "4:11 minutes are from 1 to 60"));
  EXPECT_THAT(mistakes("parts = 3\n"), ElementsAre(HasSubstr("2:9 ")));
}

TEST(CourseMap, OfTheCourseHasEveryLesson) {
  const auto map = lesson::course_map();
  ASSERT_TRUE(map) << base::render(map.error());
  const auto course = lesson::course();
  ASSERT_TRUE(course) << base::render(course.error());
  for (const lesson::Listed& one : *course) {
    EXPECT_NE(map->class_of(one.id), nullptr) << one.id << " is in no class";
    EXPECT_FALSE(one.goal.empty()) << one.id;
  }
  const auto words = lesson::glossary();
  ASSERT_TRUE(words);
  for (const lesson::Word& word : words->words()) {
    if (!word.lesson.empty()) {
      EXPECT_NE(map->class_of(word.lesson), nullptr) << word.word;
    }
  }
}

TEST(CourseMap, TheTalkNamesQuestionsThatAreThere) {
  std::vector<lesson::Lesson> lessons;
  const auto course = lesson::course();
  ASSERT_TRUE(course);
  for (const lesson::Listed& one : *course) lessons.push_back(lesson::load(one.path).value());
  EXPECT_EQ(base::render(lesson::course_mistakes(lessons)), "");
  std::erase_if(lessons, [](const lesson::Lesson& one) { return one.id == "14"; });
  const auto missing = lesson::course_mistakes(lessons);
  ASSERT_EQ(missing.size(), 2u);
  EXPECT_EQ(missing[0].message, "lesson 14 has no question 'results'");
  EXPECT_GT(missing[0].line, 20);
}

}  // namespace course_map_test
