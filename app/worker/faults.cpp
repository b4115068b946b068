// The planted faults.
#include "worker/faults.hpp"

#ifdef ONETRIP_WORKER_FAULTS
#include "worker/failed.hpp"

#include <csignal>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>
#endif

namespace worker {

#ifdef ONETRIP_WORKER_FAULTS

void plant_fault(std::string_view role, std::string_view place, Channel& channel, std::uint64_t id) {
  const char* asked = std::getenv("ONETRIP_WORKER_FAULT");
  if (asked == nullptr) return;
  std::vector<std::string> parts{""};
  for (const char c : std::string_view(asked)) {
    if (c == ':' && parts.size() < 4)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (parts.size() < 3 || parts[0] != role || parts[1] != place) return;
  if (parts.size() > 3 && ::unlink(parts[3].c_str()) != 0) return;
  if (parts[2] == "die") ::raise(SIGKILL);
  if (parts[2] == "hang") {
    for (;;) ::pause();
  }
  if (parts[2] == "foreign") write_all(channel.output(), "a library speaks\n");
  if (parts[2] == "late") channel.send({id + 1000, wire::Progress{0, "late"}});
  if (parts[2] == "memory") throw Failed(wire::Failure::Kind::memory, "planted: out of memory");
}

#else

void plant_fault(std::string_view, std::string_view, Channel&, std::uint64_t) {}

#endif

}  // namespace worker
