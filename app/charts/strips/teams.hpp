// A kernel's threads by their teams: the kernel's blocks, a block's warps, a warp's threads.
#pragma once

#include "figure/figure.hpp"

namespace charts {

struct TeamsSheet {
  double width = 960, height = 540, text_scale = 1;
};

/// For a kernel over a million elements, a thread an element, in blocks of 256.
[[nodiscard]] figure::Figure teams(const TeamsSheet& sheet);

}  // namespace charts
