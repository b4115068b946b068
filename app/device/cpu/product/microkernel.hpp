// The innermost loop of matrix products: BLIS's own for this processor, over panels that we pack.
#pragma once

#include <cstdint>
#include <string>

namespace device::cpu {

/// Lines of a matrix beside each other: a panel holds `lines` of them, `width` numbers (the rest is padding) a step
/// along the depth.
struct Panel {
  std::int64_t lines = 0, width = 0;
  /// Panels that hold `count` lines.
  [[nodiscard]] std::int64_t panels(std::int64_t count) const { return (count + lines - 1) / lines; }
  /// Lines of whole panels.
  [[nodiscard]] std::int64_t whole(std::int64_t count) const { return panels(count) * lines; }
};

/// out[row][column] (+)= sum over the depth of left[depth][row] * right[depth][column], for one panel of rows on the
/// left and one of columns on the right: always whole, padding is multiplied too. BLIS's library call packs its right
/// operand anew for each tile it is given; the same loop over panels that are packed once serves a fused kernel and an
/// unfused one alike.
class Microkernel {
 public:
  Microkernel();

  [[nodiscard]] static std::string name();                     ///< "BLIS 0.9.0, zen3"
  [[nodiscard]] Panel left() const { return left_; }           ///< of rows
  [[nodiscard]] Panel right() const { return right_; }         ///< of columns
  [[nodiscard]] std::int64_t depth() const { return depth_; }  ///< of a block: its panels stay in the near caches

  struct Call {
    const float *left, *right;            ///< panels of `depth` steps; 64-byte aligned
    const float *next_left, *next_right;  ///< what will be wanted next: asked for meanwhile
    std::int64_t depth;
    bool adds;  ///< to what `out` holds; else it is overwritten
    float* out;
    std::int64_t row_step;
  };
  void multiply(const Call& call) const;

 private:
  void (*loop_)() = nullptr;
  void* context_ = nullptr;
  bool by_columns_ = false;  ///< the loop wants columns that lie beside each other: then the operands change places
  Panel left_, right_;
  std::int64_t depth_ = 0;
};

/// Panels of rows times panels of columns, each of `depth` steps: out (+)= their product, in whole panels.
struct Panels {
  const float *left, *right;
  std::int64_t rows, columns, depth;
  bool adds;
  float* out;
  std::int64_t row_step;
};
void multiply_panels(const Panels& call);

/// Of this processor: BLIS looks at it once, when this is first called.
[[nodiscard]] const Microkernel& microkernel();

}  // namespace device::cpu
