// What the counters of a card told of a job, as bytes of its plans.
#pragma once

#include "device/cuda_client/lowered.hpp"
#include "device/device.hpp"
#include "wire/messages.hpp"

namespace device::cuda_client {

/// What readings are held against.
struct Bounds {
  std::int64_t l2 = 0;  ///< bytes of the card's
  double roof = 0;      ///< bytes a second that its memory can carry; 0 = not known
};

/// Of ranges that were taken several times the medians. A refusal with its reason where a reading is missing, cannot be
/// true, or where the flush that the tails stand on did not read its own size. `local`: local memory was asked for.
[[nodiscard]] Counts counts_of(const wire::Counted& counted, const Lowered& lowered, const Bounds& bounds, bool local);

}  // namespace device::cuda_client
