// How the work of a stage is dealt to threads: contiguous parts, the same for every plan, so that each thread meets
// the pages it has filled itself.
#include "device/cpu/executor.hpp"

#include "device/cpu/attention/attention_runner.hpp"
#include "device/cpu/engine.hpp"
#include "device/cpu/product/product_runner.hpp"
#include "device/cpu/stream_runner.hpp"
#include "device/cpu/workspace.hpp"

#include <algorithm>
#include <cassert>
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
  return !again && !stage.in_order && stage.rows < few_rows * threads && stage.columns >= 4 * tile ? Walk::columns
                                                                                                   : Walk::rows;
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

/// Blocks of rows in flight: each phase works on another one, so that a phase that reads from memory and one that only
/// computes or writes share the time. Rows too long to keep several of go one by one.
std::size_t blocks_in_flight(const Stage& stage, Walk walk) {
  constexpr std::int64_t longest = 16 * 1024;  // elements; some 64 KiB a value
  return walk == Walk::rows && stage.columns <= longest ? stage.phases.size() : 1;
}

/// Row stages always take the longest tile: their loops are short and many.
std::int64_t tile_of(const Stage& stage, std::int64_t tile) {
  return stage.reduces ? reduction_tile : tile;
}

/// A stage that is one loop leaves nothing in a tile for the next one: it saves the way into the loop by long pieces.
Piece piece_of(const Stage& stage, Walk walk, std::int64_t tile) {
  constexpr std::int64_t longest = 8192, shortest_row = 256;
  constexpr std::int64_t line = 32;  // elements of a cache line at most: rows of whole lines keep stores aligned
  if (walk != Walk::elements || stage.phases[0].elements.size() != 1) return {tile};
  const bool beside = std::ranges::any_of(stage.references, [](const Reference& reference) {
    return reference.walk == Reference::Walk::periodic || reference.walk == Reference::Walk::per_row;
  });
  if (!beside) return {longest};
  const bool in_rows = stage.columns >= shortest_row && stage.columns % line == 0;
  return in_rows ? Piece{longest, true} : Piece{tile};
}

}  // namespace

/// One stage with the scratch of every thread.
class Executor::StageRunner {
 public:
  StageRunner(Stage stage, std::span<const Tensor> tensors, ThreadPool& pool, std::int64_t tile, Fault fault)
      : stage_(std::move(stage)),
        pool_(pool),
        tile_(tile_of(stage_, tile)),
        fault_(fault),
        walk_(walk_of(stage_, pool.size(), tile_)),
        piece_(piece_of(stage_, walk_, tile_)),
        block_rows_(block_rows(stage_, walk_, tile_)) {
    threads_.resize(static_cast<std::size_t>(pool.size()));
    for (Thread& thread : threads_) {
      const std::size_t in_flight = blocks_in_flight(stage_, walk_);
      for (std::size_t i = 0; i < in_flight; ++i) {
        thread.workspaces.push_back(
            std::make_unique<Workspace>(stage_, tensors, piece_, block_rows_, in_flight == stage_.phases.size()));
      }
    }
  }

  Traffic run(bool counting) {
    pool_.run([&](int index) {
      Thread& thread = threads_[index];
      thread.traffic = {};
      for (const auto& workspace : thread.workspaces) workspace->begin(counting ? &thread.traffic : nullptr);
      if (index == 0) thread.workspaces[0]->count_splats();
      const auto [first, last] = part(index);
      work(thread, first, last);
    });
    if (walk_ == Walk::columns) {
      Workspace& all = *threads_[0].workspaces[0];
      for (std::size_t i = 1; i < threads_.size(); ++i) all.absorb(*threads_[i].workspaces[0], 0, stage_.rows);
      all.finish_rows(0, {0, stage_.rows});
    }
    Traffic sum;
    for (const Thread& thread : threads_) {
      sum.read += thread.traffic.read;
      sum.written += thread.traffic.written;
    }
    return sum;
  }

 private:
  /// Begins on a cache line of its own.
  struct alignas(64) Thread {
    std::vector<std::unique_ptr<Workspace>> workspaces;  ///< one for each block in flight
    Traffic traffic;
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

