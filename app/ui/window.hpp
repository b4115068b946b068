// One window: its GLFW handle, its ImGui context, its page, its input queue.
#pragma once

#include "ui/fonts.hpp"
#include "ui/input.hpp"
#include "ui/offscreen.hpp"
#include "ui/page.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct GLFWwindow;
struct ImGuiContext;

namespace ui {

class Window {
 public:
  struct Options {
    int width = 1280, height = 800;
    double scale = 0;  ///< 0 = the monitor's
    bool visible = true;
  };
  /// Throws MachineError.
  Window(Host host, const Options& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] Page& page() { return page_; }
  [[nodiscard]] Input& input() { return input_; }
  /// Whether the desktop was asked to close it, by its X or a menu, since the last call.
  [[nodiscard]] bool take_close();
  [[nodiscard]] bool hidden() const;
  /// Something came from outside GLFW's events: the window was uncovered, resized, moved to another monitor.
  [[nodiscard]] bool take_damage() { return std::exchange(damaged_, false); }
  void title(const std::string& text);
  /// The whole of a monitor, counted from 0; the last one there is if there are fewer.
  void fill_monitor(int monitor);
  /// Back to where it was before.
  void leave_monitor();

  /// Draws the page and shows it.
  void frame();
  /// The page as RGBA rows, top first, drawn into a buffer of exactly that size.
  [[nodiscard]] std::vector<std::uint8_t> capture(int width, int height);

 private:
  struct Callbacks;
  void draw(int width, int height);
  void close();

  Page page_;
  Input input_;
  GLFWwindow* window_ = nullptr;
  ImGuiContext* context_ = nullptr;
  std::unique_ptr<Fonts> fonts_;
  int samples_ = 0;
  std::optional<Offscreen> fine_;  ///< what is drawn before it is shown, where a pixel has several samples
  std::string title_;
  struct {
    int x = 0, y = 0, width = 0, height = 0;
  } before_full_;
  double drawn_scale_ = 0;
  bool damaged_ = true;
  double pointer_x_ = 0, pointer_y_ = 0;
  std::chrono::steady_clock::time_point last_press_{};
};

}  // namespace ui
