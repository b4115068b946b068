// The lab's third plan: every choice in words, refusals with their reason, nothing of it on an open task's chain.
#include "chain/parser.hpp"
#include "session/state/bench.hpp"
#include "session/state/lock_rule.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace cuts_test {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto three = "x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u * 2\n";
constexpr auto around = "x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u + t\n";

std::string table(Stage& stage, std::string_view id) {
  std::string all;
  if (const auto* node = stage.node(id)) {
    for (const auto& line : node->lines) all += line + "\n";
    all += tests::told(*node);
  }
  return all;
}

TEST(Cuts, AreFourEachInWordsAndNoneIsChosenAtFirst) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_NE(stage.node("cut"), nullptr);
  const auto& kinds = stage.node("cut")->actions;
  ASSERT_EQ(kinds.size(), 4u);
  for (const auto& kind : kinds) {
    EXPECT_FALSE(kind.label.empty()) << kind.id;
    EXPECT_EQ(kind.label == stage.node("cut")->value, kind.id == "cut:none") << kind.id;
  }
  EXPECT_EQ(stage.node("cut.values"), nullptr);
  stage->open_free_play("x: f32[64, 32]\ny = relu(x)\n");
  EXPECT_EQ(stage.node("cut"), nullptr) << "one op cannot be cut";
}

TEST(Cuts, ByHandThePlanStandsBesideTheOthers) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_TRUE(stage->act("cut:by_hand"));
  ASSERT_NE(stage.node("cut.values"), nullptr);
  EXPECT_THAT(stage.node("cut.values")->label, HasSubstr("t, u"));
  ASSERT_TRUE(stage->act("cut.set", "t"));
  EXPECT_THAT(table(stage, "lab.predictions"), HasSubstr("t\tall together\t4\t"));
  EXPECT_THAT(stage.node("cut.is")->label, HasSubstr("2 kernels. They write t"));
  ASSERT_TRUE(stage->act("cut:none"));
  EXPECT_THAT(table(stage, "lab.predictions"), Not(HasSubstr("t\tall together")));
  EXPECT_EQ(stage.node("cut.is"), nullptr);
}

TEST(Cuts, WhatIsThereAlreadyIsNotMadeTwice) {
  Stage stage;
  stage->open_free_play(three);
  stage->act("cut:by_hand");
  stage->act("cut.set", "t, u");
  EXPECT_THAT(stage.node("cut.is")->label, HasSubstr("same kernels"));
  EXPECT_THAT(table(stage, "lab.predictions"), Not(HasSubstr("t,u")));
}

TEST(Cuts, AnIllegalOneSaysWhyAndNothingRuns) {
  Stage stage;
  stage->open_free_play(around);
  stage->act("cut:by_hand");
  stage->act("cut.set", "t");
  EXPECT_EQ(stage.node("cut.wrong"), nullptr);
  stage->act("cut.set", "u");
  ASSERT_NE(stage.node("cut.wrong"), nullptr);
  EXPECT_THAT(base::render(stage.node("cut.wrong")->wrong), HasSubstr("separates nothing"));
  EXPECT_THAT(table(stage, "lab.predictions"), HasSubstr("t\tall together")) << "the last good cut stays";
  EXPECT_FALSE(stage->act("run.start"));
  stage->act("cut.set", "tt");
  EXPECT_THAT(base::render(stage.node("cut.wrong")->wrong), HasSubstr("Did you mean t?"));
  stage->act("cut:none");
  EXPECT_EQ(stage.node("cut.wrong"), nullptr);
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
}

TEST(Cuts, AreTriedAgainOnAnotherChain) {
  Stage stage;
  stage->open_free_play(three);
  stage->act("cut:by_hand");
  stage->act("cut.set", "t");
  stage->act("chain.set", "x: f32[64, 32]\na = relu(x)\ny = exp(a)\n");
  ASSERT_NE(stage.node("cut.wrong"), nullptr) << "there is no t";
  EXPECT_THAT(table(stage, "lab.predictions"), Not(HasSubstr("t\tall together")));
  stage->act("chain.set", three);
  EXPECT_EQ(stage.node("cut.wrong"), nullptr);
  EXPECT_THAT(table(stage, "lab.predictions"), HasSubstr("t\tall together"));
}

TEST(Cuts, BestIsNoSlowerThanEitherAndSaysWhoseModelItIs) {
  Stage stage;
  stage->open_free_play(three);
  ASSERT_TRUE(stage->act("cut:best"));
  EXPECT_THAT(stage.node("cut.is")->label, HasSubstr("The model of"));
  // Rows that do not fit on chip: fused is cut where it must be, and best may cut elsewhere.
  for (const char* text : {three, around, "x: f32[512, 131072]\ny = softmax(x)\n"}) {
    auto chain = chain::parse(text);
    ASSERT_TRUE(chain);
    const auto bench = session::make_bench({}, std::make_shared<chain::Chain>(std::move(*chain)), nullptr, {});
    ASSERT_TRUE(bench);
    ASSERT_TRUE((*bench)->cut("best"));
    const study::Study& study = (*bench)->study(session::LockRule::to_run());
    const auto& of = study.predictions;
    ASSERT_EQ(of.size(), study.plans.size());
    if (of.size() < 3) continue;
    EXPECT_LT(of[2].cold.value, of[0].cold.value) << text;
    EXPECT_LT(of[2].cold.value, of[1].cold.value) << text;
  }
}

TEST(Cuts, TheThirdPlanRunsAndUndoLeadsBackToWhatWasMeasured) {
  Stage stage;
  stage->open_free_play(three);
  stage->act("guess.set", "1.8");
  stage->act("cut:by_hand");
  stage->act("cut.set", "t");
  EXPECT_EQ(stage.node("lab.guess")->value, "1.8") << "it is of the first two";
  EXPECT_EQ(stage.node("button.primary")->label, "Run all plans");
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  ASSERT_NE(stage.node("reveal.third"), nullptr) << stage.twin();
  EXPECT_THAT(stage.twin(), HasSubstr("every plan is right"));
  const std::string told = table(stage, "reveal.third");
  EXPECT_THAT(told, HasSubstr("measured"));
  EXPECT_THAT(told, HasSubstr("model"));
  ASSERT_TRUE(stage->act("stage:figure.cards"));
  ASSERT_TRUE(stage->act("cut:best"));
  EXPECT_EQ(stage.node("reveal.third"), nullptr);
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(table(stage, "reveal.third"), told);
  EXPECT_EQ(stage.node("cut")->value, "By hand");
}

TEST(Cuts, NothingOfThemIsShownOnAnOpenTasksChain) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play(three);
  ASSERT_TRUE(stage->act("cut:best"));
  ASSERT_TRUE(stage->act("chain.set", "x: f32[8192, 8192]\nb: f32[8192]\ny = gelu(x + b)\n"));
  ASSERT_NE(stage.node("lab.closed"), nullptr);
  for (const auto* node : session::all_nodes(stage->view())) EXPECT_FALSE(node->id.starts_with("cut")) << node->id;
  EXPECT_FALSE(stage->act("cut:by_hand"));
  EXPECT_FALSE(stage->act("cut.set", "nothing"));
  EXPECT_THAT(stage.everything(), Not(HasSubstr("The model of")));
}

}  // namespace cuts_test
