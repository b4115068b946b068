// After a run's reveal: what did the plot show? Two taps, and a wrong one leads back to the plot.
#include "stage.hpp"

#include <gmock/gmock.h>

namespace {

using session::Role;
using ::testing::HasSubstr;
using tests::Stage;

void run(Stage& stage, int step) {
  stage->go_to_step(step);
  ASSERT_TRUE(stage->act("run.start"));
  stage->wait();
}

void reveal(Stage& stage) {
  ASSERT_TRUE(stage->open_lesson("02"));
  for (const char* arrow : {"arrow:k1.read.x", "arrow:k1.write.t", "arrow:k2.read.t", "arrow:k2.write.y"}) {
    ASSERT_TRUE(stage->act(arrow));
  }
  stage->go_to_step(2);
  for (const char* act : {"arrow:k1.write.t", "arrow:k2.read.t", "guess.lock"}) ASSERT_TRUE(stage->act(act));
  stage->go_to_step(4);
  ASSERT_TRUE(stage->act("guess.set", "2") && stage->act("guess.lock"));
  run(stage, 5);
}

TEST(Observe, IsNotAskedBeforeThereIsAPlot) {
  Stage stage;
  ASSERT_TRUE(stage->open_lesson("02"));
  stage->go_to_step(5);
  EXPECT_EQ(stage.node("observe.bytes"), nullptr);
  EXPECT_FALSE(stage->act("observe:bytes.fused"));
}

TEST(Observe, AWrongTapLeadsBackToThePlot) {
  Stage stage;
  reveal(stage);
  ASSERT_NE(stage.node("observe.bytes"), nullptr);
  EXPECT_EQ(stage.node("observe.share"), nullptr) << "one at a time";
  EXPECT_FALSE(stage.node("figure.bytes")->selected);
  EXPECT_TRUE(stage->act("observe:bytes.unfused"));
  EXPECT_TRUE(stage.node("figure.bytes")->selected) << "look here";
  ASSERT_NE(stage.node("task.look.bytes"), nullptr);
  EXPECT_THAT(stage.node("task.look.bytes")->label, HasSubstr("Look again"));
  EXPECT_EQ(stage.node("observe.share"), nullptr);
  EXPECT_TRUE(stage->act("observe:bytes.fused"));
  EXPECT_FALSE(stage.node("figure.bytes")->selected);
  EXPECT_EQ(stage.node("task.look.bytes"), nullptr);
  EXPECT_THAT(stage.node("task.saw.bytes")->label, HasSubstr("2.00x fewer"));
  EXPECT_FALSE(stage->act("observe:bytes.unfused")) << "seen is seen";
  EXPECT_NE(stage.node("observe.share"), nullptr);
}

TEST(Observe, TheTimesAreComparedWithTheBytes) {
  Stage stage;
  reveal(stage);
  stage->act("observe:bytes.fused");
  int right = 0;
  for (const char* tap : {"more", "about_same", "less"}) {
    stage->act(std::string("observe:share.") + tap);
    if (stage.node("task.saw.share") != nullptr) {
      ++right;
      break;
    }
    EXPECT_NE(stage.node("task.look.share"), nullptr);
  }
  EXPECT_EQ(right, 1) << stage.twin();
  EXPECT_THAT(stage.node("task.saw.share")->label, HasSubstr("Bytes fell 2.00x, the time "));
}

TEST(Observe, AnotherRunIsLookedAtAnew) {
  Stage stage;
  reveal(stage);
  stage->act("observe:bytes.fused");
  run(stage, 5);
  EXPECT_EQ(stage.node("task.saw.bytes"), nullptr);
  EXPECT_NE(stage.node("observe.bytes"), nullptr);
}

TEST(Observe, NothingWaitsForIt) {
  Stage stage;
  reveal(stage);
  EXPECT_TRUE(stage->act("next"));
}

}  // namespace
