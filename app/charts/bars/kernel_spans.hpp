// When each kernel of a plan ran: by the model, or by the clock of the device that ran it.
#pragma once

#include "charts/frame/reading.hpp"

#include <string>
#include <vector>

namespace charts {

/// One kernel of a cold run; seconds from the run's begin.
struct KernelSpan {
  std::string ops;                      ///< "add, gelu"
  double begin = 0, work = 0, end = 0;  ///< from `begin` to `work` none runs and it is started; it works until `end`
};

/// Empty where the plan has no prediction, or the device no launch cost.
[[nodiscard]] std::vector<KernelSpan> modelled_spans(const ChartData& data, std::size_t plan);

/// The run that a measurement kept; nothing where it kept none of this plan.
[[nodiscard]] const record::Timeline* timeline_of(const ChartData& data, std::size_t plan, const Teller& teller);
/// Its kernels; what came before the first one is not known.
[[nodiscard]] std::vector<KernelSpan> measured_spans(const ChartData& data, std::size_t plan, const Teller& teller);
/// A measurement that kept this plan's run.
[[nodiscard]] bool any_measured_spans(const ChartData& data, std::size_t plan);

/// "1.2 µs", "0.90 µs": short gaps are told in one unit, so that they compare.
[[nodiscard]] std::string gap_time(double seconds);
/// "add 128 µs, gap 1.2 µs, gelu 128 µs"; only the sum of many.
[[nodiscard]] std::string spans_words(const std::vector<KernelSpan>& spans);

}  // namespace charts
