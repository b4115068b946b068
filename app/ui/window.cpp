// One window. ImGui's own GLFW back end is fed too, after our queue, so that its widgets work in a window of ours.
#include "ui/window.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "ui/display.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>

namespace ui {

/// GLFW's callbacks. Another window's ImGui context may be the current one when they come.
struct Window::Callbacks {
  static Window& of(GLFWwindow* handle) {
    auto& window = *static_cast<Window*>(glfwGetWindowUserPointer(handle));
    ImGui::SetCurrentContext(window.context_);
    return window;
  }

  static Chord modifiers(int bits) {
    return {.key = {},
            .ctrl = (bits & GLFW_MOD_CONTROL) != 0,
            .shift = (bits & GLFW_MOD_SHIFT) != 0,
            .alt = (bits & GLFW_MOD_ALT) != 0};
  }

  static void key(GLFWwindow* handle, int code, int scancode, int action, int mods) {
    Window& window = of(handle);
    if (action != GLFW_RELEASE) {
      Event event;
      event.chord = modifiers(mods);
      event.chord.key = key_name(code, scancode);
      if (!event.chord.key.empty()) window.input_.push(std::move(event));
    }
    ImGui_ImplGlfw_KeyCallback(handle, code, scancode, action, mods);
  }

  static void character(GLFWwindow* handle, unsigned int code) {
    Window& window = of(handle);
    Event event;
    event.kind = Event::Kind::character;
    event.character = code;
    window.input_.push(std::move(event));
    ImGui_ImplGlfw_CharCallback(handle, code);
  }

  static void button(GLFWwindow* handle, int code, int action, int mods) {
    Window& window = of(handle);
    if (code == GLFW_MOUSE_BUTTON_LEFT) {
      Event event;
      event.kind = action == GLFW_PRESS ? Event::Kind::press : Event::Kind::release;
      event.chord = modifiers(mods);
      event.x = window.pointer_x_;
      event.y = window.pointer_y_;
      if (action == GLFW_PRESS) {
        const auto now = std::chrono::steady_clock::now();
        event.clicks = now - window.last_press_ < std::chrono::milliseconds(350) ? 2 : 1;
        window.last_press_ = now;
      }
      window.input_.push(std::move(event));
    }
    ImGui_ImplGlfw_MouseButtonCallback(handle, code, action, mods);
  }

  static void move(GLFWwindow* handle, double x, double y) {
    Window& window = of(handle);
    int width = 0, height = 0, pixels_wide = 0, pixels_high = 0;
    glfwGetWindowSize(handle, &width, &height);
    glfwGetFramebufferSize(handle, &pixels_wide, &pixels_high);
    window.pointer_x_ = width > 0 ? x * pixels_wide / width : x;
    window.pointer_y_ = height > 0 ? y * pixels_high / height : y;
    Event event;
    event.kind = Event::Kind::move;
    event.x = window.pointer_x_;
    event.y = window.pointer_y_;
    window.input_.push(std::move(event));
  }

  static void scroll(GLFWwindow* handle, double x, double y) {
    Window& window = of(handle);
    Event event;
    event.kind = Event::Kind::wheel;
    event.x = x;
    event.y = y;
    window.input_.push(std::move(event));
    ImGui_ImplGlfw_ScrollCallback(handle, x, y);
  }

  static void enter(GLFWwindow* handle, int entered) {
    Window& window = of(handle);
    if (entered == GLFW_FALSE) {
      Event event;
      event.kind = Event::Kind::leave;
      window.input_.push(std::move(event));
    }
    ImGui_ImplGlfw_CursorEnterCallback(handle, entered);
  }

  static void focus(GLFWwindow* handle, int focused) {
    of(handle);
    ImGui_ImplGlfw_WindowFocusCallback(handle, focused);
  }

  static void refresh(GLFWwindow* handle) { of(handle).damaged_ = true; }
  static void resize(GLFWwindow* handle, int, int) { of(handle).damaged_ = true; }
  static void iconify(GLFWwindow* handle, int) { of(handle).damaged_ = true; }
  static void rescale(GLFWwindow* handle, float x, float) {
    Window& window = of(handle);
    window.page_.usual_scale = window.page_.theme.scale = std::clamp(static_cast<double>(x), least_scale, most_scale);
    window.damaged_ = true;
  }

