// Signals that ask a program to end: the first one is told, so that what there is can be kept.
#pragma once

#include <functional>
#include <initializer_list>
#include <thread>

namespace base {

/// A signal to wait for.
struct EndSignal {
  int number = 0;
  bool unless_ignored = true;  ///< whoever started us may have chosen that it is not for us
};

/// While it lives, a first signal of these calls `told`, from a thread of its own; a second one ends the program as
/// ever. One at a time.
class EndSignals {
 public:
  /// Throws MachineError.
  EndSignals(std::initializer_list<EndSignal> signals, std::function<void()> told);
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  /// The signal that came; 0 if none.
  [[nodiscard]] int received() const;

 private:
  std::jthread watcher_;
};

}  // namespace base
