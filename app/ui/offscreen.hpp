// A frame buffer of any size: the pixels of a hidden window are nobody's, those of a buffer of our own are ours; and it
// can have several samples a pixel, whatever the window has.
#pragma once

#include <cstdint>
#include <vector>

namespace ui {

/// Bound from the start; needs a current OpenGL context all its life.
class Offscreen {
 public:
  /// `samples`: of a pixel, 0 for its own alone. Throws MachineError when the driver refuses the size.
  Offscreen(int width, int height, int samples = 0);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  [[nodiscard]] bool is(int width, int height) const { return width == width_ && height == height_; }
  /// What is drawn from now on is drawn here.
  void bind() const;
  /// Copies it into the window, which is bound from then on.
  void show() const { copy_to(0); }
  /// RGBA rows, top first.
  [[nodiscard]] std::vector<std::uint8_t> pixels() const;

 private:
  void copy_to(unsigned int buffer) const;

  int width_, height_, samples_;
  unsigned int buffer_ = 0, color_ = 0;
};

/// Samples a pixel that suit the driver of the current context.
[[nodiscard]] int samples_here();

}  // namespace ui
