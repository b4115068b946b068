// One run: plans on a device become a measurement.
#pragma once

#include "device/device.hpp"
#include "measure/collect.hpp"

#include <functional>
#include <stop_token>

namespace study {

struct RunRequest {
  std::uint64_t seed = 1;
  measure::Rules rules;
  std::string command;
  std::function<void(bool)> timing;  ///< told true before a batch of samples and false after it; may be empty
};

/// "onetrip run 'x: f32[8]; y = relu(x)' --cuts best": what measures it again, with these plans beside unfused and
/// fused.
[[nodiscard]] std::string run_command(const chain::Chain& chain, const std::vector<std::string>& cuts = {});

/// Prepare, verify, time, count on the device. Throws DeviceError, Cancelled.
[[nodiscard]] record::Measurement run(device::Device& device, const std::vector<plan::FusionPlan>& plans,
                                      const RunRequest& request, const measure::OnProgress& progress,
                                      std::stop_token stop);

}  // namespace study
