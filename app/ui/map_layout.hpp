// The map of the course: a part below the other, in each its classes, a row of lessons a class.
#pragma once

#include "ui/layout.hpp"

namespace ui {

[[nodiscard]] bool has_map(const session::View& view);

/// As compose() does for other pages.
Layout compose_map(Sheet& sheet, const session::View& view, double width, double height,
                   const std::vector<double>& scrolls, const std::string& message);

}  // namespace ui
