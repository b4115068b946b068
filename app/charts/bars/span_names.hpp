// The names above a row of kernels: which of them have room, and where.
#pragma once

#include "charts/bars/kernel_spans.hpp"
#include "charts/frame/bar_frame.hpp"

#include <functional>
#include <string>
#include <vector>

namespace charts {

struct SpanName {
  std::string words;  ///< "gelu 128 µs", "gelu"; of a gap "1.2 µs"
  double at = 0;      ///< where it begins
  bool gap = false;
};

/// Gaps come first, then kernels in the room that is left; `air` lies between two names.
[[nodiscard]] std::vector<SpanName> span_names(const std::vector<KernelSpan>& spans, const Panel& panel, double air,
                                               const std::function<double(const std::string&)>& width);

}  // namespace charts
