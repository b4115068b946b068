// What the command palette lists: what the page can do now, then other pages, steps, lessons, presets, the window.
#pragma once

#include "session/state/desk.hpp"

#include <vector>

namespace session {

/// Of the page that lies beneath: only what it shows, and what leads to places that are always open.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const Desk& desk, const View& page);
/// The course's lessons and the presets: read from the disk once, as the palette opens.
[[nodiscard]] std::vector<PaletteEntry> places_of(const Desk& desk);

}  // namespace session
