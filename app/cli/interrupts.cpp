// A stop source that a signal stops.
#include "cli/interrupts.hpp"

#include <csignal>
#include <cstdio>

namespace cli {

Interrupts::Interrupts() : signals_({{SIGINT}, {SIGTERM}}, [stop = stop_]() mutable { stop.request_stop(); }) {}

void Interrupts::end_if_interrupted() const {
  const int came = signals_.received();
  if (came == 0) return;
  std::fflush(stdout);
  ::signal(came, SIG_DFL);
  ::raise(came);
}

}  // namespace cli
