// The command palette: everything that can be done now, found by a few letters. It lies over the page.
#pragma once

#include "session/state/desk.hpp"

#include <string_view>

namespace session {

/// Letters of its field at most: a longer text fits nothing.
inline constexpr std::size_t most_palette_letters = 100;

/// Not over a class's page: that is for the room.
[[nodiscard]] bool can_open_palette(const Desk& desk);
/// Or closes it, where it is open.
void open_palette(Desk& desk);
/// The presets alone, to take one into the lab.
void pick_preset(Desk& desk);
/// The page below it is the view again.
void close_palette(Desk& desk);
void type_in_palette(Desk& desk, std::string_view text);
/// The next line (1) or the one before (-1); after the last comes the first.
void choose_in_palette(Desk& desk, int direction);

/// Lays the open palette over the page that was made: `view` becomes the palette, with the page beneath it.
void lay_palette_over(Desk& desk, View& view);

/// The lab with a preset's chain, by its name.
void open_preset(Desk& desk, std::string_view name);
/// A step of the open lesson, from whatever page; counted from 1.
void open_step(Desk& desk, std::string_view number);

}  // namespace session
