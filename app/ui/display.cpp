// GLFW's start, and why a window cannot open.
#include "ui/display.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "ui/application.hpp"

#include <GLFW/glfw3.h>

#include <cstdlib>

namespace ui {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// GLFW's own words for what it could not do last.
std::string glfw_reason() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? std::string() : text;
}

}  // namespace

// GLFW stays started for the window that follows: a virtual display resets itself when its last client has gone, and
// would refuse the next one for a moment.
std::optional<std::string> no_display() {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return std::string(base::text("ui.no_display"));
  if (glfwInit() == GLFW_FALSE) return base::say("ui.display_refused", {{"reason", glfw_reason()}});
  return std::nullopt;
}

Display::Display() {
  if (const auto reason = no_display()) {
    throw base::MachineError(*reason, std::string(base::text("ui.no_display.remedy")));
  }
}

Display::~Display() {
  glfwTerminate();
}

GLFWwindow* open_window(int width, int height, const std::string& title, bool visible) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "onetrip");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "onetrip");
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window == nullptr) {
    throw base::MachineError(base::say("ui.no_opengl", {{"reason", glfw_reason()}}),
                             std::string(base::text("ui.no_opengl.remedy")));
  }
  return window;
}

}  // namespace ui
