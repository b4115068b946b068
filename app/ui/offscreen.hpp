// A frame buffer of any size: the pixels of a hidden window are nobody's, those of a buffer of our own are ours.
#pragma once

#include <cstdint>
#include <vector>

namespace ui {

/// Bound while it lives; needs a current OpenGL context.
class Offscreen {
 public:
  /// Throws MachineError when the driver refuses the size.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// RGBA rows, top first.
  [[nodiscard]] std::vector<std::uint8_t> pixels() const;

 private:
  int width_, height_;
  unsigned int buffer_ = 0, texture_ = 0;
};

}  // namespace ui
