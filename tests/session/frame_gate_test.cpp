// Frames and samples kept apart.
#include "session/state/frame_gate.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace frame_gate_test {

using session::FrameGate;
using Instant = FrameGate::Instant;

Instant at(int milliseconds) {
  return Instant{} + std::chrono::milliseconds(milliseconds);
}

TEST(FrameGate, KnowsWhichSamplesAFrameOverlapped) {
  FrameGate gate;
  EXPECT_FALSE(gate.overlaps(at(0), at(1000)));
  gate.drawn(at(10), at(20));
  EXPECT_TRUE(gate.overlaps(at(15), at(16)));
  EXPECT_TRUE(gate.overlaps(at(0), at(11)));
  EXPECT_TRUE(gate.overlaps(at(19), at(30)));
  EXPECT_FALSE(gate.overlaps(at(20), at(30)));
  EXPECT_FALSE(gate.overlaps(at(0), at(10)));
}

TEST(FrameGate, RemembersTheLastFramesOnly) {
  FrameGate gate;
  for (int i = 0; i < 300; ++i) gate.drawn(at(10 * i), at(10 * i + 1));
  EXPECT_FALSE(gate.overlaps(at(0), at(5)));
  EXPECT_TRUE(gate.overlaps(at(2990), at(2991)));
  EXPECT_TRUE(gate.overlaps(at(1000), at(1001)));
}

TEST(FrameGate, AWindowWithNewsMayDrawBeforeTheNextBatch) {
  FrameGate gate;
  gate.listen(true);
  gate.news();
  bool drew_while_timing = true;
  std::jthread window([&] {
    drew_while_timing = gate.timing();
    gate.drawn(FrameGate::Instant::clock::now(), FrameGate::Instant::clock::now());
  });
  gate.set_timing(true);
  EXPECT_TRUE(gate.timing());
  gate.set_timing(false);
  window.join();
  EXPECT_FALSE(drew_while_timing);
  EXPECT_FALSE(gate.timing());
}

TEST(FrameGate, NobodyWaitsLongForAWindowThatDoesNotDrawNorAtAllWithoutNews) {
  using Clock = std::chrono::steady_clock;
  FrameGate gate;
  gate.listen(true);
  auto begin = Clock::now();
  gate.news();
  gate.set_timing(true);
  EXPECT_GE(Clock::now() - begin, std::chrono::milliseconds(20));
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(20));
  gate.listen(false);
  begin = Clock::now();
  for (int i = 0; i < 1000; ++i) {
    gate.news();
    gate.set_timing(true);
    gate.set_timing(false);
  }
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace frame_gate_test
