// What the window cost.
#include "ui/statistics.hpp"

#include <fmt/format.h>

#include <fstream>
#include <unistd.h>

namespace ui {

void Statistics::frame(bool idle) {
  if (frames_++ == 0) first_ = Clock::now();
  if (idle) ++idle_;
}

std::string Statistics::report() const {
  const double first = std::chrono::duration<double, std::milli>(first_ - begin_).count();
  return fmt::format("first frame: {:.0f} ms\nframes: {}, idle frames: {}\nresident: {:.0f} MB\n", first, frames_,
                     idle_, static_cast<double>(resident_bytes()) / 1e6);
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total = 0, resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace ui
