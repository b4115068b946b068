// A handler may do next to nothing: it notes the signal and writes to a pipe, at whose other end a thread waits.
#include "base/end_signals.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace base {
namespace {

std::atomic<int> came = 0;
std::array<int, 2> ends_of_pipe{-1, -1};
std::vector<std::pair<int, struct sigaction>> before;  // what is to be restored

void note(int signal) {
  const int kept = errno;
  came = signal;
  [[maybe_unused]] const auto written = ::write(ends_of_pipe[1], "s", 1);
  errno = kept;
}

}  // namespace

EndSignals::EndSignals(std::initializer_list<EndSignal> signals, std::function<void()> told) {
  came = 0;
  if (::pipe2(ends_of_pipe.data(), O_CLOEXEC) != 0) throw MachineError(say("signal.no_pipe"));
  watcher_ = std::jthread([told = std::move(told)] {
    char what = 0;
    while (::read(ends_of_pipe[0], &what, 1) < 0 && errno == EINTR) {
    }
    if (what == 's') told();
  });
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const EndSignal& signal : signals) {
    struct sigaction was {};
    ::sigaction(signal.number, nullptr, &was);
    if (signal.unless_ignored && was.sa_handler == SIG_IGN) continue;
    ::sigaction(signal.number, &action, nullptr);
    before.emplace_back(signal.number, was);
  }
}

EndSignals::~EndSignals() {
  for (const auto& [number, was] : before) ::sigaction(number, &was, nullptr);
  before.clear();
  [[maybe_unused]] const auto written = ::write(ends_of_pipe[1], "q", 1);
  watcher_.join();
  for (int& end : ends_of_pipe) ::close(std::exchange(end, -1));
}

int EndSignals::received() const {
  return came;
}

}  // namespace base
