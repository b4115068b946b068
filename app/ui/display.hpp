// GLFW's start, and why a window cannot open.
#pragma once

#include <functional>
#include <string>

struct GLFWwindow;

namespace ui {

/// GLFW while it lives; one at a time.
class Display {
 public:
  /// Throws MachineError: no display, or GLFW's own words.
  Display();
  ~Display();
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;
};

/// When the display itself goes (its server ends, or an 'ssh -X' breaks), `say` is called, before it `save` if it is
/// the calling thread that notices; then the program ends with 3.
void when_display_goes(std::function<void()> save, void (*say)());

/// A window with an OpenGL 3 context. Throws MachineError with what to do about it.
[[nodiscard]] GLFWwindow* open_window(int width, int height, const std::string& title, bool visible);

}  // namespace ui
