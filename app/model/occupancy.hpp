// How many warps of a kernel a multiprocessor holds at once, by the rules of CUDA's own occupancy calculator, and in
// how many waves a launch goes through the card.
#pragma once

#include "base/units.hpp"

#include <optional>

namespace model {

struct Occupancy {
  int warps = 0;  ///< resident, at most
  int most = 0;   ///< that a multiprocessor can hold
  bool operator==(const Occupancy&) const = default;
};

/// Of blocks of `threads` with `registers` a thread and `shared` memory a block, all of the multiprocessor's shared
/// memory being theirs. Nothing for a compute capability whose limits are not known here, or for no kernel at all.
[[nodiscard]] std::optional<Occupancy> occupancy(int compute_capability, int registers, base::Bytes shared,
                                                 int threads);

/// A launch's blocks come in waves: as many as all multiprocessors hold together, then as many again. The last wave
/// takes what is left, and leaves the other places empty.
struct Waves {
  std::int64_t blocks = 0;   ///< of the launch
  std::int64_t at_once = 0;  ///< that all multiprocessors hold together
  bool operator==(const Waves&) const = default;
  [[nodiscard]] std::int64_t count() const { return (blocks + at_once - 1) / at_once; }
  /// The share of the last wave's places that has no block.
  [[nodiscard]] double last_empty() const {
    return 1 - static_cast<double>(blocks - (count() - 1) * at_once) / static_cast<double>(at_once);
  }
};
/// Of a launch of so many blocks of `threads`, all of which take as long. Nothing where no block fits, or there is
/// none.
[[nodiscard]] std::optional<Waves> waves(const Occupancy& fits, int threads, int multiprocessors, std::int64_t blocks);

}  // namespace model
