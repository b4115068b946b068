// Counts what the generated kernels load and store (app/codegen), from the plan alone.
#include "model/levels.hpp"

#include "plan/piece.hpp"
#include "plan/sweeps.hpp"

#include <algorithm>

namespace model {
namespace {

constexpr std::int64_t sector = 32, warp = 32, vector = 16;  // bytes, threads, bytes of a thread's widest access
/// Of an H100's multiprocessor; what of it a row that all rows share can hold against what streams by.
constexpr std::int64_t l1 = 256 * 1024, kept_in_l1 = l1 / 3;
constexpr std::int64_t shared_of_block = 227 * 1024;  // an H100's

/// One kernel's requests.
class Requests {
 public:
  Requests(const plan::FusionPlan& plan, const plan::Group& group)
      : chain_(*plan.chain),
        group_(group),
        piece_(*plan.chain, group.ops),
        rows_(piece_.space.rows()),
        columns_(piece_.space.columns()),
        sweeps_(group.schedule == plan::Schedule::pointwise ? plan::Sweeps{} : sweeps()) {}

  /// Bytes that are asked of a tensor that is read.
  [[nodiscard]] std::int64_t loaded(int value) const {
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
  [[nodiscard]] bool full(int value) const { return piece_.is_full(value); }

 private:
  [[nodiscard]] std::int64_t size(int value) const { return chain::size_of(chain_.values[value].dtype); }

  /// A row stays on chip where the schedule demands it, or where there is room.
  [[nodiscard]] plan::Sweeps sweeps() const {
    plan::Sweeps kept = plan::sweeps_of(piece_, true);
    const bool fits =
        group_.schedule == plan::Schedule::inner_persistent || columns_ * 4 * std::max(1, kept.slots) < shared_of_block;
    return fits ? kept : plan::sweeps_of(piece_, false);
  }

  /// One number a row, or one in all: a warp asks for the sectors of the rows that it is in.
  [[nodiscard]] std::int64_t narrow(int value) const {
    if (group_.schedule != plan::Schedule::pointwise) return rows_ * sector;
    std::int64_t widest = 1;
    for (const auto* tensors : {&group_.reads, &group_.writes}) {
      for (const int other : *tensors) {
        if (full(other)) widest = std::max(widest, size(other));
      }
    }
    const std::int64_t of_warp = warp * vector / widest;  // elements
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

}  // namespace

Moved issued(const plan::FusionPlan& plan, const plan::Group& group) {
  const Requests requests(plan, group);
  Moved moved;
  for (const int value : group.reads) moved.read.value += requests.loaded(value);
  for (const int value : group.writes) moved.written.value += requests.stored(value);
  return moved;
}

std::optional<Moved> through_l2(const plan::FusionPlan& plan, const plan::Group& group,
                                const machine::DeviceSpec& spec) {
  if (spec.kind != machine::Kind::gpu || spec.l2_crossing.value <= 0) return std::nullopt;
  const Requests requests(plan, group);
  double read = 0, written = 0;
  for (const int value : group.reads) {
    const std::int64_t bytes = plan.chain->values[value].bytes().value, asked = requests.loaded(value);
    // What all rows share is fetched once by each multiprocessor, where its L1 can hold it.
    const bool held = !requests.full(value) && bytes <= kept_in_l1;
    read += static_cast<double>(held ? std::min(asked, bytes * std::max(1, spec.processors)) : asked);
  }
  for (const int value : group.writes) written += static_cast<double>(requests.stored(value));
  const auto counted = [&](double bytes) {
    return base::Bytes{static_cast<std::int64_t>(spec.l2_crossing.value * bytes)};
  };
  return Moved{counted(read), counted(written)};
}

void add(Levels& sum, const Levels& more) {
  const auto join = [](std::optional<Moved>& to, const std::optional<Moved>& of) {
    if (!to || !of) return to.reset();
    to->read += of->read;
    to->written += of->written;
  };
  join(sum.issued, more.issued);
  join(sum.l2, more.l2);
  sum.dram.read += more.dram.read;
  sum.dram.written += more.dram.written;
}

}  // namespace model
