// Which mark is under the pointer.
#pragma once

#include "figure/figure.hpp"

#include <optional>
#include <string>

namespace figure {

/// Id of the topmost mark at `point` that has one and is seen at the figure's stage; marks without an id are
/// see-through. Lines and small marks are hit within `slack` figure units, areas also where they are hollow.
[[nodiscard]] std::optional<std::string> hit(const Figure& figure, Point point, double slack = 4);

}  // namespace figure
