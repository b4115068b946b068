// One run, for the window and the command line alike: chain -> plans -> predictions -> device -> measurement.
#pragma once

#include "charts/chart_data.hpp"
#include "device/registry.hpp"
#include "measure/collect.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace session {

struct RunRequest {
  std::shared_ptr<const chain::Chain> chain;
  std::vector<plan::Cuts> more_cuts;  ///< beyond unfused and fused
  std::uint64_t seed = 1;
  measure::Rules rules;
  std::string command;
  std::function<void(bool)> timing;  ///< told true before a batch of samples and false after it; may be empty
};

/// Plans `unfused` (every) and `fused` (none), then those asked for.
[[nodiscard]] base::Expected<std::vector<plan::FusionPlan>> plans_of(std::shared_ptr<const chain::Chain> chain,
                                                                     const std::vector<plan::Cuts>& more,
                                                                     const machine::Limits& limits);
[[nodiscard]] std::vector<model::Prediction> predictions_of(const std::vector<plan::FusionPlan>& plans,
                                                            const machine::DeviceSpec& spec);
/// Prepare, verify, time, count on the device. Throws DeviceError, Cancelled.
[[nodiscard]] record::Measurement run(device::Device& device, const std::vector<plan::FusionPlan>& plans,
                                      const RunRequest& request, const measure::OnProgress& progress,
                                      std::stop_token stop);

}  // namespace session
