// A role as the supervisor sees it: a child process, what it is doing, how often it died.
#pragma once

#include "worker/pipe_end.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace worker {

using Clock = std::chrono::steady_clock;

/// A request on its way through the supervisor.
struct Task {
  std::uint64_t client = 0;  ///< id of the client's request; 0 = the supervisor's own
  wire::Body request;
  double deadline = 30;  ///< seconds from when it first runs
  std::optional<Clock::time_point> begun;
  std::uint64_t key = 0;  ///< equal requests have died equally
  bool cancelled = false;
};

class RoleProcess {
 public:
  explicit RoleProcess(std::string role) : name(std::move(role)) {}
  ~RoleProcess() { end(); }
  RoleProcess(const RoleProcess&) = delete;  // one owner of the child
  RoleProcess& operator=(const RoleProcess&) = delete;

  enum class State { ended, starting, idle, busy, refused };

  std::string name;
  State state = State::ended;
  std::unique_ptr<PipeEnd> pipe;
  std::optional<Task> task;
  std::uint64_t serial = 0;                   ///< of the message it works on
  Clock::time_point due;                      ///< kill it then
  Clock::time_point not_before;               ///< do not start it again before
  int deaths = 0;                             ///< in a row
  std::optional<Clock::time_point> starting;  ///< since then it tries to start
  wire::RoleState told;                       ///< what it said of itself
  std::optional<wire::Capabilities> capabilities;
  bool holds_memory = false;

  /// Forks and executes this program as the role. Throws Failed.
  void start(const std::string& cache);
  void send(wire::Body body, double seconds);
  /// Kills it and waits; how it ended, in words.
  std::string end();

 private:
  int pid_ = -1;
};

}  // namespace worker
