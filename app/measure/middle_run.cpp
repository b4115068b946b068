// The middle of the lengths: no run that something disturbed, nor one that was lucky.
#include "measure/middle_run.hpp"

#include "base/words.hpp"
#include "record/timeline.hpp"

#include <algorithm>
#include <numeric>

namespace measure {

device::KernelTimes kernels_of(const device::Sample& sample, const std::vector<std::string>& names) {
  const auto since = [&](std::size_t i) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(sample.steps[i] - sample.steps.front()).count();
  };
  device::KernelTimes kernels;
  for (std::size_t i = 0; i < names.size() && i + 1 < sample.steps.size(); ++i) {
    kernels.push_back({names[i], since(i), since(i + 1)});
  }
  return kernels;
}

void keep_middle_run(const std::vector<device::KernelTimes>& runs, const std::string& submit,
                     record::PlanMeasurement& plan) {
  if (runs.empty()) return;
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
  std::ranges::nth_element(order, middle, {}, [&](std::size_t i) { return runs[i].empty() ? 0 : runs[i].back().end; });
  plan.timeline = record::Timeline{submit, static_cast<int>(*middle) + 1, static_cast<int>(runs.size()), runs[*middle]};
  const std::string flaw = record::flaw_of_timeline(plan);
  if (flaw.empty()) return;
  plan.timeline.reset();
  plan.no_timeline_because = base::say("measure.impossible_timeline", {{"why", flaw}});
}

}  // namespace measure
