// The roofs that the plans' own operations have, where they are lower than the machine's.
#pragma once

#include "charts/roofline/dots.hpp"
#include "charts/roofline/frame.hpp"

#include <string>
#include <vector>

namespace charts {

/// A line of the picture; the other plans that share it to the eye are not told again.
struct OwnRoof {
  std::size_t plan = 0;
  double flops_per_second = 0;
  double knee = 0;       ///< FLOP/byte where the slope meets it: so much arithmetic is free
  bool of_plan = false;  ///< it is not every plan's, so it says whose it is
  bool operator==(const OwnRoof&) const = default;
};

/// The fused plan's first; of the others those that differ from all before by model::clearly_lower. As the model has
/// them: before its stage nobody is told.
[[nodiscard]] std::vector<OwnRoof> own_roofs(const ChartData& data, const model::RooflineModel& roofs);

/// "these operations", or whose they are
[[nodiscard]] std::string own_roof_name(const ChartData& data, const OwnRoof& roof);
/// "these operations: 17.1 TFLOP/s, free up to 3.97 FLOP/byte"; in short without the second half
[[nodiscard]] std::string own_roof_words(const ChartData& data, const OwnRoof& roof, bool in_short = false);

/// Dashed and thin, with its name near the right end where nothing else is; `names` keep clear of both afterwards.
void draw_own_roofs(const std::vector<OwnRoof>& roofs, const ChartData& data, const std::vector<Dot>& dots,
                    const RooflineFrame& frame, Drawing& drawing, DotNames& names);

}  // namespace charts
