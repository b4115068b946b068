// The ring of drawn frames and the pause between two batches.
#include "session/state/frame_gate.hpp"

#include <algorithm>

namespace session {
namespace {
constexpr std::chrono::milliseconds patience{40};  // for a frame between two batches
}

void FrameGate::drawn(Instant begin, Instant end) {
  {
    const std::lock_guard lock(mutex_);
    frames_[count_++ % frames_.size()] = {begin, end};
    news_ = false;
  }
  frame_.notify_all();
}

bool FrameGate::timing() const {
  const std::lock_guard lock(mutex_);
  return timing_;
}

void FrameGate::listen(bool listening) {
  const std::lock_guard lock(mutex_);
  listening_ = listening;
}

void FrameGate::news() {
  const std::lock_guard lock(mutex_);
  news_ = listening_;
}

void FrameGate::set_timing(bool timing) {
  std::unique_lock lock(mutex_);
  if (timing) frame_.wait_for(lock, patience, [&] { return !news_; });
  news_ = false;  // whoever did not draw by now waits for the next word
  timing_ = timing;
}

bool FrameGate::overlaps(Instant begin, Instant end) const {
  const std::lock_guard lock(mutex_);
  const auto kept = frames_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, frames_.size()));
  return std::any_of(frames_.begin(), kept, [&](const Frame& f) { return f.begin < end && begin < f.end; });
}

}  // namespace session
