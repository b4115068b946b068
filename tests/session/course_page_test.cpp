// The map of the course: opens each lesson, says how much is answered, what comes next, and where the answers lie.
#include "session/state/answer_file.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace course_page_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::Stage;

TEST(CoursePage, ListsTheLessonsAndOpensThem) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  const auto* one = stage.node("lesson.01");
  ASSERT_NE(one, nullptr);
  EXPECT_TRUE(one->selected) << "it comes next";
  EXPECT_EQ(one->value, "The warehouse");
  EXPECT_THAT(lesson::plain_text(one->paragraphs, 200), HasSubstr("how many trips"));
  EXPECT_THAT(one->lines, ElementsAre("18 minutes"));
  EXPECT_THAT(stage.twin(), HasSubstr("A Trips"));
  EXPECT_THAT(stage.twin(), HasSubstr("Class 1: 35 min"));
  ASSERT_NE(stage.node("lesson.02"), nullptr);
  ASSERT_TRUE(stage->act("lesson:02"));
  EXPECT_THAT(stage.node("header")->label, HasSubstr("Count the crossings"));
  EXPECT_EQ(stage.node("lesson.01"), nullptr) << "closed again";
}

TEST(CoursePage, ClosesToWhereItWasOpened) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(3);
  stage->open_free_play("x: f32[64]\ny = relu(x)\n");
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("course.close"));
  EXPECT_NE(stage.node("lab.chain"), nullptr);
  ASSERT_TRUE(stage->act("course.open"));
  ASSERT_TRUE(stage->act("lesson:02"));
  EXPECT_THAT(stage.twin(), HasSubstr("Step 3 of 10")) << "each keeps its place";
}

TEST(CoursePage, TellsTheProgressOfAnEarlierStart) {
  const tests::Home home;
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(std::make_shared<tests::Orders>());
  services.keeps_answers = true;
  {
    session::Session session(services);
    ASSERT_TRUE(session.open_lesson("02"));
    session.go_to_step(3);
    ASSERT_TRUE(session.act("choice:C"));
    ASSERT_TRUE(session.act("guess.lock"));
  }
  session::Session session(services);
  ASSERT_TRUE(session.open_lesson("01"));
  ASSERT_TRUE(session.act("course.open"));
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("1 of "));
}

TEST(CoursePage, SaysWhereTheAnswersLie) {
  Stage stage([](session::Services& services) { services.keeps_answers = true; });
  ASSERT_TRUE(stage->open_lesson("02"));
  EXPECT_EQ(stage.node("answers.place"), nullptr);
  stage->go_to_step(10);
  EXPECT_EQ(stage.node("answers.place"), nullptr) << "its question comes first";
  ASSERT_TRUE(stage->act("words.set", "Less driving.") && stage->act("guess.lock"));
  ASSERT_NE(stage.node("answers.place"), nullptr) << "the last page";
  EXPECT_THAT(stage.node("answers.place")->label, HasSubstr(session::answers_path().string()));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_THAT(stage.node("answers.place")->label, HasSubstr(session::answers_path().string()));
}

TEST(CoursePage, NamesWhatComesNext) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_EQ(stage.node("button.primary")->label, "Begin 02 Count the crossings");
  ASSERT_TRUE(stage->act("lesson:02"));
  stage->go_to_step(3);
  ASSERT_TRUE(stage->act("choice:C"));
  ASSERT_TRUE(stage->act("guess.lock"));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_EQ(stage.node("button.primary")->label, "Continue with 02 Count the crossings");
  const auto* begun = stage.node("lesson.02");
  EXPECT_TRUE(begun->selected);
  EXPECT_GT(begun->share.value_or(0), 0);
  EXPECT_THAT(begun->lines, ElementsAre("17 minutes", HasSubstr("1 of ")));
}

TEST(CoursePage, ALessonOfNoClassStandsAtTheEnd) {
  Stage stage([](session::Services& services) {
    services.course_map = [] {
      lesson::CourseMap map;
      map.parts = {{"A Trips", {{1, {"01", "77"}}}}, {"B Rows", {{2, {"78"}}}}};
      return base::Expected<lesson::CourseMap>(map);
    };
  });
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  const auto* map = stage.node("course.map");
  ASSERT_NE(map, nullptr);
  ASSERT_EQ(map->children.size(), 2u) << "a part without lessons is left out";
  EXPECT_EQ(map->children[0].children[0].children.size(), 1u);
  EXPECT_EQ(map->children[1].label, "More lessons");
  EXPECT_EQ(map->children[1].children[0].children[0].label, "02");
}

TEST(CoursePage, AMapThatCannotBeReadIsTold) {
  Stage stage([](session::Services& services) {
    services.course_map = [] { return base::Expected<lesson::CourseMap>(base::wrong("no such class")); };
  });
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_THAT(stage.twin(), HasSubstr("no such class"));
  ASSERT_TRUE(stage->act("course.close"));
}

}  // namespace course_page_test
