// The rule of frames.
#include "ui/pacer.hpp"

namespace ui {
namespace {

constexpr int frames_after_news = 4;  // a page settles in one
constexpr double busy_wait = 0.1;     // seconds: progress moves ten times a second
constexpr double timing_wait = 0.01;  // a batch ends soon, and then a frame may be drawn

}  // namespace

void Pacer::news(bool busy) {
  pending_ = busy ? 1 : frames_after_news;
}

bool Pacer::draws(bool timing) {
  if (pending_ == 0 || timing) return false;
  --pending_;
  return true;
}

std::optional<double> Pacer::wait(bool busy, bool timing) const {
  if (timing) return timing_wait;
  if (pending_ > 0) return 0;
  if (busy) return busy_wait;
  return std::nullopt;
}

}  // namespace ui
