// Runs a compiled kernel on all threads, tile by tile; counts the bytes its loops move when asked.
#pragma once

#include "device/cpu/program.hpp"
#include "device/cpu/tensor.hpp"
#include "device/cpu/thread_pool.hpp"

#include <memory>
#include <span>
#include <stop_token>
#include <variant>
#include <vector>

namespace device::cpu {

class AttentionRunner;
class GatherRunner;
class ProductLayout;
class ProductRoom;
class ProductRunner;
class ScatterRunner;
class StreamRunner;

/// One group, ready: tensors bound, scratch of every thread allocated.
class Executor {
 public:
  /// `tensors` by value of the chain, and must stay where they are, as `room` must, which kernels that run one after
  /// the other may share. `tile` elements a tile, at most reduction_tile.
  Executor(Program program, std::span<const Tensor> tensors, ThreadPool& pool, ProductRoom& room, std::int64_t tile,
           Fault fault);
  ~Executor();
  Executor(Executor&&) noexcept;

  /// Throws base::Cancelled between the tiles of a product: those take long.
  void run(const std::stop_token& stop = {});
  /// Runs once more and adds up bytes; not of a program that multiplies, which nobody counts.
  [[nodiscard]] Traffic count();
  /// Scratch of all threads and what tiles leave of rows, without the room of products.
  [[nodiscard]] static base::Bytes scratch(const Program& program, int threads, std::int64_t tile);
  /// What its products need of the room.
  [[nodiscard]] static std::vector<ProductLayout> layouts(const Program& program, int threads);

 private:
  class StageRunner;
  using Runner =
      std::variant<std::unique_ptr<StageRunner>, std::unique_ptr<StreamRunner>, std::unique_ptr<ProductRunner>,
                   std::unique_ptr<ViewRunner>, std::unique_ptr<UnpackRunner>, std::unique_ptr<GatherRunner>,
                   std::unique_ptr<ScatterRunner>, std::unique_ptr<AttentionRunner>>;
  std::vector<Runner> runners_;
  std::vector<Table> tables_;  ///< that the kernel fetches through
  std::span<const Tensor> tensors_;
};

}  // namespace device::cpu
