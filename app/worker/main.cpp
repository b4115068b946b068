// onetrip-worker: the supervisor, or one of its roles.
#include "base/words.hpp"
#include "worker/role.hpp"
#include "worker/supervisor.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

/// Frames go out on a descriptor of their own: what a library prints to the standard output becomes a complaint.
int own_output() {
  const int own = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return own;
}

worker::Patience patience() {
  worker::Patience patience;
#ifdef ONETRIP_WORKER_FAULTS
  // For tests: all waiting times multiplied.
  const char* shorter = std::getenv("ONETRIP_WORKER_PATIENCE");
  const double factor = shorter == nullptr ? 1 : std::strtod(shorter, nullptr);
  if (!(factor > 0 && factor < 1)) return patience;
  patience.start *= factor;
  patience.work *= factor;
  patience.cancel *= factor;
  for (double& pause : patience.restart) pause *= factor;
#endif
  return patience;
}

/// How long a role waits for a request before it lets others have what it holds.
std::chrono::milliseconds quiet() {
#ifdef ONETRIP_WORKER_FAULTS
  if (const char* shorter = std::getenv("ONETRIP_WORKER_REST")) return std::chrono::milliseconds(std::atoi(shorter));
#endif
  return worker::quiet;
}

int usage(int status) {
  std::fputs(std::string(base::text("worker.usage")).c_str(), status == 0 ? stdout : stderr);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::string role, cache;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help") return usage(0);
    if (words[i] == "--version") {
      std::puts("onetrip-worker " ONETRIP_VERSION);
      return 0;
    }
    if (i + 1 >= words.size()) return usage(2);
    if (words[i] == "--role") {
      role = words[++i];
    } else if (words[i] == "--cache") {
      cache = words[++i];
    } else {
      return usage(2);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a kernel that is not kept
  if (role.empty() && ::isatty(STDIN_FILENO) == 1) return usage(2);
  try {
    if (role.empty()) return worker::Supervisor(STDIN_FILENO, own_output(), cache, patience()).run();
    const auto made = worker::make_role(role, cache);
    if (!made) return usage(2);
    worker::Channel channel(STDIN_FILENO, own_output());
    return worker::serve(role, *made, channel, quiet());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "onetrip-worker: %s\n", error.what());
    return 1;
  }
}
