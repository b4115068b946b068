// Runs as jobs: progress, cancel, faults, calibration, too little memory; and one on the real CPU.
#include "chain/parser.hpp"
#include "machine/probe.hpp"
#include "right_answers.hpp"
#include "stage.hpp"
#include "study/plans.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

namespace run_test {

using ::testing::HasSubstr;
using tests::Stage;

constexpr auto small_chain = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";

/// Polls as the window does until `done`, for ten seconds at most.
template <class Done>
bool eventually(Stage& stage, Done done) {
  for (int i = 0; i < 10000; ++i) {
    stage->poll();
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST(Run, ShowsProgressThenTheReveal) {
  Stage stage;
  stage->open_free_play(small_chain);
  stage.orders().hold = true;
  ASSERT_TRUE(stage->act("run.start"));
  EXPECT_TRUE(stage->view().busy);
  ASSERT_NE(stage.node("run.progress"), nullptr);
  EXPECT_FALSE(stage->act("run.start")) << "one run at a time";
  ASSERT_TRUE(eventually(stage, [&] { return stage.orders().sampling > 0; }));
  EXPECT_TRUE(eventually(stage, [&] { return stage->view().timing; })) << "samples are being taken";
  stage.orders().hold = false;
  stage->wait();
  EXPECT_FALSE(stage->view().busy);
  EXPECT_FALSE(stage->view().timing);
  EXPECT_EQ(stage.node("run.progress"), nullptr);
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);
}

TEST(Run, CanBeCancelledInTheMiddleAndStartedAgain) {
  Stage stage;
  stage->open_free_play(small_chain);
  stage.orders().hold = true;
  ASSERT_TRUE(stage->act("run.start"));
  ASSERT_TRUE(eventually(stage, [&] { return stage.orders().sampling > 0; }));
  EXPECT_TRUE(stage->act("run.cancel"));
  stage->wait();
  EXPECT_EQ(stage.node("trouble"), nullptr) << "a cancel is no error";
  EXPECT_THAT(stage.node("notice")->label, HasSubstr("Cancelled"));
  EXPECT_EQ(stage.node("reveal.numbers"), nullptr);
  stage.orders().hold = false;
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);
}

TEST(Run, WhereTheModelIsFarOffTheMachineCanBeMeasuredAgainFromThePage) {
  Stage stage;
  stage->open_free_play("x: f32[1024, 1024]; y = relu(x * 2)");
  stage->act("run.start");
  stage->wait();
  ASSERT_NE(stage.node("reveal.ceilings"), nullptr) << stage.twin();
  EXPECT_THAT(stage.node("reveal.ceilings")->label, testing::Not(HasSubstr("onetrip"))) << "no terminal is needed";
  const int before = stage.orders().calibrations;
  EXPECT_TRUE(stage->act("machine.measure"));
  stage->wait();
  EXPECT_EQ(stage.orders().calibrations, before + 1);
  EXPECT_NE(stage.node("reveal.numbers"), nullptr) << "and ran once more";
}

TEST(Run, WhatIsSaidOfSingleTimingsWaitsUntilTheCourseTellsHowARunIsTimed) {
  const auto remarks = [](Stage& stage) {
    stage.orders().shake = 0.8;
    stage->act("run.start");
    stage->wait();
    return std::ranges::any_of(session::all_nodes(stage->view()), [](const session::Node* node) {
      return node->id.starts_with("reveal.remark") && node->label.contains("a single run");
    });
  };
  Stage early, lab;
  ASSERT_TRUE(early->open_lesson("02"));
  for (int step = 1; step <= 4; ++step) ASSERT_TRUE(tests::answer(early, "02", step));
  early->go_to_step(5);
  EXPECT_FALSE(remarks(early)) << early.twin();
  EXPECT_EQ(early.node("reveal.ceilings"), nullptr) << "nor what the model makes of this machine";
  lab->open_free_play(small_chain);
  EXPECT_TRUE(remarks(lab)) << lab.twin();
}

TEST(Run, ADeviceThatDiesIsAnErrorWithItsRemedyAndThePageGoesOn) {
  Stage stage;
  stage->open_free_play(small_chain);
  stage.orders().die_after_samples = "The worker died.";
  stage.orders().remedy = "Start it again.";
  stage->act("run.start");
  stage->wait();
  ASSERT_NE(stage.node("trouble"), nullptr);
  EXPECT_EQ(stage.node("trouble")->label, "The worker died.");
  EXPECT_EQ(stage.node("trouble")->value, "Start it again.");
  EXPECT_FALSE(stage->view().timing);
  EXPECT_TRUE(stage->act("trouble.dismiss"));
  EXPECT_EQ(stage.node("trouble"), nullptr);
  stage.orders().die_after_samples.clear();
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_NE(stage.node("reveal.numbers"), nullptr);
}

TEST(Run, AFailedRunInALessonLeavesTheStepOpen) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  for (const auto* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"})
    stage->act(arrow);
  stage->go_to_step(2);
  for (const auto* act : {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"}) stage->act(act);
  stage->go_to_step(4);
  stage->act("guess.set", "2");
  stage->act("guess.lock");
  stage->go_to_step(5);
  stage.orders().refuse_prepare = "No room.";
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_EQ(stage.node("trouble")->label, "No room.");
  EXPECT_FALSE(stage->act("next"));
  stage.orders().refuse_prepare.clear();
  EXPECT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_TRUE(stage->act("next"));
}

TEST(Run, TheFirstOneMeasuresTheMachineAndKeepsIt) {
  const tests::Home home;
  const auto orders = std::make_shared<tests::Orders>();
  orders->calibrated = false;
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(orders);
  services.rules.least = 3;
  session::Session session(services);
  session.open_free_play(small_chain);
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("after the first run"));
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  EXPECT_EQ(orders->calibrations, 1);
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("model (here, measured 2026-11-21)"));
  EXPECT_EQ(machine::known_devices().front().name, "Fake processor");
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  EXPECT_EQ(orders->calibrations, 1) << "once is enough";
}

TEST(Run, WhatItCannotHoldIsRefusedBeforeTheMachineIsMeasured) {
  Stage stage;
  stage.orders().calibrated = false;
  stage.orders().refuse_prepare = "No room.";
  stage->open_free_play(small_chain);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_THAT(stage.node("trouble")->label, HasSubstr("No room."));
  EXPECT_EQ(stage.orders().calibrations, 0);
}

TEST(Run, WhatAFailedRunLearnedOfTheMachineStays) {
  const tests::Home home;
  const auto orders = std::make_shared<tests::Orders>();
  orders->calibrated = false;
  orders->die_after_samples = "It died.";
  session::Services services;
  services.device = std::make_shared<tests::FakeDevice>(orders);
  services.rules.least = 3;
  session::Session session(services);
  session.open_free_play(small_chain);
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  EXPECT_FALSE(session.view().timing);
  EXPECT_THAT(session::text_twin(session.view()), HasSubstr("model (here, measured 2026-11-21)"));
  orders->die_after_samples.clear();
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  EXPECT_EQ(orders->calibrations, 1);
}

TEST(Run, AChainThatDoesNotFitInMemoryIsOfferedSmaller) {
  Stage stage;
  stage->open_free_play("x: f32[1048576, 1048576]\ny = gelu(x)\n");
  stage.orders().refuse_prepare = "This needs 8.80 TB and 4.00 GB are free.";
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  EXPECT_THAT(stage.node("trouble")->label, HasSubstr("8.80 TB"));
  stage.orders().refuse_prepare.clear();
  ASSERT_TRUE(stage->act("chain.smaller")) << stage.twin();
  EXPECT_EQ(stage.node("trouble"), nullptr);
  EXPECT_EQ(stage.node("lab.chain")->value.find("1048576, 1048576"), std::string::npos);
  EXPECT_THAT(stage.twin(), HasSubstr("smaller tensors"));
}

TEST(Run, AnotherFaultOffersNothingSmaller) {
  Stage stage;
  stage->open_free_play(small_chain);
  stage.orders().refuse_prepare = "The processor is on strike.";
  stage->act("run.start");
  stage->wait();
  EXPECT_FALSE(stage->act("chain.smaller"));
}

TEST(Run, AWrongPlanIsNeverTimedAndSaysSo) {
  for (const int plan : {0, 1}) {
    Stage stage;
    stage->open_free_play(small_chain);
    stage.orders().wrong_plan = plan;
    ASSERT_TRUE(stage->act("run.start"));
    stage->wait();
    const auto* verdict = stage.node("reveal.verdict");
    ASSERT_NE(verdict, nullptr);
    EXPECT_FALSE(verdict->selected);
    EXPECT_THAT(verdict->lines, testing::ElementsAre(HasSubstr(plan == 0 ? "unfused outputs are wrong"
                                                                         : "The fused outputs are wrong")));
    EXPECT_THAT(stage.twin(), HasSubstr("not timed"));
  }
}

TEST(Run, ThatOutputsAreWrongComesBeforeAllThatIsSaidOfThem) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("16"));
  stage->go_to_step(6);
  stage.orders().wrong_plan = 1;
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
  const std::string twin = stage.twin();
  const auto wrong = twin.find("fused outputs are wrong"), said = twin.find("Computed in double precision");
  ASSERT_NE(wrong, std::string::npos) << twin;
  ASSERT_NE(said, std::string::npos) << twin;
  EXPECT_LT(wrong, said);
}

