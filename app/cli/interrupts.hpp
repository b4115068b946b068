// Ctrl+C while something is worth keeping: the work is stopped, what there is is saved, then the signal ends us.
#pragma once

#include <stop_token>
#include <thread>

namespace cli {

/// While it lives, the first SIGINT or SIGTERM only asks to stop; a second one ends the program as ever. One at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// Ends the program by the signal that came, so that whoever waits for it sees one; returns if none came.
  void end_if_interrupted() const;

 private:
  std::stop_source stop_;
  std::jthread waiter_;  ///< asks to stop: a signal handler may not
};

}  // namespace cli
