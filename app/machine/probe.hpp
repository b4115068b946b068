// What the operating system says of this processor.
#pragma once

#include "base/units.hpp"

#include <string>

namespace machine {

struct Processor {
  std::string name;         ///< "AMD EPYC"
  int threads = 1;          ///< hardware threads this process may use
  base::Bytes l1, l2;       ///< data caches of one core; 0 = not told
  base::Bytes last_level;   ///< the whole last-level cache; 0 = not told
  base::Bytes memory_free;  ///< what can be allocated now without swapping (cgroup limits included); 0 = not told
};

[[nodiscard]] Processor probe();

}  // namespace machine
