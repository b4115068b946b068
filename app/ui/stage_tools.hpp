// Rows of taps below a picture: what changes what it shows.
#pragma once

#include "ui/scroller.hpp"

#include <vector>

namespace ui {

/// A row each, its label at the left; they scroll where they need more height.
void draw_tools(Sheet& sheet, Scroller& scroller, const std::vector<const session::Node*>& tools, const Box& box);

}  // namespace ui
