// The reveal: what a run came to, a large bar a plan, the guess's outline over them, the gap between them.
#pragma once

#include "charts/frame/chart_data.hpp"

namespace charts {

/// How long the reveal moves: lanes become bars, then fused fills its own.
inline constexpr double trips_end = 0.9;

struct TripsMoment {
  double seconds = trips_end;   ///< of the reveal; from `trips_end` on it stands still
  bool reduced_motion = false;  ///< it stands at once
  bool plain = false;           ///< workers and shifts; else kernels
  bool bytes = true;            ///< a lesson before it speaks of bytes shows none
  bool asks = false;            ///< somebody is to see it in the bars: the question stays above them
};

/// The same moment is the same marks, and figure.title is what it ends with at every moment. It fills its sheet:
/// letters are as large as the sheet allows, `data.text_scale` is the least that they are unless the sheet is smaller
/// still.
[[nodiscard]] figure::Figure trips_and_time(const ChartData& data, const TripsMoment& moment);

}  // namespace charts
