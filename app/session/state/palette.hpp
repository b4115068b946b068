// The command palette on the desk: whether it is open, what is typed, which line is chosen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace session {

/// One thing that the palette can do.
struct PaletteEntry {
  std::string action;  ///< "lab.open", "lesson:02", "window.theme"
  std::string label;   ///< what is read and searched
  std::string kind;    ///< "Lesson", "Preset"; empty for what the page itself can do
  std::string key;     ///< that does it without the palette; of a preset its last line; may be empty
};

struct PaletteState {
  bool open = false;
  std::string only;  ///< what its actions begin with: "preset:"; empty: all
  std::string typed;
  std::size_t chosen = 0;            ///< index of what fits
  std::vector<PaletteEntry> places;  ///< lessons and presets, as they were when it was opened
};

}  // namespace session
