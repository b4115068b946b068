// The warehouse in the lab: steps on and back, play and pause, cuts instead of driving, closed while a task asks.
#include "base/units.hpp"
#include "right_answers.hpp"
#include "session/state/settings.hpp"
#include "stage.hpp"

#include <gmock/gmock.h>

#include <thread>

namespace scene_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::Stage;

constexpr auto bias = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";

std::uint64_t picture(Stage& stage) {
  return figure::hash(*stage.node("figure.warehouse")->figure);
}

TEST(Scene, StepsOnAndBackShowTheSame) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  std::vector<std::uint64_t> there{picture(stage)}, back;
  EXPECT_FALSE(stage->act("scene.back")) << "it begins here";
  while (stage->act("scene.on")) there.push_back(picture(stage));
  ASSERT_GT(there.size(), 6u);
  back.push_back(picture(stage));
  while (stage->act("scene.back")) back.push_back(picture(stage));
  std::ranges::reverse(back);
  EXPECT_EQ(there, back);
  EXPECT_THAT(stage.twin(), HasSubstr("every trip takes the same time"));
}

TEST(Scene, ClaimsNoSpeedOfAMachineThatNobodyKnows) {
  const auto orders = std::make_shared<tests::Orders>();
  orders->calibrated = false;
  Stage stage([&](session::Services& services) { services.device = std::make_shared<tests::FakeDevice>(orders); });
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  const auto scene = stage.node("figure.warehouse")->figure;
  EXPECT_EQ(scene->title, "Fused makes 2 trips instead of 4.");
  for (const figure::Fact& fact : scene->provenance) EXPECT_THAT(fact.value, Not(HasSubstr("H200"))) << fact.key;
}

TEST(Scene, PlaysUntilItIsPausedAndIsStillThen) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  EXPECT_FALSE(stage->view().playing);
  const auto start = picture(stage);
  ASSERT_TRUE(stage->act("scene.play"));
  EXPECT_TRUE(stage->view().playing);
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(260));
    (void)stage->poll();
  }
  EXPECT_NE(picture(stage), start);
  ASSERT_TRUE(stage->act("scene.play"));
  EXPECT_FALSE(stage->view().playing);
  const auto revision = stage->view().revision;
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_FALSE(stage->poll());
  EXPECT_EQ(stage->view().revision, revision) << "no frame is asked for";
}

TEST(Scene, AtItsEndARunLeavesItThere) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("01"));
  for (int step = 1; step <= 5; ++step) ASSERT_TRUE(tests::answer(stage, "01", step));
  stage->go_to_step(6);
  while (stage->act("scene.on")) {
  }
  const auto is_over = [&] {
    const std::string& place = stage.node("scene.place")->value;  // "moment 16 of 16"
    const std::string all = place.substr(place.rfind(' ') + 1);
    return stage.node("scene.place")->slider->at == 1 && place.ends_with(" " + all + " of " + all);
  };
  ASSERT_TRUE(is_over());
  ASSERT_TRUE(tests::answer(stage, "01", 6));
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  EXPECT_TRUE(is_over()) << stage.node("scene.place")->value;
}

TEST(Scene, AFrameMakesOnlyTheSceneAnew) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  const auto bars = stage.node("figure.bytes")->figure;
  const auto before = stage.node("figure.warehouse")->figure;
  const auto revision = stage->view().revision;
  ASSERT_TRUE(stage->act("scene.play"));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  ASSERT_TRUE(stage->poll());
  EXPECT_NE(stage.node("figure.warehouse")->figure, before);
  EXPECT_EQ(stage.node("figure.bytes")->figure, bars) << "the very same figure, not one like it";
  EXPECT_GT(stage->view().revision, revision) << "a frame is asked for";
}

TEST(Scene, ScrubsToAnyMomentAndMeetsItsStops) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  std::vector<std::uint64_t> stepped{picture(stage)}, scrubbed;
  while (stage->act("scene.on")) stepped.push_back(picture(stage));
  const auto stops = stage.node("scene.place")->slider->stops;
  ASSERT_EQ(stops.size(), stepped.size());
  for (const double stop : stops) {
    ASSERT_TRUE(stage->act("scene.seek", base::exact_number(stop)));
    scrubbed.push_back(picture(stage));
    EXPECT_DOUBLE_EQ(stage.node("scene.place")->slider->at, stop);
  }
  EXPECT_EQ(scrubbed, stepped);
  for (const auto* wrong : {"", "here", "nan", "inf", "-inf"}) stage->act("scene.seek", wrong);
  EXPECT_EQ(picture(stage), stepped.back());
  ASSERT_TRUE(stage->act("scene.seek", "-3"));
  EXPECT_EQ(picture(stage), stepped.front());
  ASSERT_TRUE(stage->act("scene.seek", "1e300"));
  EXPECT_EQ(picture(stage), stepped.back());
}

