// The open task beside or below the stage: question, field, answers, as low as they come.
#pragma once

#include "ui/sheet.hpp"

#include <span>

namespace ui {

struct DockLook {
  bool question = true;  ///< false: it and its hint stand elsewhere
  bool tight = false;    ///< less air, where there is no room for more
};

/// The question and its hint, if that is open: the first of the dock.
[[nodiscard]] std::span<const session::Node> asked_in(const session::Node& dock);
/// Returns the height.
double draw_dock(Sheet& sheet, const session::Node& dock, const Box& at, const DockLook& look);
[[nodiscard]] double dock_height(Sheet& sheet, const session::Node& dock, double width, const DockLook& look);

}  // namespace ui
