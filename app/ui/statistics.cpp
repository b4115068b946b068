// What the window cost.
#include "ui/statistics.hpp"

#include "base/median.hpp"
#include "base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <unistd.h>

namespace ui {

namespace {

constexpr std::size_t most_costs = 100'000;
/// When the program began, but for its libraries: the first frame is waited for from then on.
const Statistics::Clock::time_point began = Statistics::Clock::now();

void keep(std::vector<double>& of, Statistics::Clock::duration took) {
  if (of.size() < most_costs) of.push_back(std::chrono::duration<double, std::milli>(took).count());
}

/// At least 99 of 100 are no longer than this; needs one.
double ninety_ninth(std::vector<double> values) {
  std::ranges::sort(values);
  return values[(values.size() * 99 + 99) / 100 - 1];
}

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
  keep(beside_, took);
}

void Statistics::playing(Clock::duration took) {
  keep(playing_, took);
}

std::string Statistics::report() const {
  const double first = std::chrono::duration<double, std::milli>(first_ - began).count();
  const auto most = [](const std::vector<double>& of) { return fmt::format("{:.1f}", *std::ranges::max_element(of)); };
  std::string out = base::say(
      "ui.cost.start",
      {{"first", fmt::format("{:.0f}", first)}, {"frames", std::to_string(frames_)}, {"idle", std::to_string(idle_)}});
  if (!costs_.empty()) {
    const std::string cost = fmt::format("{:.2f}", base::median(costs_));
    out += base::say("ui.cost.frame", costs_.size(), {{"cost", cost}, {"most", most(costs_)}});
  }
  if (!playing_.empty()) {
    out += base::say("ui.cost.playing", playing_.size(),
                     {{"high", fmt::format("{:.1f}", ninety_ninth(playing_))},
                      {"most", most(playing_)},
                      {"median", fmt::format("{:.1f}", base::median(playing_))}});
  }
  if (!beside_.empty()) {
    const std::string median = fmt::format("{:.1f}", base::median(beside_));
    out += base::say("ui.cost.beside", beside_.size(), {{"most", most(beside_)}, {"median", median}});
  }
  return out + base::say("ui.cost.memory",
                         {{"megabytes", fmt::format("{:.0f}", static_cast<double>(resident_bytes()) / 1e6)}});
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
