// Wherever a number reads ? because another step was not answered, the page leads to that step.
#include "right_answers.hpp"

#include <gmock/gmock.h>

namespace unanswered_test {

using ::testing::HasSubstr;
using tests::Stage;

/// The action that leads from a step of a lesson to what it waits for; empty where there is none.
std::string way_of(Stage& stage, const std::string& id) {
  const session::Node* node = stage.node(id);
  return node == nullptr || node->actions.empty() ? std::string() : node->actions.front().id;
}

void open(Stage& stage, const std::string& lesson, int step) {
  ASSERT_TRUE(stage->open_lesson(lesson));
  stage->go_to_step(step);
}

TEST(Unanswered, AMeterThatAsksNamesTheEarlierStep) {
  Stage stage;
  open(stage, "02", 7);
  EXPECT_EQ(way_of(stage, "unanswered.numbers"), "step:6");
  EXPECT_THAT(stage.node("unanswered.numbers")->label, HasSubstr("Step 6 asks"));
  EXPECT_TRUE(stage->act("step:6"));
  EXPECT_TRUE(tests::answer(stage, "02", 6));
  stage->go_to_step(7);
  EXPECT_EQ(stage.node("unanswered.numbers"), nullptr) << "what is asked here waits for no other step";
}

TEST(Unanswered, SoDoTheReasonTheClosedRunAndTheLastSentence) {
  Stage stage;
  open(stage, "02", 4);
  EXPECT_EQ(stage.node("unanswered.numbers"), nullptr) << "nothing but its own answer is missing";
  EXPECT_TRUE(tests::answer(stage, "02", 4));
  EXPECT_THAT(stage.node("task.because")->paragraphs.front().runs.front().text, HasSubstr("?"));
  EXPECT_EQ(way_of(stage, "unanswered.numbers"), "step:1");
  stage->go_to_step(5);
  EXPECT_EQ(way_of(stage, "unanswered.run"), "step:1");
  EXPECT_THAT(stage.node("unanswered.run")->label, HasSubstr("steps 1 and 2"));
  open(stage, "01", 10);
  EXPECT_EQ(way_of(stage, "unanswered.numbers"), "step:3");
}

TEST(Unanswered, NoPageOfTheFirstTwoLessonsHasOneForWhoAnswersInOrder) {
  for (const std::string lesson : {"01", "02"}) {
    Stage stage;
    for (int step = 1; step <= 10; ++step) {
      open(stage, lesson, step);
      for (const bool answered : {false, true}) {
        for (const char* id : {"unanswered.numbers", "unanswered.run", "unanswered.runs"})
          EXPECT_EQ(stage.node(id), nullptr) << lesson << "/" << step << (answered ? " answered" : " open");
        if (!answered) {
          EXPECT_TRUE(tests::answer(stage, lesson, step));
        }
      }
    }
  }
}

}  // namespace unanswered_test
