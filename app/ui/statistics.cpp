// What the window cost.
#include "ui/statistics.hpp"

#include "base/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <unistd.h>

namespace ui {

namespace {

constexpr std::size_t most_costs = 100'000;

}  // namespace

void Statistics::frame(bool idle) {
  if (frames_++ == 0) first_ = Clock::now();
  if (idle) ++idle_;
  // What a software rasterizer does on its threads is part of it.
  const double now = processor_seconds();
  if (frames_ > 1 && costs_.size() < most_costs) costs_.push_back(1e3 * (now - processor_));
  processor_ = now;
}

void Statistics::beside_run(Clock::duration took) {
  if (beside_.size() < most_costs) beside_.push_back(std::chrono::duration<double, std::milli>(took).count());
}

std::string Statistics::report() const {
  const double first = std::chrono::duration<double, std::milli>(first_ - begin_).count();
  std::string cost;
  if (!costs_.empty()) {
    cost = fmt::format("frame cost: {:.2f} ms of processor time (median of {}, most {:.1f})\n", base::median(costs_),
                       costs_.size(), *std::ranges::max_element(costs_));
  }
  if (!beside_.empty()) {
    cost += fmt::format("frames beside a run: {}, longest {:.1f} ms by the clock (median {:.1f})\n", beside_.size(),
                        *std::ranges::max_element(beside_), base::median(beside_));
  }
  return fmt::format("first frame: {:.0f} ms\nframes: {}, idle frames: {}\n{}resident: {:.0f} MB\n", first, frames_,
                     idle_, cost, static_cast<double>(resident_bytes()) / 1e6);
}

double processor_seconds() {
  std::timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total = 0, resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace ui
