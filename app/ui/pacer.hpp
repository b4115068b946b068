// When a frame may be drawn and how long to wait: nothing happened, no frame; samples are being taken, no frame.
#pragma once

#include <optional>

namespace ui {

class Pacer {
 public:
  /// Something may look different. While a job is going on one frame is drawn for each piece of news, since the next
  /// batch of samples waits for that one only; else some more, for a window system that lost one.
  void news(bool busy);
  /// True if a frame is to be drawn now; it is counted as drawn.
  [[nodiscard]] bool draws(bool timing);
  /// Seconds to wait for events: 0 only looks for them, nothing waits for ever.
  [[nodiscard]] std::optional<double> wait(bool busy, bool timing) const;

 private:
  int pending_ = 4;  // the first frames
};

}  // namespace ui
