// Which start of which machine this is: two programs that share it share memory and clocks.
#pragma once

#include <fstream>
#include <string>

namespace base {

/// Empty where the system does not tell. Here, as the worker is built of few files.
[[nodiscard]] inline std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

}  // namespace base