TEST(Scene, AnotherPageBeginsAtItsBeginning) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  ASSERT_TRUE(stage->act("scene.on"));
  ASSERT_TRUE(stage->act("chain.set", "x: f32[64, 32]\ny = exp(x) * 2\n"));
  EXPECT_EQ(stage.node("scene.place")->slider->at, 0);
}

TEST(Scene, ARunStopsItAndThenItKeepsTheMeasuredTimes) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  ASSERT_TRUE(stage->act("scene.play"));
  ASSERT_TRUE(stage->act("run.start"));
  (void)stage->poll();
  stage->wait();
  (void)stage->view();
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  EXPECT_THAT(stage.twin(), HasSubstr("times; times as measured"));
  ASSERT_TRUE(stage->act("scene.on"));
}

TEST(Scene, CutsAreRemembered) {
  Stage stage;
  stage->open_free_play(bias);
  ASSERT_TRUE(stage->act("stage:figure.warehouse"));
  ASSERT_TRUE(stage->act("scene.motion"));
  EXPECT_TRUE(session::load_settings().settings.reduced_motion);
  ASSERT_TRUE(stage->act("scene.motion"));
  EXPECT_FALSE(session::load_settings().settings.reduced_motion);
}

TEST(Scene, IsClosedOnTheChainOfAnOpenTask) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->open_free_play("x: f32[4096, 8192]\nb: f32[8192]\nt = x + b\ny = gelu(t)\n");
  ASSERT_NE(stage.node("lab.closed"), nullptr);
  EXPECT_EQ(stage.node("figure.warehouse"), nullptr);
  EXPECT_FALSE(stage->act("scene.play"));
}

/// The first steps of the open lesson, and back to its beginning.
void answer_numbers(Stage& stage, std::initializer_list<const char*> numbers) {
  int step = 0;
  for (const char* number : numbers) {
    stage->go_to_step(++step);
    ASSERT_TRUE(stage->act("guess.set", number) && stage->act("guess.lock")) << step;
  }
  stage->go_to_step(1);
}

TEST(Scene, AQuestionByTensorHasAMeterOfThatTensor) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("14"));
  answer_numbers(stage, {"5", "1", "2.33"});
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips of y so far: 5"));
  EXPECT_THAT(stage.twin(), Not(HasSubstr("One-way trips so far")));
}

TEST(Scene, MetersTellNoBytesWhileTheirRatioIsAsked) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("20"));
  stage->go_to_step(3);
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips so far: 9."));
  EXPECT_THAT(stage.twin(), Not(HasSubstr("16.2 GB")));
  const figure::Figure& picture = *stage.node("figure.warehouse")->figure;
  EXPECT_THAT(exporter::to_svg(picture), AllOf(HasSubstr(">9<"), Not(HasSubstr("GB"))));
  EXPECT_THAT(exporter::to_csv(picture), Not(HasSubstr("16240"))) << "nor what is saved of it";
  ASSERT_TRUE(stage->act("guess.set", "14.2") && stage->act("guess.lock"));
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips so far: 9, which is 16.2 GB"));
}

TEST(Scene, WhatAStepKeepsIsOfTheChainItAsksAbout) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("18"));
  stage->go_to_step(10);
  const std::string last = stage.twin();
  EXPECT_THAT(last, HasSubstr("eager: ")) << "of 'heads', which it asks about";
  EXPECT_THAT(last, Not(HasSubstr("unfused: "))) << "of 'desk', which came later";
}

TEST(Scene, WhatAStepKeepsStandsAtItsEndOnceItsAnswerIsIn) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("14"));
  answer_numbers(stage, {"5", "1"});
  stage->go_to_step(3);
  EXPECT_THAT(stage.twin(), Not(HasSubstr("One-way trips so far: ")));
  ASSERT_TRUE(stage->act("guess.set", "2.33") && stage->act("guess.lock"));
  EXPECT_THAT(stage.twin(), AllOf(HasSubstr("One-way trips so far: 7"), HasSubstr("One-way trips so far: 3")));
}

TEST(Scene, OfAThirdPlanSaysWhichQuestionItWaitsFor) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("17"));
  stage->go_to_step(2);
  EXPECT_THAT(stage.twin(), HasSubstr("The rest comes after question 4"));
  EXPECT_THAT(stage.twin(), HasSubstr("products: "));
  answer_numbers(stage, {"3", "3", "1", "1.4"});
  stage->go_to_step(2);
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips of y so far: 3"));
  EXPECT_THAT(stage.twin(), Not(HasSubstr("The rest comes after")));
  stage->go_to_step(3);
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("library: ")) << "its plan, in place of fused";
}

TEST(Scene, OfPlanEagerDrivesItsKernels) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("16"));
  answer_numbers(stage, {"8", "3", "2.02"});
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips of y so far: 8"));
  EXPECT_THAT(stage.twin(), HasSubstr("eager: "));
  stage->go_to_step(3);
  while (stage->act("scene.on")) {
  }
  EXPECT_THAT(stage.twin(), HasSubstr("One-way trips so far: 22, which is 6.64 GB")) << "this step asks for all bytes";
}

}  // namespace scene_test
