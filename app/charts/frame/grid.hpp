// Thin lines that make room: none runs through type.
#pragma once

#include "charts/frame/names.hpp"

#include <cstddef>
#include <vector>

namespace charts {

struct GridLine {
  Point begin, end;
  Stroke stroke;
  Stage from = Stage::question, until = Stage::truth;
};

/// Lays the lines under the figure's marks from `place` on, each broken where and while type stands in its way.
void lay_grid(figure::Figure& figure, std::size_t place, const std::vector<GridLine>& lines);

}  // namespace charts
