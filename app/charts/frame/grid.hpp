// Thin lines that make room: none runs through type.
#pragma once

#include "figure/figure.hpp"

#include <cstddef>
#include <vector>

namespace charts {

struct GridLine {
  figure::Point begin, end;
  figure::Stroke stroke;
  figure::Stage from = figure::Stage::question, until = figure::Stage::truth;
};

/// Lays the lines under the figure's marks from `place` on, each broken where and while type stands in its way.
void lay_grid(figure::Figure& figure, std::size_t place, const std::vector<GridLine>& lines);

}  // namespace charts
