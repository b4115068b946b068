// The window: draws what session holds, decides nothing. Event-driven: no event, no frame.
#pragma once

#include "figure/palette.hpp"
#include "session/session.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace ui {

struct WindowOptions {
  int width = 1280, height = 800;
  double scale = 0;  ///< 0 = from the monitor
  figure::Theme theme = figure::Theme::light;
  bool presenter = false;   ///< the class view's presenter gets a window on a single screen too, or the picture
  bool statistics = false;  ///< print first-frame time, frames drawn and resident memory when it closes
  double close_after = 0;   ///< seconds; 0 = when the user closes it (benchmarks, tests)
};

/// Runs until the window is closed. Returns the signal that closed it, 0 if none did. Throws MachineError: no display,
/// no OpenGL 3 (each says what to do).
[[nodiscard]] int run_window(session::Session& session, const WindowOptions& options);

/// One page drawn off screen into a PNG file (needs a display, Xvfb is enough).
void take_screenshot(session::Session& session, const WindowOptions& options, const std::filesystem::path& path);

/// Why no window can open here; nothing if one can.
[[nodiscard]] std::optional<std::string> no_display();

}  // namespace ui
