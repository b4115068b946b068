// A page with a stage: one picture at a time, at least half of the page; words beside or below it; the open task in a
// dock that keeps its place.
#pragma once

#include "ui/layout.hpp"

namespace ui {

/// Null: the page has none.
[[nodiscard]] const session::Node* stage_of(const session::View& view);
/// The size in figure units in which the stage's picture should be made; what stands below it is taken from the view.
[[nodiscard]] FigureFrame stage_frame(const Theme& theme, const session::View& view, double width, double height);
/// As `compose`; regions: the words, the dock, the picture if it is a table or a text, the inspector.
Layout compose_stage(Sheet& sheet, const session::View& view, double width, double height,
                     const std::vector<double>& scrolls, const std::string& message);

}  // namespace ui
