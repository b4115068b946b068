// One number on a line: the guess to be dragged, then the answer on the same axis, and the gap between them.
#pragma once

#include "charts/frame/names.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace charts {

struct LinePlace {
  double value = 0;
  std::string words;  ///< as it is said: "5 crossings"
};

struct NumberLine {
  std::string quantity;   ///< "ratio.crossings"
  std::string title;      ///< what the axis is: "crossings, unfused"
  double to = 8;          ///< its end; known before any answer
  double unit = 1;        ///< what the tick labels count: 1e-6 for microseconds
  std::string unit_name;  ///< behind them: "B"
  std::optional<LinePlace> guess, model, measured;
  std::string measured_by;  ///< "measured", "recorded"
  double width = 960;
  double text_scale = 1;
  bool low = false;  ///< the title stands elsewhere, and every line of height counts
};

/// Low: it stands below other figures, or alone. Its width is the given one.
[[nodiscard]] figure::Figure number_line(const NumberLine& line);
/// The value at `x` of the figure, from 0 to the axis' end.
[[nodiscard]] double line_value(const NumberLine& line, double x);

}  // namespace charts
