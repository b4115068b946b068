// A job: buffers, and plans whose steps are kernels or calls of a library.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wire {

/// Bounds that both sides hold the other to.
struct Limit {
  static constexpr std::int64_t buffers = 1024, plans = 64, kernels = 1024, arguments = 128, maps = 16, looks = 64;
  static constexpr std::int64_t times = 10'000;        ///< that one step may start its kernel
  static constexpr std::int64_t spans = 1 << 18;       ///< runs of probed elements
  static constexpr std::int64_t elements = 8'000'000;  ///< probed elements in all
  static constexpr std::int64_t samples = 100'000;
  static constexpr std::int64_t bytes = std::int64_t{1} << 43;
  static constexpr std::int64_t source = 4 << 20, log = 1 << 20, image = 16 << 20, name = 256, sentence = 64 << 10;
  static constexpr std::int64_t options = 32, runs = 16;
  static constexpr std::int64_t workspace = std::int64_t{1} << 30;  ///< bytes that a library may ask for beside
  static constexpr std::int64_t candidates = 64;                    ///< ways of a library to do one call
  static constexpr std::int64_t calls = 4096;                       ///< of the library, that one step may be made of
  static constexpr double seconds = 3600;
};

enum class Dtype { f32, f16, bf16, i8, i4, i32, bytes };
/// Of one element. Two i4 share a byte: the one of the even index is in the lower half.
[[nodiscard]] std::int64_t bits_of(Dtype dtype);
/// That so many bytes hold.
[[nodiscard]] std::int64_t elements_in(std::int64_t bytes, Dtype dtype);
/// Of one element that a look returns: those smaller than a byte come as one each.
[[nodiscard]] std::int64_t bytes_seen(Dtype dtype);
/// A pattern means "never written": a NaN, or a number of an entry below 0.
[[nodiscard]] bool can_be_poisoned(Dtype dtype);
/// A number with a fraction.
[[nodiscard]] bool is_floating(Dtype dtype);

/// What stands in a buffer before anything runs. `random` and `exact` are those of base/random.hpp: `exact` is -1, 0 or
/// 1, sums of whose products are exact. `table` is of i32: the numbers of so many slices of another buffer, in a random
/// order, none twice before each was there once. `ends` is where groups of slices - 1 rows end (base/ragged.hpp).
/// `drawn` are any numbers of slices: some come twice, some not at all.
enum class Fill { none, zero, poison, random, exact, table, ends, drawn };

struct Buffer {
  std::int64_t bytes = 0;
  Dtype dtype = Dtype::f32;
  Fill fill = Fill::none;  ///< poison is laid anew before every look
  std::uint64_t seed = 0, stream = 0;
  std::int64_t slices = 0;  ///< of a table, ends or drawn ones: its numbers stay below
  bool operator==(const Buffer&) const = default;
};

struct Argument {
  enum class Kind { buffer, integer, tensor_map, turn } kind = Kind::buffer;
  /// Index of the buffer, the 64-bit number itself, or an index of the kernel's maps. A turn has none: it is the number
  /// of the start, from 0.
  std::int64_t value = 0;
  bool operator==(const Argument&) const = default;
};

/// What the card's tensor memory accelerator is told of a tensor: the worker encodes it, and the kernel gets its 128
/// bytes by value. The steps between elements are 1.
struct TensorMap {
  std::int64_t buffer = 0;
  Dtype dtype = Dtype::f32;           ///< f32, f16, bf16, i8
  std::vector<std::int64_t> dims;     ///< elements, innermost first; one to five
  std::vector<std::int64_t> strides;  ///< bytes, of all but the innermost
  std::vector<std::int64_t> box;      ///< elements that one copy takes
  std::int64_t swizzle = 0;           ///< bytes: 0, 32, 64, 128
  bool operator==(const TensorMap&) const = default;
};

struct Kernel {
  std::string cubin, entry;
  std::array<std::int64_t, 3> grid{1, 1, 1};
  std::array<std::int64_t, 3> block{1, 1, 1};
  std::int64_t dynamic_shared = 0;
  std::vector<Argument> arguments;
  std::vector<TensorMap> maps;
  std::int64_t times = 1;  ///< that it is started, one after the other: for each of many small tensors, say
  bool operator==(const Kernel&) const = default;
};

/// Where the matrices of an operand lie, all in elements: (outer, inner, row, column) is at offset + outer *
/// outer_stride + inner * inner_stride + row * leading + column; of one that is transposed, row and column exchanged.
struct Matrix {
  std::int64_t buffer = 0, offset = 0;
  std::int64_t leading = 1;
  bool transposed = false;
  std::int64_t outer_stride = 0, inner_stride = 0;
  bool operator==(const Matrix&) const = default;
};

enum class Epilogue { none, bias, relu, relu_bias, gelu, gelu_bias };
[[nodiscard]] bool has_bias(Epilogue epilogue);
[[nodiscard]] std::string_view name(Epilogue epilogue);

/// result[o, i] = epilogue(left[o, i] * right[o, i / share] + residual[o, i] + bias), sums in f32: what cuBLASLt does
/// in one call, or in a few where the matrices do not lie at equal steps. Dtypes are the buffers'.
struct LibraryCall {
  std::int64_t m = 1, n = 1, k = 1;
  std::int64_t outer = 1, inner = 1, share = 1;  ///< the step of the right operand is from one it shares to the next
  Matrix left, right, result;
  std::vector<Matrix> residual;  ///< one or none
  Epilogue epilogue = Epilogue::none;
  std::int64_t bias = -1;      ///< buffer of n elements, or -1
  std::int64_t workspace = 0;  ///< bytes that it may take beside
  std::string algorithm;       ///< 64 bytes that an earlier choice told; empty: the worker looks for the best
  bool operator==(const LibraryCall&) const = default;
  [[nodiscard]] double flops() const;  ///< 2 m n k for each matrix
};

using Step = std::variant<Kernel, LibraryCall>;

struct Plan {
  std::vector<Step> steps;
  bool operator==(const Plan&) const = default;
};

enum class Submit { stream, graph };

/// Everything that is prepared once and then looked at, timed and counted. A role keeps the last one it prepared.
struct Job {
  std::vector<Buffer> buffers;
  std::vector<Plan> plans;
  Submit submit = Submit::stream;
  bool operator==(const Job&) const = default;
};

/// What no single field tells: indices within their arrays, sums that fit, elements within their buffers. Throws
/// WireError.
void check(const Job& job);

}  // namespace wire
