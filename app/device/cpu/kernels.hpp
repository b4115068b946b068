// The vector loops of the CPU device, as function pointers of the best instruction set found at run time.
#pragma once

#include "chain/op.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace device::cpu {

/// How elements lie in memory. `bf16_cut` truncates instead of rounding: the planted fault of the mutation tests. The
/// last three are of packed weights, which only products and what unpacks them read: a row of i4 is the lower half of
/// its bytes if its number is even, the upper half if it is odd; a tensor of them is told by its first row.
enum class Format : std::uint8_t { f32, f16, bf16, bf16_cut, i8, i4_even, i4_odd };
[[nodiscard]] constexpr bool is_packed(Format format) {
  return format >= Format::i8;
}
/// Bytes from an element to its neighbour.
[[nodiscard]] constexpr std::int64_t bytes_between(Format format) {
  return format == Format::f32 ? 4 : is_packed(format) ? 1 : 2;
}

/// Elements to read: `step` 1 walks, `step` 0 reads the same `splat_elements` again and again (a broadcast number,
/// f32).
struct Operand {
  const void* data = nullptr;
  std::int64_t step = 1;
  Format format = Format::f32;
};
inline constexpr std::int64_t splat_elements = 16;  ///< floats in the longest vector of any target

/// An op of a run: of what came before it and, where it has two operands, of a number.
struct Applied {
  chain::Op op;
  float number = 0;
  bool right = false;  ///< what came before is the second operand
};

/// One loop over `count` elements: out = op(a, b[, c]).
struct Call {
  const Operand *a = nullptr, *b = nullptr, *c = nullptr;
  /// Memory that later calls will read, to be asked for while this one computes; null for none.
  std::array<const void*, 2> fetch{};
  std::int64_t fetch_size = 4;  ///< its bytes an element
  void* out = nullptr;
  Format out_format = Format::f32;
  bool stream = false;  ///< store around the caches
  std::int64_t count = 0;
  std::int64_t index = 0;              ///< dropout: number of the first element
  std::uint64_t seed = 0;              ///< dropout: stream
  std::uint64_t threshold = 0;         ///< dropout: kept if the top 53 random bits reach it
  float scale = 1;                     ///< dropout: factor of the kept ones
  std::int64_t keys = 1, queries = 1;  ///< causal: columns, and rows of a matrix
  std::span<const Applied> applied{};  ///< a run: its ops, of `a` and of each other
};
using Kernel = void (*)(const Call&);
/// Adds rows of op(a, b) to `sums`: element i of `count` goes to sums[i / columns], in at least eight f32 lanes (or one
/// after the other in double, below `short_row`). At most `reduction_tile` elements a row and call.
using Reduction = void (*)(const Call&, std::int64_t columns, double* sums);
inline constexpr std::int64_t reduction_tile = 1024;
/// Numbers that a reduction keeps of each row in `sums`, side by side: of a variance count, mean and squared distances.
[[nodiscard]] constexpr std::int64_t numbers_of(chain::Op reduction) {
  return reduction == chain::Op::var ? 3 : 1;
}
inline constexpr std::int64_t short_row = 16;
/// Repeats numbers[row] for every element of its row; `first` elements of the first row, `columns` of the others,
/// `count` in all. May write up to `splat_elements` beyond.
using Spread = void (*)(const float* numbers, std::int64_t first, std::int64_t columns, std::int64_t count, float* out);

/// The same op three times: `inner` reads and writes f32 through the caches, `stream` writes f32 around them, `edge`
/// does either in any format.
struct KernelSet {
  Kernel edge = nullptr, inner = nullptr, stream = nullptr;
};

/// Two ops in one loop: second(first(a, b), c), or second(c, first(a, b)) when `right`.
struct MergedKernel {
  chain::Op first, second;
  bool right;
  KernelSet kernel;
};

/// A reduction that takes the op before it into its loop; Op::input means nothing is merged.
struct ReductionKernel {
  chain::Op first, reduction;  ///< reduction: sum, max or var
  Reduction kernel;
};

/// Everything one instruction set offers.
struct Kernels {
  const char* target;               ///< "AVX-512"
  int lanes;                        ///< floats in a vector
  std::span<const KernelSet> ops;   ///< by chain::Op; empty for reductions and the input
  KernelSet copy;                   ///< and conversion between formats
  KernelSet round_f16, round_bf16;  ///< what a store and a load would do to a number
  std::span<const MergedKernel> merged;
  std::span<const ReductionKernel> reductions;
  Spread spread;
  void (*random)(float* out, std::uint64_t seed, std::uint64_t stream, std::int64_t first, std::int64_t count);
  float (*multiply_adds)(std::int64_t times);  ///< ten independent vector fused multiply-adds a turn
};

/// Of the best target this processor has (Highway's choice, which tests may narrow).
[[nodiscard]] const Kernels& kernels();

/// The pairs of the same target; split off because they take long to compile.
[[nodiscard]] std::span<const MergedKernel> merged_kernels();

/// Any number of cheap ops in one loop, each of the one before it and a number: Call::applied.
[[nodiscard]] KernelSet run_kernel();
[[nodiscard]] bool joins_runs(chain::Op op);

}  // namespace device::cpu
