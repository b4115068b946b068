// A handler that writes the signal's number into a pipe, and a thread that reads it there.
#include "cli/interrupts.hpp"

#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace cli {
namespace {

constexpr std::array signals{SIGINT, SIGTERM};

std::array<int, 2> pipe_ends{-1, -1};
volatile std::sig_atomic_t came = 0;
std::array<struct sigaction, signals.size()> before;

void note(int signal) {
  const int error = errno;
  came = signal;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &byte, 1);
  errno = error;
}

}  // namespace

Interrupts::Interrupts() {
  came = 0;
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw base::MachineError("No pipe can be made.");
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before[i]);
    // Whoever started us in the background may have chosen that Ctrl+C is not for us.
    if (before[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
  waiter_ = std::jthread([stop = stop_]() mutable {
    char byte = 0;
    while (::read(pipe_ends[0], &byte, 1) < 0 && errno == EINTR) {
    }
    if (byte != 0) stop.request_stop();
  });
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &byte, 1);
  waiter_.join();
  for (int& end : pipe_ends) ::close(end);
}

void Interrupts::end_if_interrupted() const {
  if (came == 0) return;
  std::fflush(stdout);
  ::signal(came, SIG_DFL);
  ::raise(came);
}

}  // namespace cli
