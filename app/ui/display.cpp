// GLFW's start, and why a window cannot open.
#include "ui/display.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "ui/application.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <cstdlib>

namespace ui {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

int displays = 0;  // GLFW is one for the program; counted on the thread that makes windows
std::string error_text;

void on_error(int, const char* text) {
  error_text = text;
}

}  // namespace

std::optional<std::string> no_display() {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return std::string(base::text("ui.no_display"));
  glfwSetErrorCallback(on_error);
  if (displays == 0) {
    if (glfwInit() == GLFW_FALSE) return base::say("ui.display_refused", {{"reason", Display::last_error()}});
    glfwTerminate();
  }
  return std::nullopt;
}

Display::Display() {
  if (const auto reason = no_display())
    throw base::MachineError(*reason, std::string(base::text("ui.no_display.remedy")));
  if (displays++ == 0) {
    glfwInitHint(GLFW_JOYSTICK_HAT_BUTTONS, GLFW_FALSE);
    glfwInit();
  }
}

Display::~Display() {
  if (--displays == 0) glfwTerminate();
}

std::string Display::last_error() {
  return std::exchange(error_text, {});
}

GLFWwindow* open_window(int width, int height, const std::string& title, bool visible) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "onetrip");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "onetrip");
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window == nullptr) {
    throw base::MachineError(base::say("ui.no_opengl", {{"reason", Display::last_error()}}),
                             std::string(base::text("ui.no_opengl.remedy")));
  }
  return window;
}

}  // namespace ui
