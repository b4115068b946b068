// A plan lowered to CUDA C++: the text that NVRTC compiles, and how each kernel is launched.
#pragma once

#include "plan/fusion_plan.hpp"

#include <array>
#include <string>
#include <vector>

namespace codegen {

/// What of a card the emitter needs to know. The defaults are an H100 or H200.
struct Target {
  int compute_capability = 90;                 ///< 75, 80, 86, 89, 90, 100, 120
  int multiprocessors = 132;                   ///< SMs
  std::int64_t shared_per_block = 227 * 1024;  ///< bytes a block may opt in to
  bool operator==(const Target&) const = default;
};

/// One parameter of a kernel, in order.
struct Argument {
  enum class Kind {
    tensor,      ///< pointer to value `index` of the chain
    scratch,     ///< pointer to Program::scratch[index]
    integer,     ///< a 64-bit count: `integer`
    tensor_map,  ///< Kernel::maps[index], by value
    turn,        ///< which of Kernel::times starts it is, from 0
  } kind = Kind::tensor;
  int index = 0;
  std::int64_t integer = 0;
  bool operator==(const Argument&) const = default;
};

/// How the copy engine of a card from sm_90 on sees a tensor: which box of it moves at once, and how it lies in shared
/// memory. What is outside of `dims` reads as zero and is not written.
struct TensorMap {
  int value = 0;  ///< of the chain: the tensor
  chain::Dtype dtype = chain::Dtype::f32;
  std::vector<std::int64_t> dims;     ///< elements, the innermost first; up to five
  std::vector<std::int64_t> strides;  ///< bytes from one to the next of each dimension but the innermost
  std::vector<int> box;               ///< elements
  int swizzle = 128;                  ///< bytes: 0, 32, 64 or 128
  bool operator==(const TensorMap&) const = default;
};

struct Launch {
  std::array<std::int64_t, 3> grid{1, 1, 1};
  std::array<int, 3> block{256, 1, 1};
  std::int64_t dynamic_shared = 0;  ///< bytes
  bool operator==(const Launch&) const = default;
};

struct Kernel {
  int group = 0;       ///< index into the plan's groups; a group may need two of them (plan::launches)
  std::string entry;   ///< "k1_add_gelu": made of op names only, never of a person's names
  std::string source;  ///< readable text of this kernel alone; the prelude comes before it
  /// For NVRTC beyond --gpu-architecture: "-fmad=false", so that fused and unfused give the same bits. A product has
  /// none: a library sums in an order of its own.
  std::vector<std::string> options;
  std::vector<Argument> arguments;
  Launch launch;
  std::vector<TensorMap> maps;  ///< of the arguments that are tensor maps
  std::int64_t times = 1;       ///< that it is started, one after the other
  std::string architecture;     ///< "90a" where the text asks for more than the card's number says; else empty
  bool operator==(const Kernel&) const = default;
};

struct Program {
  std::vector<Kernel> kernels;        ///< in launch order
  std::vector<std::int64_t> scratch;  ///< bytes of each temporary buffer beyond the chain's values
  std::string prelude;                ///< kernels/prelude/*.cuh that the kernels need, self-contained
  bool operator==(const Program&) const = default;
  /// What NVRTC gets for one kernel: prelude and source.
  [[nodiscard]] std::string text(const Kernel& kernel) const { return prelude + "\n" + kernel.source; }
};

/// The limits to segment with for this card: longer rows would have to be read again to be used again.
[[nodiscard]] machine::Limits limits(const Target& target);

/// Throws base::MachineError only if program files (the prelude) are missing. A plan from plan::segment with the
/// device's limits can always be lowered.
[[nodiscard]] Program lower(const plan::FusionPlan& plan, const Target& target);

/// All kernels in one self-contained CUDA C++ text that nvcc compiles as it is (`onetrip emit`).
[[nodiscard]] std::string emit(const Program& program, const plan::FusionPlan& plan);

}  // namespace codegen
