// An operand of a product as the microkernel reads it: panels of f32, whatever format and order it lies in.
#pragma once

#include "device/cpu/kernels.hpp"
#include "device/cpu/product/microkernel.hpp"

#include <cstddef>

namespace device::cpu {

/// Part of a matrix: rows of a left operand or columns of a right one are its lines, the sum runs along its depth.
struct Lines {
  const std::byte* data = nullptr;
  Format format = Format::f32;
  std::int64_t line_step = 0, depth_step = 0;  ///< in elements; one of them is 1, as a rule
  std::int64_t count = 0, depth = 0;
  const std::int32_t* names = nullptr;  ///< of lines that a table names: which line each is; then depth_step is 1
  // Of i4, lines lie side by side, and a step of the depth is one of two in a byte: `depth_step` is from pair to pair,
  // and the format tells which of its pair the first step is.
};

/// The part that begins `line` lines and `depth` steps further on.
[[nodiscard]] Lines from(const Lines& lines, std::int64_t line, std::int64_t depth);

/// `count` elements that lie side by side as f32: where they are, if that is what they are, else in `room`. The one
/// place where a format of an operand is known.
[[nodiscard]] const float* bring(const std::byte* data, Format format, std::int64_t count, float* room);

/// Panels one after the other, each whole: what is not there is 0.
void pack(const Lines& lines, Panel panel, float* to);

/// Line after line, `step` numbers from one to the next.
void lay_out(const Lines& lines, float* to, std::int64_t step);

}  // namespace device::cpu
