// Where the open inspector stands: beside the page, or in a drawer below it.
#pragma once

#include "ui/scroller.hpp"

namespace ui {

/// What the open inspector takes of the window's width; nothing where it is shut, or lies below the page for want of
/// room.
[[nodiscard]] double inspector_width(const Theme& theme, const session::View& view, double width);
/// Height of the drawer on a page so high.
[[nodiscard]] double drawer_height(const Theme& theme, double page);
void draw_inspector(Sheet& sheet, Scroller& scroller, const session::Node& inspector, const Box& beside);
/// `margin`: of the page, at both sides.
void draw_drawer(Sheet& sheet, Scroller& scroller, const session::Node& inspector, const Box& below, double margin);

}  // namespace ui
