// How sure, in one tap: kept with the answer, and who was sure and wrong gets the longer answer.
#include "session/state/answer_file.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace confidence_test {

using session::Purpose;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

std::string words(Stage& stage, std::string_view id) {
  const auto* node = stage.node(id);
  return node == nullptr ? std::string() : lesson::plain_text(node->paragraphs, 500);
}

/// Step 6 of lesson 02, "how many crossings unfused?" with a full bias: 5.
void open_count(Stage& stage) {
  ASSERT_TRUE(stage->open_lesson("02"));
  for (const char* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
    ASSERT_TRUE(stage->act(arrow));
  }
  stage->go_to_step(6);
}

TEST(Confidence, IsATapThatCanBeTakenBack) {
  Stage stage;
  open_count(stage);
  const auto* taps = stage.node("task.confidence");
  ASSERT_NE(taps, nullptr);
  EXPECT_EQ(taps->purpose, Purpose::taps);
  ASSERT_EQ(taps->actions.size(), 3u);
  EXPECT_EQ(taps->value, "") << "nobody is asked to say";
  EXPECT_TRUE(stage->act("confidence:sure"));
  EXPECT_EQ(stage.node("task.confidence")->value, "Sure");
  EXPECT_TRUE(stage->act("confidence:guess"));
  EXPECT_EQ(stage.node("task.confidence")->value, "A guess");
  EXPECT_TRUE(stage->act("confidence:guess"));
  EXPECT_EQ(stage.node("task.confidence")->value, "");
  EXPECT_FALSE(stage->act("confidence:very"));
}

TEST(Confidence, IsNotNeededForTheLock) {
  Stage stage;
  open_count(stage);
  stage->act("guess.set", "4");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(stage.node("task.confidence"), nullptr);
  EXPECT_THAT(words(stage, "task.mistake"), HasSubstr("as a single row"));
  EXPECT_THAT(words(stage, "task.because"), HasSubstr("K1 fetches"));
  EXPECT_EQ(stage.node("task.walk"), nullptr);
}

TEST(Confidence, SureAndWrongGetsTheReasonAndTheWalk) {
  Stage stage;
  open_count(stage);
  stage->act("guess.set", "4");
  stage->act("confidence:sure");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_EQ(stage.node("task.confidence")->value, "Sure");
  EXPECT_TRUE(stage.node("task.confidence")->actions.empty()) << "locked";
  EXPECT_FALSE(stage->act("confidence:guess"));
  EXPECT_THAT(words(stage, "task.mistake"), HasSubstr("as a single row"));
  EXPECT_THAT(words(stage, "task.because"), HasSubstr("K1 fetches"));
  const std::string walk = words(stage, "task.walk");
  EXPECT_THAT(walk, HasSubstr("5 trips"));
  EXPECT_THAT(walk, HasSubstr("K1 (add): x, b in, t out: 3 trips"));
  EXPECT_THAT(walk, HasSubstr("K2 (gelu): t in, y out: 2 trips"));
  EXPECT_THAT(walk, Not(HasSubstr("fused plan: 3"))) << "the next step asks that";
}

TEST(Confidence, AGuessThatIsWrongGetsTheReasonToo) {
  Stage stage;
  open_count(stage);
  stage->act("guess.set", "4");
  stage->act("confidence:guess");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_THAT(words(stage, "task.mistake"), HasSubstr("as a single row"));
  EXPECT_THAT(words(stage, "task.because"), HasSubstr("K1 fetches")) << "who is least sure needs it most";
  EXPECT_EQ(stage.node("task.walk"), nullptr);
}

TEST(Confidence, WhereNoCauseIsKnownEvenAGuessGetsTheReason) {
  Stage stage;
  open_count(stage);
  stage->act("guess.set", "13");
  stage->act("confidence:guess");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_NE(stage.node("task.because"), nullptr);
}

TEST(Confidence, SureAndRightIsTheSameAsRight) {
  Stage stage;
  open_count(stage);
  stage->act("guess.set", "5");
  stage->act("confidence:sure");
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_NE(stage.node("task.because"), nullptr);
  EXPECT_EQ(stage.node("task.walk"), nullptr);
  EXPECT_EQ(stage.node("task.mistake"), nullptr);
}

TEST(Confidence, OfAChoiceToo) {
  Stage stage;
  open_count(stage);
  stage->go_to_step(3);
  stage->act("choice:A");
  EXPECT_TRUE(stage->act("confidence:sure"));
  EXPECT_TRUE(stage->act("guess.lock"));
  EXPECT_NE(stage.node("task.mistake"), nullptr);
  EXPECT_NE(stage.node("task.because"), nullptr);
  EXPECT_EQ(stage.node("task.walk"), nullptr) << "why t went to memory is no count: a list of trips is no answer";
}

TEST(Confidence, ComesBackFromTheStudentsFile) {
  tests::Home home;
  session::Services services;
  services.keeps_answers = true;
  {
    session::Session first(services);
    ASSERT_TRUE(first.open_lesson("02"));
    first.go_to_step(6);
    first.act("guess.set", "4");
    first.act("confidence:likely");
    EXPECT_TRUE(first.act("guess.lock"));
  }
  const auto answers = lesson::load_answers(session::answers_path());
  ASSERT_TRUE(answers) << base::render(answers.error());
  EXPECT_EQ(answers->events.back().answer.confidence, lesson::Confidence::likely);
  session::Session second(services);
  ASSERT_TRUE(second.open_lesson("02"));
  second.go_to_step(6);
  EXPECT_THAT(session::text_twin(second.view()), HasSubstr("Probably"));
}

}  // namespace confidence_test
