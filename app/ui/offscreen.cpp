// A frame buffer of any size.
#include "ui/offscreen.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <GLFW/glfw3.h>

#include <GL/glext.h>
#include <algorithm>

namespace ui {
namespace {

/// libGL promises OpenGL 1; the rest is asked for by name.
template <class Function>
Function function(const char* name) {
  const auto found = reinterpret_cast<Function>(glfwGetProcAddress(name));
  if (found == nullptr) throw base::MachineError(base::say("ui.no_function", {{"name", name}}));
  return found;
}

}  // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  const auto generate = function<PFNGLGENFRAMEBUFFERSPROC>("glGenFramebuffers");
  const auto bind = function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
  const auto attach = function<PFNGLFRAMEBUFFERTEXTURE2DPROC>("glFramebufferTexture2D");
  const auto check = function<PFNGLCHECKFRAMEBUFFERSTATUSPROC>("glCheckFramebufferStatus");
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  generate(1, &buffer_);
  bind(GL_FRAMEBUFFER, buffer_);
  attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  if (check(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw base::MachineError(
        base::say("ui.no_picture", {{"width", std::to_string(width)}, {"height", std::to_string(height)}}));
  }
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

Offscreen::~Offscreen() {
  function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer")(GL_FRAMEBUFFER, 0);
  function<PFNGLDELETEFRAMEBUFFERSPROC>("glDeleteFramebuffers")(1, &buffer_);
  glDeleteTextures(1, &texture_);
}

std::vector<std::uint8_t> Offscreen::pixels() const {
  const auto row = static_cast<std::size_t>(width_) * 4;
  std::vector<std::uint8_t> all(row * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, all.data());
  // OpenGL counts rows from below; what was drawn is opaque.
  for (int y = 0; y < height_ / 2; ++y) {
    auto* low = all.data() + static_cast<std::size_t>(y) * row;
    auto* high = all.data() + static_cast<std::size_t>(height_ - 1 - y) * row;
    std::swap_ranges(low, low + row, high);
  }
  for (std::size_t i = 3; i < all.size(); i += 4) all[i] = 255;
  return all;
}

}  // namespace ui
