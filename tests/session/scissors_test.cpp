// Cutting by hand on the cards: all, none and between; a cut that makes no plan can be mended by the next.
#include "session/stage.hpp"

#include <gmock/gmock.h>

namespace scissors_test {

using ::testing::HasSubstr;
using tests::Stage;

constexpr auto three = "x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u * 2\n";
constexpr auto around = "x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u + t\n";

std::string chosen(Stage& stage) {
  const auto* kinds = stage.node("cut");
  if (kinds == nullptr) return "cut:none";
  const auto taken = std::ranges::find(kinds->actions, kinds->value, &session::Action::label);
  return taken == kinds->actions.end() ? "nothing" : taken->id;
}

std::string label(Stage& stage, std::string_view action) {
  for (const auto& one : stage.node("figure.cards")->actions) {
    if (one.id == action) return one.label;
  }
  return "no such action";
}

TEST(Scissors, CutHereAndThereAndJoinAgain) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_NE(stage.node("figure.cards"), nullptr);
  EXPECT_THAT(label(stage, "cut.at:t"), HasSubstr("Cut after relu: t goes through slow memory"));
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(chosen(stage), "cut:by_hand");
  EXPECT_EQ(stage.node("cut.values")->value, "t");
  EXPECT_THAT(stage.node("cut.is")->label, HasSubstr("2 kernels. They write t"));
  EXPECT_THAT(stage.node("figure.cards")->label, HasSubstr("relu | exp, mul"));
  EXPECT_THAT(label(stage, "cut.at:t"), HasSubstr("Join at t"));
  ASSERT_TRUE(stage->act("cut.at:u"));
  EXPECT_EQ(chosen(stage), "cut:every");
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(stage.node("cut.values")->value, "u");
  ASSERT_TRUE(stage->act("cut.at:u"));
  EXPECT_EQ(chosen(stage), "cut:none");
  EXPECT_THAT(stage.node("figure.cards")->label, HasSubstr("1 kernel"));
}

/// t is read by two ops and nobody else wants it.
constexpr auto shared = "x: f32[64, 32]\nt = exp(x)\ny = relu(t)\nz = abs(t)\nout y\nout z\n";

TEST(Scissors, TurnAThirdTimeWhereSeveralReadAValue) {
  Stage stage;
  stage->open_free_play(shared);
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_THAT(label(stage, "cut.at:t"), HasSubstr("Make t again in each kernel that reads it"));
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(stage.node("cut.values")->value, "~t");
  EXPECT_THAT(stage.node("cut.is")->label,
              HasSubstr("2 kernels. They write nothing between them. Each kernel that needs t"));
  EXPECT_THAT(stage.node("figure.cards")->label, HasSubstr("exp, relu | exp, abs"));
  EXPECT_THAT(label(stage, "cut.at:t"), HasSubstr("Join at t"));
  EXPECT_THAT(stage.twin(), HasSubstr("t made again"));
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(chosen(stage), "cut:none");
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(stage.node("cut.values")->value, "~t");
}

TEST(Scissors, WhatTheyJoinIsSeenComingTogether) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(stage.node("figure.fusing"), nullptr) << "cutting joins nothing";
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_TRUE(stage->view().playing);
  stage->wait();
  const auto* seen = stage.node("figure.fusing");
  ASSERT_NE(seen, nullptr);
  EXPECT_THAT(seen->figure->description, HasSubstr("t"));
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(stage.node("figure.fusing"), nullptr) << "t is cut again";
  ASSERT_TRUE(stage->act("cut:every"));
  ASSERT_TRUE(stage->act("cut:none"));
  EXPECT_NE(stage.node("figure.fusing"), nullptr) << "as the choice in words joins them";
  ASSERT_TRUE(stage->act("chain.set", "x: f32[8, 8]\ny = relu(x)"));
  EXPECT_EQ(stage.node("figure.fusing"), nullptr) << "another chain";
}

TEST(Scissors, ACutThatPartsNothingSaysWhyAndTheNextMendsIt) {
  Stage stage;
  stage->open_free_play(around);
  ASSERT_TRUE(stage->act("cut.at:u"));
  ASSERT_NE(stage.node("cut.wrong"), nullptr);
  EXPECT_THAT(base::render(stage.node("cut.wrong")->wrong), HasSubstr("separates nothing"));
  EXPECT_THAT(stage.node("figure.cards")->label, HasSubstr("no plan"));
  EXPECT_THAT(label(stage, "cut.at:u"), HasSubstr("Join at u")) << "the cards show what was tried";
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(stage.node("cut.wrong"), nullptr);
  EXPECT_EQ(chosen(stage), "cut:every");
}

TEST(Scissors, AreUndoneLikeEverythingElse) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_TRUE(stage->act("cut.at:t"));
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(chosen(stage), "cut:none");
  ASSERT_TRUE(stage->act("lab.redo"));
  EXPECT_EQ(stage.node("cut.values")->value, "t");
}

TEST(Scissors, OneOpHasNoneAndWhatIsNoValueIsNotTaken) {
  Stage stage;
  stage->open_free_play("x: f32[64, 32]\ny = relu(x)\n");
  ASSERT_NE(stage.node("figure.cards"), nullptr) << "its card may be changed";
  for (const auto& action : stage.node("figure.cards")->actions) EXPECT_FALSE(action.id.starts_with("cut.at:"));
  stage->open_free_play(three);
  EXPECT_FALSE(stage->act("cut.at:y")) << "the last output cannot be cut off";
  EXPECT_FALSE(stage->act("cut.at:nobody"));
  EXPECT_EQ(chosen(stage), "cut:none");
}

TEST(Scissors, AreNotThereWhileALessonAsksAboutTheChain) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->act("lab.open"));
  if (stage.node("lab.closed") == nullptr)
    stage->act("chain.set", "x: f32[4096, 8192]\nb: f32[8192]\ny = gelu(x + b)\n");
  ASSERT_NE(stage.node("lab.closed"), nullptr);
  EXPECT_EQ(stage.node("figure.cards"), nullptr);
  EXPECT_FALSE(stage->act("cut.at:y.1"));
}

}  // namespace scissors_test
