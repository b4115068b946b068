// Drawing and timing kept apart: frames are drawn between batches, and a sample that one overlapped is known.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace session {

/// Shared by the window's thread (drawn, timing) and the job's (all the others).
class FrameGate {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  void drawn(Instant begin, Instant end);
  /// True while samples are taken: the window must not draw.
  [[nodiscard]] bool timing() const;
  [[nodiscard]] bool overlaps(Instant begin, Instant end) const;

  /// Whether a window is there to draw what is told; without one nobody waits for it.
  void listen(bool listening);
  /// There is something new to draw.
  void news();
  /// Before a batch (true) and after it (false). Before it, a window that has news gets a moment to draw them.
  void set_timing(bool timing);

 private:
  struct Frame {
    Instant begin, end;
  };
  mutable std::mutex mutex_;
  std::condition_variable frame_;
  std::array<Frame, 256> frames_{};  // a ring: more than a batch (0.2 s) can hold at 240 Hz
  std::size_t count_ = 0;            // frames ever
  bool timing_ = false;
  bool listening_ = false;
  bool news_ = false;
};

}  // namespace session
