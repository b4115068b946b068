// What stands in the kernels' boxes: no text is cut, it is set smaller, on more lines or in fewer words.
#pragma once

#include "charts/frame/drawing.hpp"
#include "plan/fusion_plan.hpp"

#include <string>
#include <vector>

namespace charts {

struct BoxWords {
  Style style;                                  ///< one for all boxes
  std::vector<std::vector<std::string>> lines;  ///< of each kernel; none where not even its ops' names have room
};

/// Of the boxes of a plan's kernels, each so wide and high: every op's own text, "x + b", if there is a size in which
/// all have room; else ops are called by their names, "add".
[[nodiscard]] BoxWords box_words(const Drawing& drawing, const plan::FusionPlan& plan, double wide, double high);
/// The height of one line of them.
[[nodiscard]] double line_height(const Drawing& drawing, const Style& style);

}  // namespace charts
