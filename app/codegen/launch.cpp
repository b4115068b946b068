// Geometry by what hides the latency of DRAM: bytes enough in flight on every SM.
#include "codegen/launch.hpp"

#include "plan/launches.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

namespace codegen {
namespace {

constexpr std::int64_t access_bytes = 16;  ///< the widest access of a thread
constexpr int flat_threads = 128;          ///< 16 blocks fill an SM: 32 KiB in flight for each tensor that is read
constexpr int lane_threads = 256;          ///< of a block whose warps have rows of their own
constexpr int sub_warp_vectors = 4;        ///< of a lane, where a warp or less has a row to itself

std::int64_t grid(std::int64_t blocks) {
  return std::min(blocks, most_blocks);
}

/// Bytes of kept values that a thread of such a block can hold in registers beside what it computes with.
std::int64_t register_room(int threads) {
  return threads > 512 ? 128 : 256;
}

std::optional<RowLaunch> in_lanes(const RowNeeds& needs, RowLaunch launch) {
  const std::int64_t slots = needs.columns / launch.width;
  if (slots > 32 * sub_warp_vectors) return std::nullopt;
  launch.threads = lane_threads;
  launch.lanes = std::min(32, static_cast<int>(std::bit_ceil(static_cast<std::uint64_t>(divided_up(slots, 4)))));
  launch.vectors = divided_up(slots, launch.lanes);
  launch.keep = Keep::registers;
  if (launch.vectors * launch.width * needs.kept_bytes > register_room(launch.threads)) return std::nullopt;
  launch.blocks = grid(divided_up(needs.rows, launch.rows()));
  return launch;
}

/// Threads that an SM of this capability holds.
int resident_threads(int compute_capability) {
  if (compute_capability == 75) return 1024;
  const bool full = compute_capability == 80 || compute_capability == 90 || compute_capability == 100;
  return full ? 2048 : 1536;
}

/// Blocks that an SM should hold at once: 1536 threads hide the latency, if what they keep leaves them registers
/// enough (before Hopper the compiler makes do with more of them); of the largest blocks it takes two, so that one
/// works while the other waits. So too of those whose threads keep 128 bytes, where Hopper's compiler manages with 64
/// registers. (softmax of 512 MiB in rows of 16384 on an H200, 2026-11-23, one block and two: 370 and 253 µs of f32,
/// 522 and 329 µs of bf16. The backward pass of rmsnorm, which reads two tensors of f32, 4096 rows of 8192, 2026-11-26:
/// 128 and 93 µs.)
int resident(const RowNeeds& needs, const RowLaunch& launch, const Target& target) {
  const std::int64_t kept = launch.vectors * launch.width * needs.kept_bytes;  // bytes of a thread
  const int most = resident_threads(target.compute_capability);
  const int wanted = std::min(most, target.compute_capability >= 90 ? 1536 : 1024);
  if (launch.threads > 768) return most == 2048 && kept <= 32 ? 2 : 1;
  if (kept <= 64) return std::max(1, wanted / launch.threads);
  const bool hopper = target.compute_capability == 90;  // Blackwell's compiler spills some of them
  return kept <= 128 && needs.full_reads <= 2 && hopper ? std::max(1, 1024 / launch.threads) : 1;
}

/// A tensor that passes through L2 (60 MB on an H200) and leaves next to nothing there. A smaller one would still lie
/// in L2 when the next kernel asks for it, whose own data the mark would keep out.
bool passes_l2(const RowNeeds& needs, const Target& target) {
  constexpr std::int64_t least = std::int64_t{1} << 28;
  return target.compute_capability >= 90 && needs.sweeps > 1 && needs.full_reads == 1 &&
         needs.rows * needs.columns * needs.widest >= least;
}

/// `more` bytes than there is room for, where nothing else keeps the row on chip.
std::optional<RowLaunch> in_registers(const RowNeeds& needs, RowLaunch launch, int most_threads, const Target& target,
                                      std::int64_t more = 0) {
  const std::int64_t slots = needs.columns / launch.width;
  // Of a thread: what the sweeps unroll to. (On an H200, 64 elements of 512 threads against 32 of 1024: softmax of 2048
  // rows of 32768 bf16, 2026-11-27, 113.7 and 121.3 µs; of 4096 rows of 32768 f32, 2026-11-28, 333 and 273 µs.)
  const bool narrow = needs.rounds > 1 && needs.full_reads == 1 && most_threads <= 512 && needs.widest <= 2;
  const std::int64_t most_elements = narrow ? 64 : 32;
  for (std::int64_t vectors = 2; vectors * launch.width <= std::max<std::int64_t>(most_elements, 4 * launch.width);
       ++vectors) {
    const std::int64_t threads = divided_up(divided_up(slots, vectors), 32) * 32;
    if (threads > most_threads) continue;
    launch.threads = static_cast<int>(threads);
    if (vectors * launch.width * needs.kept_bytes > register_room(launch.threads) + more) continue;
    launch.lanes = launch.threads;
    launch.vectors = vectors;
    launch.keep = Keep::registers;
    launch.blocks = grid(needs.rows);
    launch.resident = resident(needs, launch, target);
    launch.reads_last = passes_l2(needs, target);
    return launch;
  }
  return std::nullopt;
}

/// The largest block waits longest at its barriers: it pays where there is one, and one tensor to wait for. (Rows of
/// 8192 f32 on an H200, 2026-11-21, blocks of 1024 against 512: rmsnorm 254.8 and 258.6 µs, softmax 325 and 258 µs.
/// 2048 rows of 32768 bf16, 2026-11-27: cross entropy 96.1 and 66.3 µs; 4096 rows of 8192 f32: `var` in blocks of 1024,
/// 512 and 256 threads 65.3, 49.3 and 43.7 µs.)
std::optional<RowLaunch> in_registers(const RowNeeds& needs, const RowLaunch& launch, const Target& target) {
  constexpr int large = 1024, middle = 512, small = 256;
  if (needs.variance) {
    if (const auto found = in_registers(needs, launch, small, target)) return found;
  }
  if (needs.rounds > 1 || needs.full_reads > 1 || needs.variance) {
    if (const auto found = in_registers(needs, launch, middle, target)) return found;
  }
  return in_registers(needs, launch, large, target);
}

bool fits_shared(const RowNeeds& needs, const Target& target) {
  return needs.sweeps > 1 && needs.shared_bytes > 0 &&
         needs.columns * needs.shared_bytes + static_shared <= target.shared_per_block;
}

/// A thread of the largest block has 64 registers: with half of them kept, a second tensor coming in makes it spill.
bool too_tight(const RowNeeds& needs, const RowLaunch& launch) {
  return launch.threads > 512 && needs.full_reads > 1 &&
         launch.vectors * launch.width * needs.kept_bytes >= register_room(launch.threads);
}

RowLaunch in_loops(const RowNeeds& needs, RowLaunch launch, const Target& target) {
  const bool fits = fits_shared(needs, target);
  const std::int64_t slots = needs.columns / launch.width;
  launch.keep = fits ? Keep::shared : Keep::nowhere;
  launch.shared = fits ? needs.columns * needs.shared_bytes : 0;
  // A row in shared memory leaves room for one block or two: it takes all the threads there are.
  const std::int64_t most_threads = fits ? 1024 : 512;
  launch.threads = static_cast<int>(std::clamp<std::int64_t>(divided_up(slots, 32) * 32, 32, most_threads));
  launch.lanes = launch.threads;
  launch.blocks = grid(needs.rows);
  launch.segments = needs.segments;
  launch.vectors = divided_up(slots, launch.threads * launch.segments);
  return launch;
}

/// A thread a row, in the smallest blocks, so that few rows are shared out over many SMs.
RowLaunch one_lane(const RowNeeds& needs, RowLaunch launch) {
  launch.threads = 32;
  launch.lanes = 1;
  launch.vectors = needs.columns / launch.width;
  launch.keep = Keep::nowhere;
  launch.blocks = grid(divided_up(needs.rows, launch.rows()));
  return launch;
}

/// Threads of a block, and of those how many a row has, as the knobs say or else as they usually are.
void share_block(const RowNeeds& needs, RowLaunch& launch) {
  const plan::Knobs& knobs = needs.knobs;
  const std::int64_t slots = needs.columns / launch.width;
  const bool usually_several = launch.lanes < launch.threads;
  const bool whole_block = needs.segments > 1 || needs.streams;
  const bool several = !whole_block && (knobs.rows ? *knobs.rows > 1 : usually_several && knobs.keep != Keep::shared);
  if (!several) {
    const std::int64_t usual =
        usually_several ? std::clamp<std::int64_t>(divided_up(slots, 32) * 32, 32, 256) : launch.threads;
    launch.threads = knobs.block.value_or(static_cast<int>(usual));
    launch.lanes = launch.threads;
    return;
  }
  const int rows = knobs.rows.value_or(0), lanes = std::min(launch.lanes, 32);
  launch.threads = knobs.block.value_or(rows > 0 ? std::clamp(lanes * rows, 32, 1024) : launch.threads);
  launch.lanes = rows > 0 ? launch.threads / rows : lanes;
}

/// Where the row stays if no knob says so.
Keep usual_keep(const RowNeeds& needs, const RowLaunch& launch, const Target& target) {
  constexpr std::int64_t most_elements = 64;  // of a thread: what the sweeps unroll to
  const std::int64_t elements = launch.vectors * launch.width;
  const bool fits = elements <= most_elements && elements * needs.kept_bytes <= register_room(launch.threads);
  if (fits) return Keep::registers;
  return launch.lanes == launch.threads && fits_shared(needs, target) ? Keep::shared : Keep::nowhere;
}

/// As the knobs say; what a card refuses of it codegen::refused has told before.
RowLaunch turned(const RowNeeds& needs, RowLaunch launch, const Target& target) {
  share_block(needs, launch);
  launch.vectors = divided_up(needs.columns / launch.width, launch.lanes * launch.segments);
  launch.blocks = grid(divided_up(needs.rows, launch.rows()));
  if (launch.segments == 1 && !needs.streams && !needs.in_order) {
    launch.keep = needs.knobs.keep.value_or(usual_keep(needs, launch, target));
  }
  launch.shared = launch.keep == Keep::shared ? needs.columns * needs.shared_bytes : 0;
  const bool block_in_registers = launch.keep == Keep::registers && launch.lanes == launch.threads;
  launch.resident = block_in_registers ? resident(needs, launch, target) : 1;
  launch.reads_last = block_in_registers && passes_l2(needs, target);
  return launch;
}

RowLaunch usual(const RowNeeds& needs, const Target& target) {
  RowLaunch launch;
  launch.width = plan::row_width(needs.columns, needs.widest);
  if (needs.in_order) return one_lane(needs, launch);
  if (needs.segments > 1 || needs.streams) return in_loops(needs, launch, target);
  if (const auto lanes = in_lanes(needs, launch)) return *lanes;
  const auto registers = in_registers(needs, launch, target);
  if (registers && !(too_tight(needs, *registers) && fits_shared(needs, target))) return *registers;
  if (needs.kept_bytes > 0 && !fits_shared(needs, target)) {
    constexpr std::int64_t more = 128;  // three rows and more, each of a number of vectors that parts no room evenly
    if (const auto tight = in_registers(needs, launch, 512, target, more)) return *tight;
  }
  return in_loops(needs, launch, target);
}

}  // namespace

FlatLaunch flat_launch(std::int64_t elements, std::int64_t widest, const plan::Knobs& knobs) {
  assert(elements > 0);
  FlatLaunch launch;
  launch.threads = knobs.block.value_or(flat_threads);
  launch.width = static_cast<int>(access_bytes / widest);
  if (knobs.elements) {
    launch.width = std::min(launch.width, *knobs.elements);
    launch.vectors = *knobs.elements / launch.width;
  }
  if (!knobs.any() && divided_up(elements, launch.tile()) > most_blocks) launch.threads *= 2;
  launch.blocks = divided_up(elements, launch.tile());
  launch.exact = elements % launch.tile() == 0;
  assert((knobs.any() || launch.blocks <= most_blocks) && "a chain has at most 2^40 elements");
  return launch;
}

RowLaunch row_launch(const RowNeeds& needs, const Target& target) {
  assert(needs.rows > 0 && needs.columns > 0);
  const RowLaunch launch = usual(needs, target);
  return needs.knobs.any() ? turned(needs, launch, target) : launch;
}

}  // namespace codegen
