// The worker's first process: no CUDA, only children that may die. It relays, keeps deadlines and starts roles again.
#pragma once

#include "worker/role_process.hpp"

#include <list>
#include <map>
#include <vector>

namespace worker {

/// How long things may take, in seconds; tests shorten them.
struct Patience {
  double start = 20;  ///< a role's start: cuInit, loading a compiler
  double compile = 30;
  double cancel = 2;                     ///< from the wish to the kill
  std::vector<double> restart{0, 1, 5};  ///< before the first, second, later restart in a row
  int deaths = 3;                        ///< a request that killed so many is set aside
};

class Supervisor {
 public:
  Supervisor(int in, int out, std::string cache, Patience patience);
  /// Until the client closes its end; the process's exit status.
  [[nodiscard]] int run();

 private:
  using State = RoleProcess::State;

  void wait();
  void take(const wire::Message& message);
  void hello(std::uint64_t id, const wire::Hello& hello);
  void enqueue(std::uint64_t id, wire::Body body, double deadline);
  void cancel(std::uint64_t id);
  void pump();
  [[nodiscard]] bool dispatch(Task& task);
  [[nodiscard]] bool ready(RoleProcess& role);
  void start(RoleProcess& role);
  void hand(RoleProcess& role, Task task);
  [[nodiscard]] bool attach(Task& task);
  [[nodiscard]] RoleProcess* compiler();
  void listen(RoleProcess& role);
  void heard(RoleProcess& role, wire::Message message);
  void finished(RoleProcess& role, wire::Body body);
  void died(RoleProcess& role);
  void overdue(RoleProcess& role);
  void answer_hellos();
  void answer(std::uint64_t id, wire::Body body);
  void fail(std::uint64_t id, wire::Failure::Kind kind, std::string sentence, std::string remedy = {});
  void strike(const Task& task) { ++strikes_[task.key]; }
  [[nodiscard]] std::vector<RoleProcess*> roles();

  struct Waiting {
    std::uint64_t id;
    bool counters;
  };

  PipeEnd client_;
  std::string cache_;
  Patience patience_;
  std::list<RoleProcess> compilers_;
  RoleProcess run_{"run"}, count_{"count"};
  std::deque<Task> queue_;
  std::vector<Waiting> hellos_;
  std::map<std::string, std::string> images_;  ///< cubins by name
  std::map<std::uint64_t, int> strikes_;       ///< deaths by request
  std::string card_;                           ///< uuid, once it is chosen
  int architecture_ = 0;
  std::string fixed_;  ///< name of our own kernels' cubin
  bool fixed_asked_ = false;
  bool open_ = true;
};

}  // namespace worker
