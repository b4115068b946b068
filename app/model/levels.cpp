// Counts what the generated kernels load and store (app/codegen), from the plan alone.
#include "model/levels.hpp"

#include "model/attention_kernel.hpp"
#include "model/product.hpp"
#include "plan/piece.hpp"
#include "plan/reads.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>

namespace model {
namespace {

constexpr std::int64_t sector = sector_bytes, warp = 32,
                       vector = 16;  // bytes, threads, bytes of a thread's widest access
/// Of an H100's multiprocessor; what of it a row that all rows share can hold against what streams by.
constexpr std::int64_t l1 = 256 * 1024, kept_in_l1 = l1 / 3;
constexpr std::int64_t shared_of_block = 227 * 1024;  // an H100's
/// Of each tensor as large as the kernel's space: what a block of 128 threads moves. An H100's multiprocessor holds 16
/// of them side by side. On an H200 (2026-11-23, rows of 8192) these ask for the same part of a row that all rows
/// share: its L1 fetches that once for the 16.
constexpr std::int64_t of_block = 128 * vector, side_by_side = 16;

/// One kernel's requests.
class Requests {
 public:
  Requests(const plan::FusionPlan& plan, const plan::Group& group)
      : chain_(*plan.chain),
        group_(group),
        piece_(*plan.chain, group),
        rows_(piece_.space.rows()),
        columns_(piece_.space.columns()),
        sweeps_(group.schedule == plan::Schedule::pointwise ? plan::Sweeps{} : sweeps()) {}

  /// Bytes that are asked of a tensor that is read.
  [[nodiscard]] std::int64_t loaded(int value) const {
    if (const std::int64_t turned = turned_reads(piece_, value) * rows_ * columns_ * sector; turned > 0) {
      return turned + (piece_.walks(value) ? rows_ * columns_ * size(value) : 0);
    }
    return piece_.is_wide(value) ? times(value) * rows_ * columns_ * size(value) : narrow(value);
  }
  [[nodiscard]] std::int64_t stored(int value) const {
    if (piece_.is_wide(value)) return rows_ * columns_ * size(value);
    return std::max(chain_.values[value].bytes().value, rows_ * std::min(sector, columns_ * size(value)));
  }
  /// Times that each element of a tensor is read from memory.
  [[nodiscard]] std::int64_t times(int value) const {
    if (group_.schedule == plan::Schedule::pointwise) return 1;
    std::int64_t read = 0;
    for (int sweep = 0; sweep < sweeps_.count; ++sweep) {
      read += sweeps_.needed[sweep][value] && !sweeps_.fetched(value, sweep) ? 1 : 0;
    }
    return std::max<std::int64_t>(1, read);
  }
  /// A row that is swept again comes out of L1 where it fits into it: the L2 is asked once. (H200, 2026-11-26, rows of
  /// 32 KB that are kept nowhere.)
  [[nodiscard]] std::int64_t past_l1(int value) const {
    return columns_ * size(value) <= kept_in_l1 ? loaded(value) / times(value) : loaded(value);
  }
  [[nodiscard]] bool full(int value) const { return piece_.is_full(value); }
  [[nodiscard]] bool turned(int value) const { return turned_reads(piece_, value) > 0; }
  /// Of 128 threads: what the work would fill, however its schedule deals it out.
  [[nodiscard]] std::int64_t blocks() const {
    return std::max<std::int64_t>(1, (rows_ * columns_ * widest() + of_block - 1) / of_block);
  }
  /// Bytes that L1s fetch of a tensor that each of `processors` can hold.
  [[nodiscard]] std::int64_t fetched(int value, std::int64_t processors) const {
    const std::int64_t asked = loaded(value), once = chain_.values[value].bytes().value * processors;
    if (group_.schedule != plan::Schedule::pointwise) return std::min(asked, once);
    const std::int64_t fetching = std::max(std::min(blocks(), processors), blocks() / side_by_side);
    return std::min(asked / blocks() * fetching, once);
  }

 private:
  /// Bytes of an element, of the tensors as large as the kernel's space.
  [[nodiscard]] std::int64_t widest() const {
    std::int64_t widest = 1;
    for (const auto* tensors : {&group_.reads, &group_.writes}) {
      for (const int value : *tensors) {
        if (full(value)) widest = std::max(widest, size(value));
      }
    }
    return widest;
  }
  [[nodiscard]] std::int64_t size(int value) const { return chain::size_of(chain_.values[value].dtype); }

  /// A row stays on chip where the schedule demands it, or where there is room.
  [[nodiscard]] plan::Sweeps sweeps() const {
    if (group_.schedule == plan::Schedule::streaming) return plan::streaming_sweeps(piece_);
    if (group_.knobs.keep == plan::Keep::nowhere) return plan::sweeps_of(piece_, false);
    plan::Sweeps kept = plan::sweeps_of(piece_, true);
    const bool fits =
        group_.schedule == plan::Schedule::inner_persistent || columns_ * 4 * std::max(1, kept.slots) < shared_of_block;
    return fits ? kept : plan::sweeps_of(piece_, false);
  }

  /// One number a row, or one in all: a warp asks for the sectors of the rows that it is in.
  [[nodiscard]] std::int64_t narrow(int value) const {
    if (group_.schedule != plan::Schedule::pointwise) return rows_ * sector;
    const std::int64_t of_warp = warp * vector / widest();  // elements
    const std::int64_t warps = (rows_ * columns_ + of_warp - 1) / of_warp;
    const std::int64_t rows_of_warp = std::max<std::int64_t>(1, of_warp / columns_);
    return warps * ((rows_of_warp * size(value) + sector - 1) / sector) * sector;
  }

