// The supervisor's children: compilers as many as are wanted, one that runs, one that counts, one that records; who is
// started when, and what they say of themselves.
#pragma once

#include "worker/patience.hpp"
#include "worker/role_process.hpp"

#include <list>
#include <string>
#include <vector>

namespace worker {

class Crew {
 public:
  using State = RoleProcess::State;

  Crew(std::string cache, Patience patience);

  RoleProcess run{"run"}, count{"count"}, trace{"trace"};
  std::string card;            ///< uuid, once it is chosen
  int compute_capability = 0;  ///< of that card, once a role said so

  [[nodiscard]] std::vector<RoleProcess*> all();
  /// A compiler that is not at work; none if as many work as may.
  [[nodiscard]] RoleProcess* compiler();
  /// Idle; starts it if it may start.
  [[nodiscard]] bool ready(RoleProcess& role);

  /// Those who refused may start again.
  void forgive(bool counters_too);
  /// It said hello. False: what it said makes no sense.
  [[nodiscard]] bool introduced(RoleProcess& role, wire::Body body);
  /// Ends it, to be started again after a pause, or never if it dies at each start; how it ended.
  std::string lost(RoleProcess& role);
  /// Ends it for good: it never said hello.
  void hung(RoleProcess& role);

  /// Starts who has to be asked; true if all have answered or refused.
  [[nodiscard]] bool settled(bool with_counters);
  [[nodiscard]] wire::Capabilities capabilities() const;

 private:
  void start(RoleProcess& role);
  static void refuse(RoleProcess& role, std::string sentence, std::string remedy);

  std::string cache_;
  Patience patience_;
  std::list<RoleProcess> compilers_;
};

}  // namespace worker
