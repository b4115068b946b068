// Plays a lesson in a terminal, through the very session that the window shows.
#pragma once

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace cli {

/// Asks on a terminal; takes --answers FILE; else plays the lesson's own key. Wrong answers are part of learning: exit
/// 0.
[[nodiscard]] Exit play(const Options& options);

}  // namespace cli
