// The open task beside or below the stage: question, field, answers, as low as they come.
#pragma once

#include "ui/sheet.hpp"

namespace ui {

/// Returns the height; with `question` false that stands elsewhere.
double draw_dock(Sheet& sheet, const session::Node& dock, const Box& at, bool question);
[[nodiscard]] double dock_height(Sheet& sheet, const session::Node& dock, double width, bool question);

}  // namespace ui
