// A bar for each place of a calculator's slider.
#pragma once

#include "charts/bars/calculator_plot.hpp"
#include "charts/frame/drawing.hpp"

namespace charts {

/// In the body of `drawing`; the bar of the place where the slider stands is in full ink, the others are hollow.
void draw_calculator_bars(const CalculatorPlot& plot, Drawing& drawing);

}  // namespace charts
