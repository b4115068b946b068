// What the counters of a card told of a job, as bytes of its plans.
#pragma once

#include "device/cuda_client/lowered.hpp"
#include "device/device.hpp"
#include "wire/messages.hpp"

namespace device::cuda_client {

/// Of ranges that were taken several times the medians. A refusal with its reason where a reading is missing, or where
/// the flush that the tails stand on did not read its own size. `local`: local memory was asked for. Whether they can
/// be true is asked where the times are known (record/plausibility.hpp).
[[nodiscard]] Counts counts_of(const wire::Counted& counted, const Lowered& lowered, bool local);

}  // namespace device::cuda_client