  const chain::Chain& chain_;
  const plan::Group& group_;
  const plan::Piece piece_;
  const std::int64_t rows_, columns_;
  const plan::Sweeps sweeps_;
};

/// Tiles ask for their rows and columns, each by itself; an operand of the epilogue is asked for once an element.
base::Moved asked_by_product(const plan::FusionPlan& plan, const plan::Group& group) {
  const chain::Chain& chain = *plan.chain;
  double read = 0, written = 0;
  for (const plan::Product& product : plan::products(chain, group)) {
    const Asked of = asked(chain, product, machine::Kind::gpu);
    read += of.left + of.right;
  }
  for (const int value : group.reads) {
    if (plan::roles(chain, group, value).walked) read += static_cast<double>(chain.values[value].bytes().value);
  }
  for (const int value : group.writes) written += static_cast<double>(chain.values[value].bytes().value);
  const double between =
      workspace(chain, group, machine::Kind::gpu);  // written by the first launch, read by the second
  read += between;
  written += between;
  return {{static_cast<std::int64_t>(read)}, {static_cast<std::int64_t>(written)}};
}

/// Each element once, in whatever order; beside unpacked weights a row of scales, beside what is fetched a table.
base::Moved moved_once(const plan::FusionPlan& plan, const plan::Group& group) {
  base::Moved moved{{}, plan.chain->values[group.writes.front()].bytes()};
  for (const int read : group.reads) moved.read += plan::bytes_read(*plan.chain, group, read);
  return moved;
}

bool moves_once(const plan::Group& group) {
  return group.schedule == plan::Schedule::view || group.schedule == plan::Schedule::unpack ||
         group.schedule == plan::Schedule::gather || group.schedule == plan::Schedule::scatter;
}

}  // namespace

std::int64_t turned_reads(const plan::Piece& piece, int value) {
  return std::ranges::count_if(piece.turned(), [&](int op) { return piece.value(op).operands[0].value == value; });
}

base::Moved issued(const plan::FusionPlan& plan, const plan::Group& group, int multiprocessors) {
  if (group.schedule == plan::Schedule::attention) {
    return asked_by_attention(*plan.chain, group, std::max(1, multiprocessors));
  }
  if (plan::multiplies(group.schedule)) return asked_by_product(plan, group);
  if (moves_once(group)) return moved_once(plan, group);
  const Requests requests(plan, group);
  base::Moved moved;
  for (const int value : group.reads) moved.read.value += requests.loaded(value);
  for (const int value : group.writes) moved.written.value += requests.stored(value);
  return moved;
}

std::optional<base::Moved> through_l2(const plan::FusionPlan& plan, const plan::Group& group,
                                      const machine::DeviceSpec& spec, base::Bytes dram_read) {
  if (spec.kind != machine::Kind::gpu || spec.l2_crossing.value <= 0) return std::nullopt;
  if (plan::multiplies(group.schedule) || moves_once(group)) {
    // A tile's rows come from either partition: the usual share crosses.
    const base::Moved moved = issued(plan, group, spec.processors);
    const auto both = [&](base::Bytes bytes) {
      return base::Bytes{static_cast<std::int64_t>(spec.l2_crossing.value * static_cast<double>(bytes.value))};
    };
    return base::Moved{both(moved.read), both(moved.written)};
  }
  const Requests requests(plan, group);
  const std::int64_t processors = std::max(1, spec.processors);
  double streamed = 0, again = 0, written = 0, tensors = 0, strided = 0;
  for (const int value : group.reads) {
    const std::int64_t bytes = plan.chain->values[value].bytes().value;
    tensors += static_cast<double>(bytes);
    if (requests.turned(value)) {  // a sector an element, counted once: H200, 2026-11-26, a transpose read in place
      strided += static_cast<double>(requests.loaded(value));
    } else if (requests.full(value)) {
      streamed += static_cast<double>(requests.past_l1(value));
    } else {  // what rows share is in the L2 when the next one asks
      const bool held = bytes <= kept_in_l1;
      again += static_cast<double>(held ? requests.fetched(value, processors) : requests.loaded(value));
    }
  }
  for (const int value : group.writes) written += static_cast<double>(requests.stored(value));
  // Blocks that all run at once are dealt out in the same order by every kernel: each comes back to the multiprocessor
  // that had its elements before it, and finds them in its own partition. Where blocks wait for a place they go to
  // either side: half of what they ask for was the other side's, and of that the usual share crosses.
  const double crossing = spec.l2_crossing.value;
  const double served = requests.blocks() <= processors * side_by_side ? 1 : 1 + (crossing - 1) / 2;
  const double from_dram = tensors > 0 ? std::min(1.0, static_cast<double>(dram_read.value) / tensors) : 0;
  const double read = streamed * (from_dram * crossing + (1 - from_dram) * served) + again * served + strided;
  return base::Moved{{static_cast<std::int64_t>(read)}, {static_cast<std::int64_t>(crossing * written)}};
}

void add(base::Levels& sum, const base::Levels& more) {
  const auto join = [](std::optional<base::Moved>& to, const std::optional<base::Moved>& of) {
    if (!to || !of) return to.reset();
    to->read += of->read;
    to->written += of->written;
  };
  join(sum.issued, more.issued);
  join(sum.l2, more.l2);
  join(sum.dram, more.dram);
}

}  // namespace model
