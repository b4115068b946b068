// Runs a compiled kernel on all threads, tile by tile; counts the bytes its loops move when asked.
#pragma once

#include "device/cpu/program.hpp"
#include "device/cpu/thread_pool.hpp"

#include <memory>
#include <span>
#include <vector>

namespace device::cpu {

/// Memory of a value while a plan runs.
struct Tensor {
  std::byte* data = nullptr;
  Format format = Format::f32;
  bool stream = false;  ///< written around the caches
  bool counted = true;  ///< false: small values between the stages of one kernel
};

/// Bytes over the road, added up tile by tile where the loops read a tensor for the first time and where they write.
struct Traffic {
  std::int64_t read = 0, written = 0;
};

/// One group, ready: tensors bound, scratch of every thread allocated.
class Executor {
 public:
  /// `tensors` by value of the chain, and must stay where they are. `tile` elements a tile, at most reduction_tile.
  Executor(Program program, std::span<const Tensor> tensors, ThreadPool& pool, std::int64_t tile, Fault fault);
  ~Executor();
  Executor(Executor&&) noexcept;

  void run();
  /// Runs once more and adds up bytes.
  [[nodiscard]] Traffic count();
  /// Scratch of all threads.
  [[nodiscard]] static base::Bytes scratch(const Program& program, int threads, std::int64_t tile);

 private:
  class StageRunner;
  std::vector<std::unique_ptr<StageRunner>> stages_;
};

}  // namespace device::cpu
