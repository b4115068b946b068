// The presenter's page: at its left what the room sees, the clock, what to say and do; at its right what is asked, the
// answer, and what to say to each wrong one. In the largest type in which all of it is in sight.
#pragma once

#include "ui/layout.hpp"

namespace ui {

[[nodiscard]] bool is_presenters(const session::View& view);
/// It is read from a desk: a wall's letters would leave half of it out of sight.
[[nodiscard]] Theme presenter_theme(const Theme& wanted, double width, double height);
Layout compose_presenter(Sheet& sheet, const session::View& view, double width, double height,
                         const std::vector<double>& scrolls, const std::string& message);

}  // namespace ui
