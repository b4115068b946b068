// When frames are drawn: by itself, and with a run of a session going on.
#include "ui/pacer.hpp"

#include "session/stage.hpp"

#include <gmock/gmock.h>

#include <optional>
#include <thread>
#include <vector>

namespace pacer_test {

using Clock = std::chrono::steady_clock;
using ui::Pacer;

constexpr auto small_chain = "x: f32[64, 32]\nb: f32[32]\ny = gelu(x + b)\n";

int frames_of(Pacer& pacer, bool timing) {
  int frames = 0;
  while (frames < 100 && pacer.draws(timing)) ++frames;
  return frames;
}

TEST(Pacer, DrawsAFewFramesForEachNewsAndThenNone) {
  Pacer pacer;
  EXPECT_GT(frames_of(pacer, false), 0) << "the first ones need no news";
  EXPECT_EQ(frames_of(pacer, false), 0);
  EXPECT_EQ(pacer.wait(false, false), std::nullopt) << "idle";
  pacer.news(false);
  EXPECT_EQ(pacer.wait(false, false), 0);
  EXPECT_LT(frames_of(pacer, false), 10);
}

TEST(Pacer, DrawsOneFrameForEachNewsOfAJob) {
  Pacer pacer;
  pacer.news(true);
  EXPECT_EQ(frames_of(pacer, false), 1);
  EXPECT_GT(pacer.wait(true, false), 0) << "the job gets the processor";
}

TEST(Pacer, DrawsNothingWhileSamplesAreTakenAndKeepsTheNews) {
  Pacer pacer;
  pacer.news(true);
  EXPECT_EQ(frames_of(pacer, true), 0);
  EXPECT_GT(pacer.wait(true, true), 0) << "no spinning beside a measurement";
  EXPECT_EQ(frames_of(pacer, false), 1);
}

struct Frame {
  Clock::time_point begin, end;
};

/// The window's loop with a run in it; events come all the time, as from a hand on the mouse.
std::vector<Frame> frames_during_a_run(tests::Stage& stage) {
  Pacer pacer;
  std::vector<Frame> frames;
  stage->on_wake([] {});
  while (stage->view().busy) {
    stage->poll();
    pacer.news(stage->view().busy);
    const bool timing = stage->view().timing;
    if (pacer.draws(timing)) {
      EXPECT_FALSE(timing);
      Frame frame{Clock::now(), {}};
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      frame.end = Clock::now();
      stage->frame_drawn(frame.begin, frame.end);
      frames.push_back(frame);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return frames;
}

TEST(Pacer, ARunUnderARestlessHandKeepsNoSampleThatAFrameOverlapped) {
  tests::Stage stage;
  stage.orders().batch_takes = std::chrono::milliseconds(60);
  stage->open_free_play(small_chain);
  ASSERT_TRUE(stage->act("run.start"));
  const std::vector<Frame> frames = frames_during_a_run(stage);
  ASSERT_NE(stage.node("reveal.numbers"), nullptr) << stage.twin();
  EXPECT_FALSE(frames.empty()) << "progress is shown between the batches";

  int inside = 0;
  for (const auto& [begin, end] : stage.orders().sampled) {
    for (const Frame& frame : frames) inside += frame.begin < end && begin < frame.end ? 1 : 0;
  }
  if (inside == 0) {
    EXPECT_THAT(stage.twin(), testing::Not(testing::HasSubstr("this window was being drawn")));
  } else {
    EXPECT_THAT(stage.twin(), testing::HasSubstr("this window was being drawn"))
        << "one that began just before a batch";
  }
  EXPECT_LE(inside, static_cast<int>(stage.orders().sampled.size()) / 2) << "most batches have the processor alone";
}

}  // namespace pacer_test
