// How many threads do how much: the one place where launch geometry is computed.
#pragma once

#include "codegen/program.hpp"

namespace codegen {

/// Rounded up.
[[nodiscard]] constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// A kernel over elements in a row: block after block takes a tile.
struct FlatLaunch {
  int width = 4;  ///< elements of a thread's vector
  int threads = 128;
  int vectors = 1;  ///< of a thread
  std::int64_t blocks = 1;
  bool exact = true;  ///< the tiles fill the tensor to its last element
  [[nodiscard]] std::int64_t tile() const { return std::int64_t{1} * width * vectors * threads; }
  bool operator==(const FlatLaunch&) const = default;
};

/// `widest` is the bytes of the largest element among the tensors that are moved. One vector a thread: on an H200
/// (2026-11-21, copies of 1 GiB, interleaved) it moved 4.25 TB/s, two 4.11, four 4.05, a loop over fewer blocks 3.9;
/// hints to the caches made none of them faster. A knob says otherwise.
[[nodiscard]] FlatLaunch flat_launch(std::int64_t elements, std::int64_t widest, const plan::Knobs& knobs = {});

using plan::Keep;

/// A kernel over rows: a row has some lanes of a warp, or a block, to itself.
struct RowLaunch {
  int width = 4;             ///< elements of a vector; divides the row
  int lanes = 32;            ///< threads of a row: up to 32, a power of two, or the whole block
  int threads = 256;         ///< of a block
  std::int64_t vectors = 1;  ///< of each thread in a row
  Keep keep = Keep::registers;
  std::int64_t shared = 0;    ///< bytes of dynamic shared memory
  std::int64_t blocks = 1;    ///< as many as the rows need, or as a grid can have: then each goes on to the next
  int resident = 1;           ///< blocks that an SM should hold: the compiler keeps to the registers that allow it
  bool reads_last = false;    ///< what is read is marked to leave L2 last (kernels/prelude/l2.cuh)
  std::int64_t segments = 1;  ///< blocks of a row; more than one: a second launch joins their parts
  [[nodiscard]] int rows() const { return threads / lanes; }  ///< of a block
  bool operator==(const RowLaunch&) const = default;
};

struct RowNeeds {
  std::int64_t rows = 1, columns = 1;
  std::int64_t widest = 4;  ///< bytes of the largest element moved
  int kept_bytes = 0;       ///< an element of the row, of what is kept between sweeps at once, in registers
  int shared_bytes = 0;     ///< the same in shared memory
  int sweeps = 1;
  int full_reads = 1;         ///< tensors as large as the kernel's space
  std::int64_t segments = 1;  ///< blocks of a row, as the plan says (plan::segments)
  bool in_order = false;      ///< a sum that is added one element after the other: a thread has a row to itself
  int rounds = 1;             ///< of reductions, as plan::Sweeps has them
  bool variance = false;      ///< one of them is a `var`: its parts are joined by more than an addition
  bool streams = false;       ///< the plan reads the row again in each sweep, whatever would fit
  plan::Knobs knobs = {};
};
[[nodiscard]] RowLaunch row_launch(const RowNeeds& needs, const Target& target);

/// Bytes of shared memory that the reductions of a block use beside a row.
inline constexpr std::int64_t static_shared = 1024;

/// Blocks that a grid can have along x.
inline constexpr std::int64_t most_blocks = 2'147'483'647;

}  // namespace codegen
