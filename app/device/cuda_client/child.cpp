// Pipes, fork, exec of /bin/sh, and a patient end.
#include "device/cuda_client/child.hpp"

#include "base/words.hpp"
#include "device/device.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace device::cuda_client {
namespace {

constexpr auto patience = std::chrono::milliseconds(1500);

void close_all(std::initializer_list<int> descriptors) {
  for (const int one : descriptors) {
    if (one >= 0) ::close(one);
  }
}

}  // namespace

Child::Child(const std::string& command) {
  std::array<int, 2> to{-1, -1}, from{-1, -1}, wrong{-1, -1};
  // A socket for its input: writing to one whose reader is gone can be told not to raise a signal.
  const bool piped = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to.data()) == 0 &&
                     ::pipe2(from.data(), O_CLOEXEC) == 0 && ::pipe2(wrong.data(), O_CLOEXEC) == 0;
  pid_ = piped ? ::fork() : -1;
  if (pid_ < 0) {
    const std::string cause = std::strerror(errno);
    close_all({to[0], to[1], from[0], from[1], wrong[0], wrong[1]});
    throw DeviceError(base::say("cuda.no_process", {{"cause", cause}}));
  }
  if (pid_ == 0) {
    ::setsid();
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    ::dup2(wrong[1], STDERR_FILENO);
    ::signal(SIGPIPE, SIG_DFL);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  close_all({to[0], from[1], wrong[1]});
  in_ = to[1];
  out_ = from[0];
  complaints_ = wrong[0];
  for (const int one : {in_, out_, complaints_}) ::fcntl(one, F_SETFL, ::fcntl(one, F_GETFL) | O_NONBLOCK);
}

Child::~Child() {
  close_input();
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (status() < 0 && std::chrono::steady_clock::now() < limit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  ::kill(-pid_, SIGKILL);  // the whole session: a shell's children too
  if (status_ < 0) ::waitpid(pid_, nullptr, 0);
  close_all({out_, complaints_});
}

void Child::close_input() {
  if (in_ >= 0) ::close(in_);
  in_ = -1;
}

int Child::status() {
  int status = 0;
  if (status_ < 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
    status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return status_;
}

std::string careful(std::string_view command) {
  constexpr std::string_view ssh = "ssh ";
  if (!command.starts_with(ssh)) return std::string(command);
  return "ssh -o BatchMode=yes -o ServerAliveInterval=10 -o ServerAliveCountMax=3 " +
         std::string(command.substr(ssh.size()));
}

std::string shell_word(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace device::cuda_client
