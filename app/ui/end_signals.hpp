// SIGTERM, SIGINT and SIGHUP: the window ends as by Ctrl+Q, so that no answer is lost.
#pragma once

#include <functional>
#include <thread>

namespace ui {

/// While it lives, a first signal of these calls `wake`, from a thread of its own; a second one ends the program at
/// once. One at a time.
class EndSignals {
 public:
  explicit EndSignals(std::function<void()> wake);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// The signal that came; 0 if none.
  [[nodiscard]] int received() const;

 private:
  std::jthread watcher_;
};

}  // namespace ui
