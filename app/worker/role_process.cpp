// Starting and ending children.
#include "worker/role_process.hpp"

#include "base/words.hpp"
#include "worker/failed.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace worker {

void RoleProcess::start(const std::string& cache) {
  std::array<int, 2> to{-1, -1}, from{-1, -1};
  const auto cannot = [&] {
    const std::string cause = std::strerror(errno);
    for (const int one : {to[0], to[1], from[0], from[1]}) {
      if (one >= 0) ::close(one);
    }
    throw Failed(wire::Failure::Kind::unavailable, base::say("worker.no_process", {{"cause", cause}}));
  };
  if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) cannot();
  std::array<const char*, 6> words{"onetrip-worker", "--role", name.c_str(), "--cache", cache.c_str(), nullptr};
  if (cache.empty()) words[3] = nullptr;
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) cannot();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    ::execv("/proc/self/exe", const_cast<char**>(words.data()));
    ::_exit(127);
  }
  ::close(to[0]);
  ::close(from[1]);
  pipe = std::make_unique<PipeEnd>(from[0], to[1]);
  state = State::starting;
  capabilities.reset();
  told = {};
  holds_memory = false;
}

void RoleProcess::send(wire::Body body, double seconds) {
  pipe->send({++serial, std::move(body)});
  due = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string RoleProcess::end() {
  if (pid_ < 0) return {};
  ::kill(pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  pipe.reset();
  state = State::ended;
  holds_memory = false;
  if (WIFSIGNALED(status)) return base::say("worker.by_signal", {{"signal", ::strsignal(WTERMSIG(status))}});
  return base::say("worker.by_exit", {{"status", std::to_string(WEXITSTATUS(status))}});
}

}  // namespace worker
