// A formula over a slider's whole range.
#pragma once

#include "charts/bars/calculator_plot.hpp"
#include "charts/frame/drawing.hpp"

namespace charts {

/// In the body of `drawing`, with a mark where the slider stands. Where places are multiplied rather than added up they
/// stand equally far apart.
void draw_calculator_line(const CalculatorPlot& plot, Drawing& drawing);

}  // namespace charts