  static void install(GLFWwindow* handle) {
    glfwSetKeyCallback(handle, key);
    glfwSetCharCallback(handle, character);
    glfwSetMouseButtonCallback(handle, button);
    glfwSetCursorPosCallback(handle, move);
    glfwSetScrollCallback(handle, scroll);
    glfwSetCursorEnterCallback(handle, enter);
    glfwSetWindowFocusCallback(handle, focus);
    glfwSetWindowRefreshCallback(handle, refresh);
    glfwSetFramebufferSizeCallback(handle, resize);
    glfwSetWindowIconifyCallback(handle, iconify);
    glfwSetWindowContentScaleCallback(handle, rescale);
  }
};

namespace {

std::string clipboard_text(void*) {
  const char* text = glfwGetClipboardString(nullptr);
  return text == nullptr ? std::string() : text;
}

void set_clipboard_text(void*, const std::string& text) {
  glfwSetClipboardString(nullptr, text.c_str());
}

Host with_clipboard(Host host) {
  host.clipboard = {clipboard_text, set_clipboard_text, nullptr};
  return host;
}

}  // namespace

Window::Window(Host host, const Options& options) : page_(with_clipboard(std::move(host))) {
  window_ = open_window(options.width, options.height, "Onetrip", options.visible);
  try {
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    samples_ = samples_here();
    glfwSetWindowSizeLimits(window_, 480, 360, GLFW_DONT_CARE, GLFW_DONT_CARE);
    float across = 1, down = 1;
    glfwGetWindowContentScale(window_, &across, &down);
    page_.usual_scale =
        std::clamp(options.scale > 0 ? options.scale : static_cast<double>(across), least_scale, most_scale);
    page_.theme.scale = page_.usual_scale;

    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    fonts_ = std::make_unique<Fonts>(*io.Fonts);
    glfwSetWindowUserPointer(window_, this);
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    Callbacks::install(window_);
    if (!ImGui_ImplOpenGL3_Init("#version 130")) {
      throw base::MachineError(std::string(base::text("ui.no_shaders")),
                               std::string(base::text("ui.no_opengl.remedy")));
    }
  } catch (...) {
    close();
    throw;
  }
}

Window::~Window() {
  close();
}

void Window::close() {
  if (context_ != nullptr) {
    glfwMakeContextCurrent(window_);
    ImGui::SetCurrentContext(context_);
    fine_.reset();
    if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
    if (ImGui::GetIO().BackendPlatformUserData != nullptr) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext(context_);
  }
  fonts_.reset();
  glfwDestroyWindow(window_);
}

bool Window::take_close() {
  const bool asked = glfwWindowShouldClose(window_) != 0;
  glfwSetWindowShouldClose(window_, GLFW_FALSE);
  return asked;
}

bool Window::hidden() const {
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0;
}

void Window::title(const std::string& text) {
  if (text == title_) return;
  title_ = text;
  glfwSetWindowTitle(window_, text.c_str());
}

void Window::fill_monitor(int monitor) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  if (count == 0 || glfwGetWindowMonitor(window_) != nullptr) return;
  GLFWmonitor* chosen = monitors[std::min(monitor, count - 1)];
  const GLFWvidmode* mode = glfwGetVideoMode(chosen);
  if (mode == nullptr) return;
  glfwGetWindowPos(window_, &before_full_.x, &before_full_.y);
  glfwGetWindowSize(window_, &before_full_.width, &before_full_.height);
  glfwSetWindowMonitor(window_, chosen, 0, 0, mode->width, mode->height, mode->refreshRate);
  damaged_ = true;
}

void Window::leave_monitor() {
  if (glfwGetWindowMonitor(window_) == nullptr) return;
  glfwSetWindowMonitor(window_, nullptr, before_full_.x, before_full_.y, before_full_.width, before_full_.height,
                       GLFW_DONT_CARE);
  damaged_ = true;
}

void Window::draw(int width, int height) {
  glfwMakeContextCurrent(window_);
  ImGui::SetCurrentContext(context_);
  page_.draw(nullptr, *fonts_, width, height);
  if (page_.shown().scale != drawn_scale_) {
    drawn_scale_ = page_.shown().scale;
    fonts_->forget();  // type of the old size would only take room
    page_.draw(nullptr, *fonts_, width, height);
  }
  if (fonts_->stale()) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    fonts_->build();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    ImGui::GetIO().Fonts->ClearTexData();  // the card has it now
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // One unit of ours is one pixel of the frame buffer, whatever the window system calls it.
  ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  ImGui::GetIO().DisplayFramebufferScale = ImVec2(1, 1);
  ImGui::NewFrame();
  page_.draw(ImGui::GetBackgroundDrawList(), *fonts_, width, height);
  ImGui::SetMouseCursor(page_.dragging()      ? ImGuiMouseCursor_ResizeEW
                        : page_.over_text()   ? ImGuiMouseCursor_TextInput
                        : page_.over_button() ? ImGuiMouseCursor_Hand
                                              : ImGuiMouseCursor_Arrow);
  ImGui::Render();
  glViewport(0, 0, width, height);
  // The page itself is cleared, not drawn: a software rasterizer blends every pixel that is drawn.
  const ImVec4 ground = ImGui::ColorConvertU32ToFloat4(page_.shown().color(figure::Role::page, figure::Shade::fill));
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::frame() {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (width <= 0 || height <= 0) return;
  if (samples_ > 0) {
    glfwMakeContextCurrent(window_);
    if (!fine_ || !fine_->is(width, height)) fine_.emplace(width, height, samples_);
    fine_->bind();
  }
  draw(width, height);
  if (fine_) fine_->show();
  glfwSwapBuffers(window_);
}

std::vector<std::uint8_t> Window::capture(int width, int height) {
  glfwMakeContextCurrent(window_);
  const Offscreen buffer(width, height, samples_);
  draw(width, height);
  return buffer.pixels();
}

}  // namespace ui
