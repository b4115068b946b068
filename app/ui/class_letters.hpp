// The lettered answers on the class view's page, with the room's hands once they are shown.
#pragma once

#include "ui/sheet.hpp"

#include <vector>

namespace ui {

/// One below the other, beside a picture or alone.
void draw_letters(Sheet& sheet, const std::vector<const session::Node*>& letters, const Box& at);

/// Side by side, below a picture.
void draw_letter_row(Sheet& sheet, const std::vector<const session::Node*>& letters, const Box& at);

}  // namespace ui
