// The ring of drawn frames and the pause between two batches.
#include "session/frame_gate.hpp"

#include <algorithm>

namespace session {
namespace {
constexpr std::chrono::milliseconds patience{40};  // for a frame between two batches
}

void FrameGate::drawn(Instant begin, Instant end) {
  {
    const std::lock_guard lock(mutex_);
    frames_[count_++ % frames_.size()] = {begin, end};
  }
  frame_.notify_all();
}

bool FrameGate::timing() const {
  const std::lock_guard lock(mutex_);
  return timing_;
}

void FrameGate::set_timing(bool timing) {
  std::unique_lock lock(mutex_);
  timing_ = timing;
  const auto wake = wake_;
  if (timing || !wake) return;
  const std::size_t before = count_;
  lock.unlock();
  wake();
  lock.lock();
  frame_.wait_for(lock, patience, [&] { return count_ != before; });
}

bool FrameGate::overlaps(Instant begin, Instant end) const {
  const std::lock_guard lock(mutex_);
  const auto kept = frames_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, frames_.size()));
  return std::any_of(frames_.begin(), kept, [&](const Frame& f) { return f.begin < end && begin < f.end; });
}

void FrameGate::on_wake(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  wake_ = std::move(wake);
}

}  // namespace session
