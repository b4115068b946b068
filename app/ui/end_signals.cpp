// A handler may do next to nothing: it notes the signal and writes to a pipe, at whose other end a thread waits.
#include "ui/end_signals.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ui {
namespace {

constexpr std::array ends = {SIGTERM, SIGINT, SIGHUP};

std::atomic<int> came = 0;
std::array<int, 2> ends_of_pipe = {-1, -1};
std::array<struct sigaction, ends.size()> before;

void note(int signal) {
  const int kept = errno;
  came = signal;
  [[maybe_unused]] const auto written = ::write(ends_of_pipe[1], "s", 1);
  errno = kept;
}

}  // namespace

EndSignals::EndSignals(std::function<void()> wake) {
  came = 0;
  if (::pipe2(ends_of_pipe.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  watcher_ = std::jthread([wake = std::move(wake)] {
    char what = 0;
    while (::read(ends_of_pipe[0], &what, 1) < 0 && errno == EINTR) {
    }
    if (what == 's') wake();
  });
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ::sigaction(ends[i], &action, &before[i]);
    // nohup has asked to be spared.
    if (ends[i] == SIGHUP && before[i].sa_handler == SIG_IGN) ::sigaction(SIGHUP, &before[i], nullptr);
  }
}

EndSignals::~EndSignals() {
  for (std::size_t i = 0; i < ends.size(); ++i) ::sigaction(ends[i], &before[i], nullptr);
  [[maybe_unused]] const auto written = ::write(ends_of_pipe[1], "q", 1);
  watcher_.join();
  for (int& end : ends_of_pipe) ::close(std::exchange(end, -1));
}

int EndSignals::received() const {
  return came;
}

}  // namespace ui
