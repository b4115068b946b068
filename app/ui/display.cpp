// GLFW's start, and why a window cannot open.
#include "ui/display.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "ui/application.hpp"

#include <GLFW/glfw3.h>

#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <utility>

namespace ui {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

struct Farewell {
  std::function<void()> save;
  void (*say)() = nullptr;
  std::thread::id of;
};
Farewell farewell;

/// Xlib's handler: there is no way back from here, and Xlib would end the program in its own words.
int display_has_gone(void*) {
  constexpr int machine_could_not = 3;
  if (farewell.save && std::this_thread::get_id() == farewell.of) std::exchange(farewell.save, {})();
  if (farewell.say != nullptr) farewell.say();
  std::_Exit(machine_could_not);
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

void when_display_goes(std::function<void()> save, void (*say)()) {
  using Handler = int (*)(void*);
  farewell = {std::move(save), say, std::this_thread::get_id()};
  // Of the Xlib that GLFW brings along; without one there is nothing to ask.
  if (void* set = dlsym(RTLD_DEFAULT, "XSetIOErrorHandler"))
    reinterpret_cast<Handler (*)(Handler)>(set)(farewell.save ? display_has_gone : nullptr);
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
