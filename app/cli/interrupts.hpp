// Ctrl+C while something is worth keeping: the work is stopped, what there is is saved, then the signal ends us.
#pragma once

#include "base/end_signals.hpp"

#include <stop_token>

namespace cli {

/// While it lives, the first SIGINT or SIGTERM only asks to stop; a second one ends the program as ever. One at a time.
class Interrupts {
 public:
  Interrupts();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  /// Ends the program by the signal that came, so that whoever waits for it sees one; returns if none came.
  void end_if_interrupted() const;

 private:
  std::stop_source stop_;
  base::EndSignals signals_;
};

}  // namespace cli