TEST(Run, WithNoDeviceThePageSaysWhy) {
  Stage stage([](session::Services& services) {
    services.device = nullptr;
    services.no_device = "No processor was found here.";
  });
  stage->open_free_play(small_chain);
  EXPECT_FALSE(stage->act("run.start"));
  EXPECT_THAT(stage.twin(), HasSubstr("No processor was found here."));
  EXPECT_NE(stage.node("lab.predictions"), nullptr);
}

TEST(Run, ClosingTheSessionInTheMiddleOfARunJoins) {
  auto stage = std::make_unique<Stage>();
  (*stage)->open_free_play(small_chain);
  (*stage)->on_wake([] {});
  stage->orders().hold = true;
  ASSERT_TRUE((*stage)->act("run.start"));
  ASSERT_TRUE(eventually(*stage, [&] { return stage->orders().sampling > 0; }));
  stage.reset();
}

TEST(Run, PlansAreUnfusedFusedThenThoseAskedFor) {
  const auto chain = chain::parse("x: f32[64, 32]\nt = exp(x)\nu = neg(t)\ny = relu(u)\n");
  ASSERT_TRUE(chain);
  const auto shared = std::make_shared<chain::Chain>(*chain);
  const auto plans = study::plans_of(shared, {{plan::Cuts::Kind::by_hand, {"t"}}}, machine::Limits(64 * 1024));
  ASSERT_TRUE(plans) << base::render(plans.error());
  ASSERT_EQ(plans->size(), 3u);
  EXPECT_EQ((*plans)[0].groups.size(), 3u);
  EXPECT_EQ((*plans)[1].groups.size(), 1u);
  EXPECT_EQ((*plans)[2].groups.size(), 2u);
  const auto wrong = study::plans_of(shared, {{plan::Cuts::Kind::by_hand, {"nothing"}}}, machine::Limits(64 * 1024));
  EXPECT_FALSE(wrong);
}

TEST(Run, OnTheRealProcessorAtASmallSize) {
  const tests::Home home;
  // As if it had been calibrated before: that takes seconds and is tested with the device.
  auto spec = tests::fake_spec();
  const auto processor = machine::probe();
  spec.name = processor.name;
  spec.processors = processor.threads;
  spec.tile_elements = 512;
  machine::save_calibrated(spec);
  auto services = session::own_services();
  ASSERT_NE(services.device, nullptr) << services.no_device;
  services.rules.least = 3;
  services.rules.wanted = {0.01};
  services.rules.limit = {2};
  session::Session session(services);
  session.open_free_play("x: f32[1000, 37]\nb: f32[37]\ny = gelu(x + b)\n");
  ASSERT_TRUE(session.act("run.start"));
  session.wait();
  const auto twin = session::text_twin(session.view());
  EXPECT_THAT(twin, HasSubstr("37\u202f000 of 37\u202f000 results identical")) << twin;
  EXPECT_THAT(twin, HasSubstr("measured (bytes worked out)"));
}

}  // namespace run_test
