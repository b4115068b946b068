// How the work of a stage is dealt to threads: contiguous parts, the same for every plan, so that each thread meets
// the pages it has filled itself.
#include "device/cpu/executor.hpp"

#include "device/cpu/engine.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <utility>

namespace device::cpu {
namespace {

/// Fewer rows a thread than this, and long ones: the columns are dealt out instead.
constexpr std::int64_t few_rows = 16;

/// How a stage is walked.
enum class Walk { elements, rows, columns };

Walk walk_of(const Stage& stage, int threads, std::int64_t tile) {
  if (!stage.reduces) return Walk::elements;
  const bool again = stage.phases.size() > 1;  // elements that need row results of the whole row
  return !again && stage.rows < few_rows * threads && stage.columns >= 4 * tile ? Walk::columns : Walk::rows;
}

std::int64_t block_rows(const Stage& stage, Walk walk, std::int64_t tile) {
  switch (walk) {
    case Walk::elements:
      return 1;
    case Walk::rows:
      return std::max<std::int64_t>(1, std::min(stage.rows, tile / stage.columns));
    case Walk::columns:
      return stage.rows;
  }
  return 1;
}

std::int64_t divided_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

/// One stage with the scratch of every thread.
class Executor::StageRunner {
 public:
  StageRunner(Stage stage, std::span<const Tensor> tensors, ThreadPool& pool, std::int64_t tile, Fault fault)
      : stage_(std::move(stage)),
        pool_(pool),
        tile_(tile),
        fault_(fault),
        walk_(walk_of(stage_, pool.size(), tile)),
        block_rows_(block_rows(stage_, walk_, tile)) {
    workspaces_.resize(static_cast<std::size_t>(pool.size()));
    for (auto& workspace : workspaces_) {
      workspace = std::make_unique<Workspace>(stage_, tensors, tile_, block_rows_);
    }
    traffic_.resize(workspaces_.size());
  }

  Traffic run(bool counting) {
    pool_.run([&](int thread) {
      Workspace& workspace = *workspaces_[thread];
      traffic_[thread].value = {};
      workspace.begin(thread == 0, counting ? &traffic_[thread].value : nullptr);
      const auto [first, last] = part(thread);
      work(workspace, first, last);
    });
    if (walk_ == Walk::columns) {
      for (std::size_t i = 1; i < workspaces_.size(); ++i) workspaces_[0]->absorb(*workspaces_[i], 0, stage_.rows);
      workspaces_[0]->finish_rows(0, {0, stage_.rows});
    }
    Traffic sum;
    for (const Padded& traffic : traffic_) {
      sum.read += traffic.value.read;
      sum.written += traffic.value.written;
    }
    return sum;
  }

 private:
  /// A thread's own cache line.
  struct alignas(64) Padded {
    Traffic value;
  };

  /// Tiles of elements, blocks of rows, or tiles of a row.
  [[nodiscard]] std::int64_t units() const {
    switch (walk_) {
      case Walk::elements:
        return divided_up(stage_.rows * stage_.columns, tile_);
      case Walk::rows:
        return divided_up(stage_.rows, block_rows_);
      case Walk::columns:
        return divided_up(stage_.columns, tile_);
    }
    return 0;
  }

  [[nodiscard]] Share part(int thread) const {
    Share share = share_of(units(), thread, pool_.size());
    if (fault_ == Fault::skipped_thread && share.last == units()) share.last = share.first;
    return share;
  }

  void work(Workspace& workspace, std::int64_t first, std::int64_t last) const {
    switch (walk_) {
      case Walk::elements:
        return elements(workspace, first, last);
      case Walk::rows:
        return rows(workspace, first, last);
      case Walk::columns:
        return columns(workspace, first, last);
    }
  }

  /// With Fault::short_tail the very last part of the work is one short.
  [[nodiscard]] std::int64_t all_of(std::int64_t count) const { return count - (fault_ == Fault::short_tail ? 1 : 0); }

  void elements(Workspace& workspace, std::int64_t first, std::int64_t last) const {
    const std::int64_t end = std::min(last * tile_, all_of(stage_.rows * stage_.columns));
    for (std::int64_t at = first * tile_; at < end; at += tile_) {
      workspace.run_elements(0, {at, std::min(tile_, end - at)}, {});
    }
  }

  void rows(Workspace& workspace, std::int64_t first, std::int64_t last) const {
    const std::int64_t end = std::min(last * block_rows_, all_of(stage_.rows));
    for (std::int64_t row = first * block_rows_; row < end; row += block_rows_) {
      const Block block{row, std::min(block_rows_, end - row)};
      const std::int64_t begin = row * stage_.columns, stop = begin + block.rows * stage_.columns;
      for (std::size_t phase = 0; phase < stage_.phases.size(); ++phase) {
        workspace.start_rows(phase, block.rows);
        if (!stage_.phases[phase].elements.empty()) {
          for (std::int64_t at = begin; at < stop; at += tile_) {
            workspace.run_elements(phase, {at, std::min(tile_, stop - at)}, block);
          }
        }
        workspace.finish_rows(phase, block);
      }
    }
  }

  void columns(Workspace& workspace, std::int64_t first, std::int64_t last) const {
    workspace.start_rows(0, stage_.rows);
    const std::int64_t end = std::min(last * tile_, all_of(stage_.columns));
    for (std::int64_t row = 0; row < stage_.rows; ++row) {
      for (std::int64_t at = first * tile_; at < end; at += tile_) {
        workspace.run_elements(0, {row * stage_.columns + at, std::min(tile_, end - at)}, {0, stage_.rows});
      }
    }
  }

  Stage stage_;
  ThreadPool& pool_;
  std::int64_t tile_;
  Fault fault_;
  Walk walk_;
  std::int64_t block_rows_;
  std::vector<std::unique_ptr<Workspace>> workspaces_;
  std::vector<Padded> traffic_;
};

Executor::Executor(Program program, std::span<const Tensor> tensors, ThreadPool& pool, std::int64_t tile, Fault fault) {
  for (Stage& stage : program.stages) {
    stages_.push_back(std::make_unique<StageRunner>(std::move(stage), tensors, pool, tile, fault));
  }
}
Executor::~Executor() = default;
Executor::Executor(Executor&&) noexcept = default;

void Executor::run() {
  for (const auto& stage : stages_) stage->run(false);
}

Traffic Executor::count() {
  Traffic sum;
  for (const auto& stage : stages_) {
    const Traffic traffic = stage->run(true);
    sum.read += traffic.read;
    sum.written += traffic.written;
  }
  return sum;
}

base::Bytes Executor::scratch(const Program& program, int threads, std::int64_t tile) {
  std::int64_t floats = 0;
  for (const Stage& stage : program.stages) {
    floats += Workspace::floats(stage, tile, block_rows(stage, walk_of(stage, threads, tile), tile));
  }
  return {floats * threads * static_cast<std::int64_t>(sizeof(float))};
}

}  // namespace device::cpu
