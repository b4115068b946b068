// The tuner: tries a bounded set of knobs on a GPU, and measures its choice again.
#pragma once

#include "codegen/program.hpp"
#include "device/device.hpp"
#include "measure/rules.hpp"
#include "record/tuning.hpp"

#include <stop_token>

namespace study {

struct TuneRequest {
  std::uint64_t seed = 1;
  std::string cuts = "none";
  std::string command;
  int rounds = 5;   ///< through all points, each in another order
  int samples = 5;  ///< of each point in a round
  int fresh = 3;    ///< runs of the choice beside the usual kernels, everything prepared anew
};

/// Tries the points of `usual` (tune_points.hpp): each is verified before it is timed, beside the usual kernels in
/// every batch; a point that the device refuses, or whose outputs are wrong, is kept with the reason and left out. The
/// choice is the least median over all rounds; it stays the choice only where it is faster in the fresh runs too. All
/// goes into `into` as it comes, so that what was found before a Cancelled or a DeviceError is there. Throws
/// DeviceError where the device is no GPU or runs nothing at all, Cancelled.
void tune(record::Tuning& into, device::Device& device, const plan::FusionPlan& usual, const TuneRequest& request,
          const measure::OnProgress& progress, const std::stop_token& stop);

/// What of a device its kernels are written for.
[[nodiscard]] codegen::Target target_of(const device::Device& device);

}  // namespace study
