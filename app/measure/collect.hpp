// Verify, then time interleaved, then count: a Measurement.
#pragma once

#include "device/device.hpp"
#include "measure/rules.hpp"

#include <stop_token>

namespace measure {

/// Prepares nothing: `experiment` was prepared from `spec` on `device`. A plan whose verdict fails is never timed.
/// Throws DeviceError, Cancelled. `command` goes into the provenance.
[[nodiscard]] record::Measurement collect(device::Device& device, device::Experiment& experiment,
                                          const device::RunSpec& spec, const Rules& rules, const OnProgress& progress,
                                          std::stop_token stop, std::string command);

}  // namespace measure
