// A formula over a slider's whole range.
#pragma once

#include "charts/bars/calculator_plot.hpp"
#include "charts/frame/drawing.hpp"

namespace charts {

/// In the body of `drawing`, with a mark where the slider stands. Where places are multiplied rather than added up they
/// stand equally far apart.
void draw_calculator_line(const CalculatorPlot& plot, Drawing& drawing);

/// "chosen (rows/token)": the name of the axis below.
[[nodiscard]] std::string over_words(const CalculatorPlot& plot);
/// In a sheet too low for it that name stands in the foot, so that there is a line to see.
[[nodiscard]] bool is_named_in_foot(const Drawing& drawing);

}  // namespace charts
