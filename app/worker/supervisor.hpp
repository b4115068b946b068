// The worker's first process: no CUDA, only children that may die. It relays, keeps deadlines and starts roles again.
#pragma once

#include "worker/crew.hpp"
#include "worker/cubins.hpp"

#include <map>
#include <vector>

namespace worker {

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
  [[nodiscard]] RoleProcess& on_card(const wire::Body& request);
  void hand(RoleProcess& role, Task task);
  void compile_own();
  void listen(RoleProcess& role);
  void heard(RoleProcess& role, wire::Message message);
  void finished(RoleProcess& role, wire::Body body);
  void died(RoleProcess& role);
  void overdue(RoleProcess& role);
  void answer_hellos();
  void answer(std::uint64_t id, wire::Body body);
  void fail(std::uint64_t id, wire::Failure::Kind kind, std::string sentence, std::string remedy = {});
  void strike(const Task& task);
  [[nodiscard]] bool struck_out(std::uint64_t key) const;
  [[nodiscard]] bool set_aside(const Task& task);

  struct Waiting {
    std::uint64_t id;
    bool counters;
  };

  PipeEnd client_;
  Patience patience_;
  Crew crew_;
  Cubins cubins_;
  bool own_asked_ = false;  ///< the compiler has our own kernels, or had
  std::deque<Task> queue_;
  std::vector<Waiting> hellos_;
  std::map<std::uint64_t, int> strikes_;  ///< deaths by request
  bool open_ = true;
};

}  // namespace worker
