// Order, overlap, number and length of the kernels of one run.
#include "record/timeline.hpp"

#include "base/words.hpp"

#include <string_view>

namespace record {
namespace {

constexpr std::int64_t overlap = 1000;               // ns; clocks of begin and end need not agree better
constexpr std::int64_t longest = 3'600'000'000'000;  // ns; no worker waits longer for a run
constexpr double much_longer = 2, a_start = 10e-6;   // what kernel records may add to a run, with patience

/// The kernel at `i` by itself and after the one before it.
std::string flaw_at(const std::vector<KernelTime>& kernels, std::size_t i) {
  const auto say = [&](std::string_view key) {
    return base::say(key, {{"n", std::to_string(i + 1)}, {"kernel", kernels[i].kernel}});
  };
  const KernelTime& one = kernels[i];
  if (one.begin < 0) return say("record.timeline.negative");
  if (one.end <= one.begin) return say("record.timeline.backwards");
  if (one.end > longest) return say("record.timeline.too_long");
  if (i == 0) return one.begin == 0 ? std::string() : say("record.timeline.no_origin");
  const KernelTime& before = kernels[i - 1];
  if (one.begin < before.begin) return say("record.timeline.order");
  if (one.begin < before.end - overlap) return say("record.timeline.overlap");
  return {};
}

}  // namespace

std::string flaw_of_timeline(const PlanMeasurement& plan) {
  if (!plan.timeline) return {};
  const Timeline& told = *plan.timeline;
  if (told.run < 1 || told.run > told.runs) return std::string(base::text("record.timeline.run"));
  const std::size_t started = plan.code.empty() ? plan.kernels.size() : plan.code.size();
  if (told.kernels.size() != started || started == 0) {
    return base::say("record.timeline.count",
                     {{"told", std::to_string(told.kernels.size())}, {"started", std::to_string(started)}});
  }
  for (std::size_t i = 0; i < started; ++i) {
    const std::string& name = plan.code.empty() ? plan.kernels[i].ops : plan.code[i].entry;
    if (told.kernels[i].kernel != name) {
      return base::say("record.timeline.name", {{"n", std::to_string(i + 1)}, {"kernel", told.kernels[i].kernel}});
    }
    if (std::string flaw = flaw_at(told.kernels, i); !flaw.empty()) return flaw;
  }
  const base::Seconds busy = told.busy();
  const double most = plan.cold ? much_longer * plan.cold->q3.value + a_start * static_cast<double>(started) : 0;
  if (plan.cold && busy.value > most) {
    return base::say("record.timeline.longer",
                     {{"kernels", base::show(busy)}, {"plan", base::show(plan.cold->median)}});
  }
  return {};
}

}  // namespace record
