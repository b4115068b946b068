// What the window cost: first frame, frames drawn while nothing happened, frames of a picture that moves, memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ui {

class Statistics {
 public:
  using Clock = std::chrono::steady_clock;
  /// A frame was shown; `idle`: nothing had happened for a second before it.
  void frame(bool idle);
  /// The frame was drawn while a picture moved; it took so long by the clock, from waking to what is seen.
  void playing(Clock::duration took);
  /// The frame was drawn while a run went on, and took so long by the clock.
  void beside_run(Clock::duration took);
  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  /// Lines for stderr.
  [[nodiscard]] std::string report() const;

 private:
  Clock::time_point first_{};
  std::uint64_t frames_ = 0, idle_ = 0;
  std::vector<double> beside_, playing_;  ///< of frames beside a run and of a moving picture, milliseconds by the clock
  double processor_ = 0;                  ///< seconds at the last frame
  std::vector<double> costs_;             ///< of frames in a row, milliseconds of processor time on all threads
};

/// Seconds that all threads of this process have worked.
[[nodiscard]] double processor_seconds();
/// Resident memory of this process in bytes, from /proc; 0 where there is none.
[[nodiscard]] std::int64_t resident_bytes();

}  // namespace ui
