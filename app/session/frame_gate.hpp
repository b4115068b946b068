// Drawing and timing kept apart: frames are drawn between batches, and a sample that one overlapped is known.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace session {

/// Shared by the window's thread (drawn, timing) and the job's (all the others).
class FrameGate {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  void drawn(Instant begin, Instant end);
  /// True while samples are taken: the window must not draw.
  [[nodiscard]] bool timing() const;

  /// Before a batch (true) and after it (false). After it, a window that listens gets a moment to draw one frame.
  void set_timing(bool timing);
  [[nodiscard]] bool overlaps(Instant begin, Instant end) const;
  /// How the window is woken between batches; empty if there is none, and then nobody waits.
  void on_wake(std::function<void()> wake);

 private:
  struct Frame {
    Instant begin, end;
  };
  mutable std::mutex mutex_;
  std::condition_variable frame_;
  std::array<Frame, 256> frames_{};  // a ring: more than a batch (0.2 s) can hold at 240 Hz
  std::size_t count_ = 0;            // frames ever
  bool timing_ = false;
  std::function<void()> wake_;
};

}  // namespace session
