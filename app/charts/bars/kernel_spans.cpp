// Spans out of predictions and measurements.
#include "charts/bars/kernel_spans.hpp"

#include "base/words.hpp"
#include "charts/frame/findings.hpp"

#include <algorithm>

namespace charts {
namespace {

constexpr std::size_t most_in_words = 12;

/// A group of the plan may need two kernels; a file may name a group that is not there.
std::string ops_of(const plan::FusionPlan& plan, const record::PlanMeasurement& measured, std::size_t kernel) {
  const auto group = kernel >= measured.code.size() ? kernel : static_cast<std::size_t>(measured.code[kernel].group);
  if (group < plan.groups.size()) return ops_words(plan, plan.groups[group]);
  return measured.timeline->kernels[kernel].kernel;
}

const record::PlanMeasurement* told(const ChartData& data, std::size_t plan, const Teller& teller) {
  if (teller.measurement < 0) return nullptr;
  const auto* found = plan_of(data.measurements[teller.measurement], data.plans[plan].name);
  return found != nullptr && found->verdict.passed && found->timeline ? found : nullptr;
}

}  // namespace

std::vector<KernelSpan> modelled_spans(const ChartData& data, std::size_t plan) {
  std::vector<KernelSpan> spans;
  if (!data.spec || !(data.spec->launch.value > 0)) return spans;
  const auto* found = prediction_of(data, plan);
  if (found == nullptr || !reading(data, plan, {Source::model, -1}, Quantity::time).value) return spans;
  double at = 0;
  for (std::size_t i = 0; i < found->kernels.size(); ++i) {
    const double start = found->kernels[i].launches * data.spec->launch.value + (i == 0 ? data.spec->start.value : 0);
    const double end = at + found->kernels[i].cold.value;
    spans.push_back({ops_words(data.plans[plan], data.plans[plan].groups[i]), at, std::min(at + start, end), end});
    at = end;
  }
  return spans;
}

const record::Timeline* timeline_of(const ChartData& data, std::size_t plan, const Teller& teller) {
  const record::PlanMeasurement* found = told(data, plan, teller);
  return found == nullptr ? nullptr : &*found->timeline;
}

std::vector<KernelSpan> measured_spans(const ChartData& data, std::size_t plan, const Teller& teller) {
  std::vector<KernelSpan> spans;
  const record::PlanMeasurement* found = told(data, plan, teller);
  if (found == nullptr) return spans;
  const auto seconds = [](std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; };
  double at = 0;
  for (std::size_t i = 0; i < found->timeline->kernels.size(); ++i) {
    const record::KernelTime& one = found->timeline->kernels[i];
    const double work = seconds(one.begin), end = seconds(one.end);
    spans.push_back({ops_of(data.plans[plan], *found, i), std::min(at, work), work, end});
    at = end;
  }
  return spans;
}

bool any_measured_spans(const ChartData& data, std::size_t plan) {
  const auto all = tellers(data);
  return std::ranges::any_of(all, [&](const Teller& teller) { return timeline_of(data, plan, teller) != nullptr; });
}

std::string gap_time(double seconds) {
  if (seconds >= 1e-4) return show(Quantity::time, seconds);
  return base::show_number(1e6 * seconds, 2) + " µs";
}

std::string spans_words(const std::vector<KernelSpan>& spans) {
  double busy = 0, gaps = 0;
  std::string words;
  for (const KernelSpan& span : spans) {
    const double gap = span.work - span.begin, work = span.end - span.work;
    busy += work;
    gaps += gap;
    if (gap > 0) words += (words.empty() ? "" : ", ") + base::say("chart.timeline.gap", {{"time", gap_time(gap)}});
    words += (words.empty() ? "" : ", ") + span.ops + " " + show(Quantity::time, work);
  }
  if (spans.size() <= most_in_words) return words;
  return base::say(
      "chart.timeline.sum",
      {{"n", std::to_string(spans.size())}, {"kernels", show(Quantity::time, busy)}, {"gaps", gap_time(gaps)}});
}

}  // namespace charts
