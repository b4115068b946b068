// The lab on the stage: the chain as blocks with scissors first, its tools below it, the question in the dock.
#include "right_answers.hpp"
#include "session/lesson/stage_nodes.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

namespace lab_stage_test {

using session::Node;
using session::Purpose;
using ::testing::HasSubstr;
using tests::Stage;

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelu(t)\n";
constexpr auto wrong = "x: f32[64, 32]\nb: f32[32]\nt = x + b\ny = gelo(t)\n";

std::string seen(Stage& stage) {
  const Node* page = stage.node("stage");
  if (page == nullptr) return "no stage";
  for (const Node& child : page->children) {
    if (child.selected && child.purpose != Purpose::slider) return child.id;
  }
  return "nothing";
}

bool has_tools(Stage& stage) {
  const auto& children = stage.node("stage")->children;
  return std::ranges::any_of(children, [](const Node& child) { return child.purpose == Purpose::taps; });
}

TEST(LabStage, BeginsWithTheBlocksAndTheirTools) {
  Stage stage;
  stage->open_free_play(bias);
  EXPECT_EQ(seen(stage), "figure.cards");
  EXPECT_TRUE(has_tools(stage));
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  EXPECT_EQ(seen(stage), "figure.warehouse");
  EXPECT_FALSE(has_tools(stage)) << "they change the blocks, which are not in sight";
  ASSERT_TRUE(stage->act("chain.set", "x: f32[64, 32]\nt = relu(x)\ny = exp(t)\n"));
  EXPECT_EQ(seen(stage), "figure.warehouse") << "the picture that was chosen stays while one types";
}

TEST(LabStage, TheKeyOfTheSceneShowsItAndPlays) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("scene.show"));
  EXPECT_EQ(seen(stage), "figure.warehouse");
  EXPECT_TRUE(stage->view().playing);
  EXPECT_FALSE(stage->act("scene.show")) << "now its own button has the key";
  EXPECT_TRUE(stage->act("scene.play"));
  EXPECT_FALSE(stage->view().playing);
}

TEST(LabStage, AfterARunTripsAndTimeAreSeenFirst) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_EQ(seen(stage), "figure.trips");
  EXPECT_EQ(stage.node("dock"), nullptr) << "nothing is asked any more";
}

TEST(LabStage, TheQuestionIsDockedUntilItIsAnswered) {
  Stage stage;
  stage->open_free_play(bias);
  const Node* dock = stage.node("dock");
  ASSERT_NE(dock, nullptr);
  ASSERT_EQ(dock->children.size(), 2u);
  EXPECT_EQ(dock->children[0].purpose, Purpose::question);
  EXPECT_EQ(dock->children[1].id, "lab.guess");
  ASSERT_TRUE(stage->act("guess.set", "lots"));
  EXPECT_EQ(stage.node("dock")->children.back().id, "lab.message") << "the answer to it stands with it";
}

TEST(LabStage, ATextThatCannotBeReadKeepsTheLastPictureDimmed) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  ASSERT_TRUE(stage->act("stage:figure.cards"));
  const auto figure = figure::hash(*stage.node("figure.cards")->figure);
  EXPECT_FALSE(stage.node("stage")->faded);
  EXPECT_TRUE(stage.node("lab.chain")->wrong.empty());
  ASSERT_TRUE(stage->act("chain.set", wrong));
  EXPECT_TRUE(stage.node("stage")->faded);
  EXPECT_EQ(figure::hash(*stage.node("figure.cards")->figure), figure);
  ASSERT_EQ(stage.node("lab.chain")->wrong.size(), 1u) << "the field itself knows where";
  EXPECT_EQ(stage.node("lab.chain")->wrong.front().line, 4);
  EXPECT_FALSE(has_tools(stage));
  EXPECT_FALSE(stage->act("cut.at:t")) << "it would cut a chain that is not in the text";
  EXPECT_FALSE(stage->act("edit:remove")) << "and this would throw away what is being typed";
  ASSERT_TRUE(stage->act("chain.set", bias));
  EXPECT_FALSE(stage.node("stage")->faded);
  EXPECT_TRUE(has_tools(stage));
}

TEST(LabStage, AFirstTextThatCannotBeReadHasNoStage) {
  Stage stage;
  stage->open_free_play("nothing of a chain");
  EXPECT_EQ(stage.node("stage"), nullptr);
  EXPECT_NE(stage.node("lab.wrong"), nullptr);
  EXPECT_NE(stage.node("lab.chain"), nullptr);
}

TEST(LabStage, WhatScissorsJoinIsSeenAndThenTheBlocksAgain) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("cut.at:t"));
  ASSERT_TRUE(stage->act("cut.at:t"));
  EXPECT_EQ(seen(stage), "figure.fusing");
  stage->wait();
  EXPECT_EQ(seen(stage), "figure.cards");
  EXPECT_TRUE(stage->act("cut.at:t")) << "the scissors are at hand again";
}

TEST(LabStage, OpensOnAChainThatNoLessonAsksAbout) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->act("palette.open"));
  ASSERT_TRUE(stage->act("lab.open"));
  EXPECT_EQ(stage.node("lab.closed"), nullptr) << stage.node("lab.chain")->value;
  EXPECT_NE(stage.node("figure.cards"), nullptr);
}

TEST(LabStage, WhatItProposedGivesWayWhereALessonComesToAskAboutIt) {
  Stage stage;
  stage->open_free_play("");
  const std::string first = stage.node("lab.chain")->value;
  ASSERT_TRUE(stage->open_lesson("01"));
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("");
  EXPECT_EQ(stage.node("lab.closed"), nullptr);
  EXPECT_NE(stage.node("lab.chain")->value, first);
}

TEST(LabStage, KeepsWhatTheStudentWroteThoughALessonAsksAboutIt) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  constexpr auto own = "x: f32[8192, 8192]\nb: f32[8192]\ny = gelu(x + b)\n";
  stage->open_free_play(own);
  ASSERT_NE(stage.node("lab.closed"), nullptr);
  ASSERT_TRUE(stage->act("lesson.back"));
  stage->open_free_play("");
  EXPECT_EQ(stage.node("lab.chain")->value, own);
  EXPECT_NE(stage.node("lab.closed"), nullptr);
}

TEST(LabStage, APresetIsPickedFromAList) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("preset.pick"));
  for (const Node* node : session::all_nodes(stage->view())) {
    if (node->purpose != Purpose::command) continue;
    EXPECT_TRUE(node->actions.front().id.starts_with("preset:"));
  }
  ASSERT_TRUE(stage->act("palette.set", "rmsn"));
  ASSERT_TRUE(stage->act("preset:rmsnorm"));
  EXPECT_THAT(stage.node("lab.chain")->value, HasSubstr("rms"));
  ASSERT_TRUE(stage->act("lab.undo"));
  EXPECT_EQ(stage.node("lab.chain")->value, bias) << "and can be undone";
}

TEST(LabStage, TheThirdPlanIsNamedInWords) {
  Stage stage;
  stage->open_free_play("x: f32[64, 32]\nt = relu(x)\nu = exp(t)\ny = u * 2\n");
  ASSERT_TRUE(stage->act("cut.at:u"));
  EXPECT_THAT(stage.twin(), HasSubstr("cut at u"));
}

}  // namespace lab_stage_test