  void work(Thread& thread, std::int64_t first, std::int64_t last) const {
    switch (walk_) {
      case Walk::elements:
        return elements(*thread.workspaces[0], first, last);
      case Walk::rows:
        return rows(thread.workspaces, first, last);
      case Walk::columns:
        return columns(*thread.workspaces[0], first, last);
    }
  }

  /// With Fault::short_tail the very last part of the work is one short.
  [[nodiscard]] std::int64_t all_of(std::int64_t count) const { return count - (fault_ == Fault::short_tail ? 1 : 0); }

  void elements(Workspace& workspace, std::int64_t first, std::int64_t last) const {
    const std::int64_t end = std::min(last * tile_, all_of(stage_.rows * stage_.columns));
    for (std::int64_t at = first * tile_, count = 0; at < end; at += count) {
      count = std::min(piece_.elements, end - at);
      if (piece_.within_row) count = std::min(count, stage_.columns - at % stage_.columns);
      workspace.run_elements(0, {at, count}, {});
    }
  }

  /// Step by step: block b is in phase 0 while block b - 1 is in phase 1 and so on, tile by tile in turn. With one
  /// workspace a block goes through all its phases first.
  void rows(const std::vector<std::unique_ptr<Workspace>>& workspaces, std::int64_t first, std::int64_t last) const {
    const auto phases = static_cast<std::int64_t>(stage_.phases.size());
    const auto in_flight = static_cast<std::int64_t>(workspaces.size());
    const std::int64_t end = std::min(last * block_rows_, all_of(stage_.rows));
    const std::int64_t blocks = std::max<std::int64_t>(0, divided_up(end - first * block_rows_, block_rows_));
    const std::int64_t length = block_rows_ * stage_.columns;
    const bool together = in_flight == phases;
    const std::int64_t steps = together ? blocks + phases - 1 : blocks * phases;
    for (std::int64_t step = 0; step < steps; ++step) {
      const auto each_active = [&](const auto& body) {
        for (std::int64_t phase = phases - 1; phase >= 0; --phase) {
          const std::int64_t number = together ? step - phase : step / phases;
          if (number < 0 || number >= blocks || (!together && phase != step % phases)) continue;
          const std::int64_t row = (first + number) * block_rows_;
          body(*workspaces[number % in_flight], static_cast<std::size_t>(phase),
               Block{row, std::min(block_rows_, end - row)});
        }
      };
      each_active(
          [](Workspace& workspace, std::size_t phase, Block block) { workspace.start_rows(phase, block.rows); });
      for (std::int64_t at = 0; at < length; at += tile_) {
        each_active([&](Workspace& workspace, std::size_t phase, Block block) {
          const std::int64_t left = block.rows * stage_.columns - at;
          if (left <= 0 || stage_.phases[phase].elements.empty()) return;
          workspace.run_elements(phase, {block.first_row * stage_.columns + at, std::min(tile_, left)}, block);
        });
      }
      each_active([](Workspace& workspace, std::size_t phase, Block block) { workspace.finish_rows(phase, block); });
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
  Piece piece_;
  std::int64_t block_rows_;
  std::vector<Thread> threads_;
};

Executor::Executor(Program program, std::span<const Tensor> tensors, ThreadPool& pool, ProductRoom& room,
                   std::int64_t tile, Fault fault)
    : tables_(program.tables), tensors_(tensors) {
  if (program.gathering) {
    runners_.emplace_back(std::make_unique<GatherRunner>(*program.gathering, tensors, pool, fault));
  }
  if (program.scattering) {
    runners_.emplace_back(std::make_unique<ScatterRunner>(*program.scattering, tensors, pool, fault));
  }
  if (program.view) runners_.emplace_back(std::make_unique<ViewRunner>(*program.view, tensors, pool, fault));
  if (program.unpacking) {
    runners_.emplace_back(std::make_unique<UnpackRunner>(*program.unpacking, tensors, pool, fault));
  }
  if (program.attention) {
    runners_.emplace_back(std::make_unique<AttentionRunner>(*std::move(program.attention), tensors, pool, fault));
  }
  std::vector<Stage>& stages = program.stages;
  for (std::size_t i = 0; i < stages.size();) {
    if (stages[i].streams()) {
      runners_.emplace_back(std::make_unique<StreamRunner>(std::move(stages[i++]), tensors, pool, fault));
      continue;
    }
    if (stages[i].products.empty()) {
      runners_.emplace_back(std::make_unique<StageRunner>(std::move(stages[i++]), tensors, pool, tile, fault));
      continue;
    }
    std::vector<Stage> together;
    for (std::size_t left = stages_together(stages, i); left > 0; --left) together.push_back(std::move(stages[i++]));
    runners_.emplace_back(std::make_unique<ProductRunner>(std::move(together), tensors, pool, room, fault));
  }
}
Executor::~Executor() = default;
Executor::Executor(Executor&&) noexcept = default;

void Executor::run(const std::stop_token& stop) {
  check_tables(tables_, tensors_);
  for (const Runner& runner : runners_) {
    if (const auto* stage = std::get_if<std::unique_ptr<StageRunner>>(&runner)) (*stage)->run(false);
    if (const auto* stream = std::get_if<std::unique_ptr<StreamRunner>>(&runner)) (*stream)->run(false);
    if (const auto* products = std::get_if<std::unique_ptr<ProductRunner>>(&runner)) (*products)->run(stop);
    if (const auto* one = std::get_if<std::unique_ptr<AttentionRunner>>(&runner)) (*one)->run(stop);
    if (const auto* view = std::get_if<std::unique_ptr<ViewRunner>>(&runner)) (*view)->run(false, stop);
    if (const auto* unpack = std::get_if<std::unique_ptr<UnpackRunner>>(&runner)) (*unpack)->run(false, stop);
    if (const auto* gather = std::get_if<std::unique_ptr<GatherRunner>>(&runner)) (*gather)->run(false, stop);
    if (const auto* scatter = std::get_if<std::unique_ptr<ScatterRunner>>(&runner)) (*scatter)->run(false, stop);
  }
}

Traffic Executor::count() {
  Traffic sum;
  for (const Runner& runner : runners_) {
    Traffic traffic;
    if (const auto* stage = std::get_if<std::unique_ptr<StageRunner>>(&runner)) traffic = (*stage)->run(true);
    if (const auto* stream = std::get_if<std::unique_ptr<StreamRunner>>(&runner)) traffic = (*stream)->run(true);
    if (const auto* view = std::get_if<std::unique_ptr<ViewRunner>>(&runner)) traffic = (*view)->run(true, {});
    if (const auto* unpack = std::get_if<std::unique_ptr<UnpackRunner>>(&runner)) traffic = (*unpack)->run(true, {});
    if (const auto* gather = std::get_if<std::unique_ptr<GatherRunner>>(&runner)) traffic = (*gather)->run(true, {});
    if (const auto* scatter = std::get_if<std::unique_ptr<ScatterRunner>>(&runner)) traffic = (*scatter)->run(true, {});
    assert(!std::holds_alternative<std::unique_ptr<ProductRunner>>(runner));
    assert(!std::holds_alternative<std::unique_ptr<AttentionRunner>>(runner));
    sum.read += traffic.read;
    sum.written += traffic.written;
  }
  return sum;
}

std::vector<ProductLayout> Executor::layouts(const Program& program, int threads) {
  std::vector<ProductLayout> all;
  for (std::size_t i = 0; i < program.stages.size();) {
    if (program.stages[i].products.empty()) {
      ++i;
      continue;
    }
    all.push_back(layout_of(program.stages, i, threads));
    i += stages_together(program.stages, i);
  }
  return all;
}

base::Bytes Executor::scratch(const Program& program, int threads, std::int64_t tile) {
  std::int64_t floats = 0, shared = 0;
  if (program.attention) floats += AttentionRunner::floats(*program.attention, threads);
  for (const Stage& stage : program.stages) {
    if (stage.streams()) {
      shared += StreamRunner::floats_of_rows(stage);
      floats += StreamRunner::floats(stage);
      continue;
    }
    if (!stage.products.empty()) {
      shared += ProductRunner::floats_of_rows(stage, threads);
      floats += ProductRunner::floats(stage);
      continue;
    }
    const std::int64_t own = tile_of(stage, tile);
    const Walk walk = walk_of(stage, threads, own);
    floats += static_cast<std::int64_t>(blocks_in_flight(stage, walk)) *
              Workspace::floats(stage, piece_of(stage, walk, own), block_rows(stage, walk, own));
  }
  return {(floats * threads + shared) * static_cast<std::int64_t>(sizeof(float))};
}

}  // namespace device::cpu
