// The presenter's clock: of the class and of the step, seen by nobody else.
#include "presenting.hpp"
#include "session/state/view.hpp"

#include <chrono>
#include <thread>

namespace presenter_clock_test {

using session::Node;
using tests::alone;
using tests::flip;
using tests::open;
using tests::open_alone;
using tests::Stage;
using namespace std::chrono_literals;

struct Timed {
  Timed() : stage([this](session::Services& services) { services.now = [this] { return now; }; }) {}
  void pass(std::chrono::milliseconds time) {
    now += time;
    stage->poll();
  }
  [[nodiscard]] std::string shown(std::size_t row) {
    const Node* clock = alone(stage, "class.clock");
    return clock == nullptr ? "none" : clock->rows.at(row).at(1).text;
  }

  std::chrono::steady_clock::time_point now{1000s};
  Stage stage;
};

TEST(PresenterClock, StartsWithTheClassAndTellsTheStepApart) {
  Timed timed;
  ASSERT_TRUE(timed.stage->open_lesson("01"));
  timed.pass(60s);
  ASSERT_TRUE(timed.stage->act("class.open"));
  timed.stage->set_presenter_window(true);
  EXPECT_EQ(timed.shown(0), "0:00");
  EXPECT_EQ(alone(timed.stage, "class.clock")->rows[0][2].text, "of 18 min");
  EXPECT_EQ(alone(timed.stage, "class.clock")->rows[2][1].text, "16 min");
  timed.pass(65s);
  EXPECT_TRUE(timed.stage->tick());
  EXPECT_EQ(timed.shown(0), "1:05");
  ASSERT_TRUE(timed.stage->act_for_presenter("class.skip"));
  EXPECT_EQ(timed.shown(0), "1:05");
  EXPECT_EQ(timed.shown(1), "0:00");
  timed.pass(3s);
  EXPECT_TRUE(timed.stage->tick());
  EXPECT_EQ(timed.shown(0), "1:08");
  EXPECT_EQ(timed.shown(1), "0:03");
  ASSERT_TRUE(timed.stage->act_for_presenter("class.clock"));
  EXPECT_EQ(timed.shown(0), "0:00");
  EXPECT_EQ(timed.shown(1), "0:00");
}

TEST(PresenterClock, AStepThatTheClassComesBackToCountsOnAndSaysWhenItIsOver) {
  Timed timed;
  open_alone(timed.stage, "01");
  timed.pass(115s);
  ASSERT_TRUE(timed.stage->act_for_presenter("class.skip"));
  EXPECT_EQ(timed.shown(1), "0:00");
  timed.pass(40s);
  ASSERT_TRUE(timed.stage->act_for_presenter("class.back"));
  EXPECT_EQ(timed.shown(1), "1:55");
  EXPECT_EQ(alone(timed.stage, "class.clock")->rows[1][2].text, "of 2 min");
  timed.pass(6s);
  EXPECT_TRUE(timed.stage->tick());
  EXPECT_EQ(timed.shown(1), "2:01");
  EXPECT_EQ(alone(timed.stage, "class.clock")->rows[1][2].text, "of 2 min: over");
  ASSERT_TRUE(timed.stage->act_for_presenter("class.skip"));
  EXPECT_EQ(timed.shown(1), "0:40");
}

TEST(PresenterClock, ChangesOnceASecondAndThePageElseStays) {
  Timed timed;
  open_alone(timed.stage, "01");
  const auto revision = timed.stage->presenter_view().revision, wall = timed.stage->view().revision;
  EXPECT_EQ(timed.stage->until_tick(), 1.0);
  for (int i = 0; i < 9; ++i) {
    timed.pass(100ms);
    EXPECT_FALSE(timed.stage->tick()) << i;
  }
  EXPECT_NEAR(timed.stage->until_tick().value(), 0.1, 1e-9);
  timed.pass(100ms);
  EXPECT_TRUE(timed.stage->tick());
  EXPECT_FALSE(timed.stage->tick());
  EXPECT_EQ(timed.stage->presenter_view().revision, revision + 1);
  EXPECT_EQ(timed.stage->view().revision, wall) << "nothing is drawn for the room";
}

TEST(PresenterClock, StandsStillWhereNobodySeesIt) {
  Timed timed;
  open(timed.stage, "01");
  timed.pass(5s);
  EXPECT_EQ(timed.stage->until_tick(), std::nullopt) << "the room has no clock";
  EXPECT_FALSE(timed.stage->tick());
  EXPECT_EQ(timed.stage.node("class.clock"), nullptr);
  flip(timed.stage);
  EXPECT_EQ(timed.stage.node("class.clock")->rows[0][1].text, "0:05");
  EXPECT_NE(timed.stage->until_tick(), std::nullopt);
  ASSERT_TRUE(timed.stage->act("class.leave"));
  EXPECT_EQ(timed.stage->until_tick(), std::nullopt);
  timed.pass(5s);
  ASSERT_TRUE(timed.stage->act("class.open"));
  flip(timed.stage);
  EXPECT_EQ(timed.stage.node("class.clock")->rows[0][1].text, "0:10") << "who looks at a page meanwhile is in class";
}

TEST(PresenterClock, WhatIsDrawnOnceDoesNotMove) {
  Stage stage;
  open_alone(stage, "01");
  const std::string before = session::text_twin(stage->presenter_view());
  std::this_thread::sleep_for(1100ms);
  EXPECT_EQ(session::text_twin(stage->presenter_view()), before) << "a picture of the page is the same at any time";
}

}  // namespace presenter_clock_test
