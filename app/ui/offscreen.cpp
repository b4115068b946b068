// A frame buffer of any size.
#include "ui/offscreen.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "ui/samples.hpp"

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

Offscreen::Offscreen(int width, int height, int samples) : width_(width), height_(height), samples_(samples) {
  const auto bind_color = function<PFNGLBINDRENDERBUFFERPROC>("glBindRenderbuffer");
  function<PFNGLGENRENDERBUFFERSPROC>("glGenRenderbuffers")(1, &color_);
  bind_color(GL_RENDERBUFFER, color_);
  function<PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC>("glRenderbufferStorageMultisample")(GL_RENDERBUFFER, samples,
                                                                                        GL_RGBA8, width, height);
  bind_color(GL_RENDERBUFFER, 0);
  function<PFNGLGENFRAMEBUFFERSPROC>("glGenFramebuffers")(1, &buffer_);
  bind();
  function<PFNGLFRAMEBUFFERRENDERBUFFERPROC>("glFramebufferRenderbuffer")(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                                                          GL_RENDERBUFFER, color_);
  if (function<PFNGLCHECKFRAMEBUFFERSTATUSPROC>("glCheckFramebufferStatus")(GL_FRAMEBUFFER) !=
      GL_FRAMEBUFFER_COMPLETE) {
    throw base::MachineError(
        base::say("ui.no_picture", {{"width", std::to_string(width)}, {"height", std::to_string(height)}}));
  }
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

Offscreen::~Offscreen() {
  function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer")(GL_FRAMEBUFFER, 0);
  function<PFNGLDELETEFRAMEBUFFERSPROC>("glDeleteFramebuffers")(1, &buffer_);
  function<PFNGLDELETERENDERBUFFERSPROC>("glDeleteRenderbuffers")(1, &color_);
}

void Offscreen::bind() const {
  function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer")(GL_FRAMEBUFFER, buffer_);
}

void Offscreen::copy_to(unsigned int buffer) const {
  const auto bind_one = function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
  bind_one(GL_READ_FRAMEBUFFER, buffer_);
  bind_one(GL_DRAW_FRAMEBUFFER, buffer);
  function<PFNGLBLITFRAMEBUFFERPROC>("glBlitFramebuffer")(0, 0, width_, height_, 0, 0, width_, height_,
                                                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
  bind_one(GL_FRAMEBUFFER, buffer);
}

std::vector<std::uint8_t> Offscreen::pixels() const {
  if (samples_ > 0) {
    const Offscreen flat(width_, height_);
    copy_to(flat.buffer_);
    return flat.pixels();
  }
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

int samples_here() {
  const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  int most = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  return std::min(samples_of(renderer == nullptr ? "" : renderer), most);
}

}  // namespace ui
