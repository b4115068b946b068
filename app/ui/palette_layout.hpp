// The command palette: a field and a list, over the page as it stands, dimmed.
#pragma once

#include "ui/layout.hpp"

namespace ui {

/// Region 0 is the list.
Layout compose_palette(Sheet& sheet, const session::View& view, double width, double height,
                       const std::vector<double>& scrolls);
/// The line that Enter does; null where nothing fits, or the view is another page.
[[nodiscard]] const session::Node* chosen_entry(const session::View& view);

}  // namespace ui
