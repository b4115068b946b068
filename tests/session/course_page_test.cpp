// The list of lessons: opens each, says how much is answered, and where the answers lie.
#include "session/state/answer_file.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace course_page_test {

using ::testing::HasSubstr;
using tests::Stage;

TEST(CoursePage, ListsTheLessonsAndOpensThem) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("course.open"));
  const auto* one = stage.node("lesson.01");
  ASSERT_NE(one, nullptr);
  EXPECT_TRUE(one->selected);
  EXPECT_THAT(lesson::plain_text(one->paragraphs, 200), HasSubstr("The warehouse"));
  EXPECT_THAT(lesson::plain_text(one->paragraphs, 200), HasSubstr("0 of "));
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
  ASSERT_NE(stage.node("answers.place"), nullptr) << "the last page";
  EXPECT_THAT(stage.node("answers.place")->label, HasSubstr(session::answers_path().string()));
  ASSERT_TRUE(stage->act("course.open"));
  EXPECT_THAT(stage.node("answers.place")->label, HasSubstr(session::answers_path().string()));
}

}  // namespace course_page_test
