// Charts are made of figure's marks: its names are their own.
#pragma once

#include "figure/figure.hpp"

namespace charts {

using figure::Anchor, figure::Face, figure::Paint, figure::Point, figure::Role, figure::Shade, figure::Stage,
    figure::Stroke;

}  // namespace charts
