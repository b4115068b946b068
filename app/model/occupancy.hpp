// How many warps of a kernel a multiprocessor holds at once, by the rules of CUDA's own occupancy calculator.
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

}  // namespace model
