// What stands on the presenter's page alone, each drawn from the top left of `at`, as wide as `at`; returns its height.
#pragma once

#include "ui/sheet.hpp"

namespace ui {

/// A picture, or words, in a frame, and below it its caption. What moves it is drawn by who has room for it.
double draw_thumbnail(Sheet& sheet, const session::Node& node, const Box& at);
/// Times side by side, in figures that are read from where one stands.
double draw_clock(Sheet& sheet, const session::Node& node, const Box& at);

// In type that the page has room for.
double draw_answer(Sheet& sheet, const session::Node& node, const Box& at, Type type);
double draw_reply(Sheet& sheet, const session::Node& node, const Box& at, Type type);
/// What holds now, or a heading.
double draw_remark(Sheet& sheet, const session::Node& node, const Box& at, Type type);
/// What to say or do: its label, and beside it the words.
double draw_note(Sheet& sheet, const session::Node& node, const Box& at, Type type);

}  // namespace ui
