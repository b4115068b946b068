// GLFW's start, and why a window cannot open.
#pragma once

#include <optional>
#include <string>

struct GLFWwindow;

namespace ui {

/// GLFW while something lives; the last one gone ends it.
class Display {
 public:
  /// Throws MachineError: no display, or GLFW's own words.
  Display();
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  /// What GLFW said last; empty if nothing went wrong since the last call.
  [[nodiscard]] static std::string last_error();
};

/// A window with an OpenGL 3.2 context. Throws MachineError with what to do about it.
[[nodiscard]] GLFWwindow* open_window(int width, int height, const std::string& title, bool visible);

}  // namespace ui
