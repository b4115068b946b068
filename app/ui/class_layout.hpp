// The class view's page for the room: few words, one figure, lettered answers; no letter below a thirtieth of the
// height, and nothing to scroll.
#pragma once

#include "ui/layout.hpp"

namespace ui {

/// The projector's, in units of a 720th of the height (of a 4:3 wall's, if the window is higher than that); what the
/// user has enlarged stays larger.
[[nodiscard]] Theme class_theme(const Theme& wanted, double usual_scale, double width, double height);

/// The figure's place in units of a 540th of the height: type of 18 units is then a thirtieth of it.
[[nodiscard]] FigureFrame class_figure_frame(const Theme& theme, double width, double height);

[[nodiscard]] Layout compose_class(Sheet& sheet, const session::View& view, double width, double height,
                                   const std::string& message);

}  // namespace ui
